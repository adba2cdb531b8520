/**
 * How strong a corner each px is by FAST-9 (Rosten and Drummond, ECCV 2006): the most that nine neighbouring px of
 * the circle of sixteen around it are all brighter, or all darker, less one; 0 where that is under `threshold`.
 * @param picture first px; rows from `top` to `bottom - 1`, columns from `left` to `right - 1`, at least 3 px from
 * its borders; up to 15 px right of them are read and scored as well
 * @param scores one byte a px, rows as far apart as the picture's
 */
export function scoreCorners(
  picture: usize,
  stride: usize,
  left: i32,
  right: i32,
  top: i32,
  bottom: i32,
  threshold: i32,
  scores: usize,
): void {
  const limit = i8x16.splat(<i8>threshold);
  const one = i8x16.splat(1);
  const two = stride << 1;
  const three = stride * 3;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x += 16) {
      const p = picture + <usize>y * stride + <usize>x;
      const out = scores + <usize>y * stride + <usize>x;
      const v = v128.load(p);
      const north = v128.load(p - three);
      const south = v128.load(p + three);
      const east = v128.load(p, 3);
      const west = v128.load(p - 3);
      const high = i8x16.add_sat_u(v, limit);
      const low = i8x16.sub_sat_u(v, limit);
      // Nine of sixteen hold two neighbours of the four main directions.
      const bright = twoOf(
        i8x16.gt_u(north, high),
        i8x16.gt_u(east, high),
        i8x16.gt_u(south, high),
        i8x16.gt_u(west, high),
      );
      const dark = twoOf(
        i8x16.lt_u(north, low),
        i8x16.lt_u(east, low),
        i8x16.lt_u(south, low),
        i8x16.lt_u(west, low),
      );
      if (!v128.any_true(v128.or(bright, dark))) {
        v128.store(out, i8x16.splat(0));
        continue;
      }
      const c1 = v128.load(p - three, 1);
      const c2 = v128.load(p - two, 2);
      const c3 = v128.load(p - stride, 3);
      const c5 = v128.load(p + stride, 3);
      const c6 = v128.load(p + two, 2);
      const c7 = v128.load(p + three, 1);
      const c9 = v128.load(p + three - 1);
      const c10 = v128.load(p + two - 2);
      const c11 = v128.load(p + stride - 3);
      const c13 = v128.load(p - stride - 3);
      const c14 = v128.load(p - two - 2);
      const c15 = v128.load(p - three - 1);
      let best = i8x16.splat(0);
      if (v128.any_true(bright))
        best = arc(
          i8x16.sub_sat_u(north, v),
          i8x16.sub_sat_u(c1, v),
          i8x16.sub_sat_u(c2, v),
          i8x16.sub_sat_u(c3, v),
          i8x16.sub_sat_u(east, v),
          i8x16.sub_sat_u(c5, v),
          i8x16.sub_sat_u(c6, v),
          i8x16.sub_sat_u(c7, v),
          i8x16.sub_sat_u(south, v),
          i8x16.sub_sat_u(c9, v),
          i8x16.sub_sat_u(c10, v),
          i8x16.sub_sat_u(c11, v),
          i8x16.sub_sat_u(west, v),
          i8x16.sub_sat_u(c13, v),
          i8x16.sub_sat_u(c14, v),
          i8x16.sub_sat_u(c15, v),
        );
      if (v128.any_true(dark))
        best = i8x16.max_u(
          best,
          arc(
            i8x16.sub_sat_u(v, north),
            i8x16.sub_sat_u(v, c1),
            i8x16.sub_sat_u(v, c2),
            i8x16.sub_sat_u(v, c3),
            i8x16.sub_sat_u(v, east),
            i8x16.sub_sat_u(v, c5),
            i8x16.sub_sat_u(v, c6),
            i8x16.sub_sat_u(v, c7),
            i8x16.sub_sat_u(v, south),
            i8x16.sub_sat_u(v, c9),
            i8x16.sub_sat_u(v, c10),
            i8x16.sub_sat_u(v, c11),
            i8x16.sub_sat_u(v, west),
            i8x16.sub_sat_u(v, c13),
            i8x16.sub_sat_u(v, c14),
            i8x16.sub_sat_u(v, c15),
          ),
        );
      v128.store(out, v128.and(i8x16.sub_sat_u(best, one), i8x16.gt_u(best, limit)));
    }
  }
}

/** Where two neighbours in the round of four hold. */
function twoOf(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.and(v128.or(a, c), v128.or(b, d));
}

/** The largest, over the sixteen runs of nine in the round, of a run's smallest. */
function arc(
  d0: v128,
  d1: v128,
  d2: v128,
  d3: v128,
  d4: v128,
  d5: v128,
  d6: v128,
  d7: v128,
  d8: v128,
  d9: v128,
  d10: v128,
  d11: v128,
  d12: v128,
  d13: v128,
  d14: v128,
  d15: v128,
): v128 {
  const p0 = i8x16.min_u(d1, d2);
  const p1 = i8x16.min_u(d3, d4);
  const p2 = i8x16.min_u(d5, d6);
  const p3 = i8x16.min_u(d7, d8);
  const p4 = i8x16.min_u(d9, d10);
  const p5 = i8x16.min_u(d11, d12);
  const p6 = i8x16.min_u(d13, d14);
  const p7 = i8x16.min_u(d15, d0);
  const q0 = i8x16.min_u(p0, p1);
  const q1 = i8x16.min_u(p1, p2);
  const q2 = i8x16.min_u(p2, p3);
  const q3 = i8x16.min_u(p3, p4);
  const q4 = i8x16.min_u(p4, p5);
  const q5 = i8x16.min_u(p5, p6);
  const q6 = i8x16.min_u(p6, p7);
  const q7 = i8x16.min_u(p7, p0);
  // A run of eight and the stronger of the two px beside it.
  let best = eightAndOne(q0, q2, d0, d9);
  best = i8x16.max_u(best, eightAndOne(q1, q3, d2, d11));
  best = i8x16.max_u(best, eightAndOne(q2, q4, d4, d13));
  best = i8x16.max_u(best, eightAndOne(q3, q5, d6, d15));
  best = i8x16.max_u(best, eightAndOne(q4, q6, d8, d1));
  best = i8x16.max_u(best, eightAndOne(q5, q7, d10, d3));
  best = i8x16.max_u(best, eightAndOne(q6, q0, d12, d5));
  return i8x16.max_u(best, eightAndOne(q7, q1, d14, d7));
}

function eightAndOne(four: v128, nextFour: v128, before: v128, after: v128): v128 {
  return i8x16.min_u(i8x16.min_u(four, nextFour), i8x16.max_u(before, after));
}

/**
 * The px whose score is more than each of their eight neighbours', row by row.
 * @param scores as `scoreCorners` leaves them, a px wider than the rows and columns asked for, on every side
 * @param found `x`, `y` and score of each, 16 bits each
 * @param limit most that fit into `found`
 * @returns how many were found
 */
export function strongestCorners(
  scores: usize,
  stride: usize,
  left: i32,
  right: i32,
  top: i32,
  bottom: i32,
  found: usize,
  limit: i32,
): i32 {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x += 16) {
      const p = scores + <usize>y * stride + <usize>x;
      const v = v128.load(p);
      if (!v128.any_true(v)) continue;
      const sides = i8x16.max_u(v128.load(p - 1), v128.load(p, 1));
      const above = threeOf(p - stride);
      const below = threeOf(p + stride);
      let peaks = i8x16.bitmask(i8x16.gt_u(v, i8x16.max_u(sides, i8x16.max_u(above, below))));
      if (right - x < 16) peaks &= (1 << (right - x)) - 1;
      while (peaks != 0 && count < limit) {
        const lane = ctz(peaks);
        peaks &= peaks - 1;
        const entry = found + <usize>count * 6;
        store<u16>(entry, <u16>(x + lane));
        store<u16>(entry, <u16>y, 2);
        store<u16>(entry, <u16>load<u8>(p + <usize>lane), 4);
        count++;
      }
    }
  }
  return count;
}

function threeOf(p: usize): v128 {
  return i8x16.max_u(v128.load(p), i8x16.max_u(v128.load(p - 1), v128.load(p, 1)));
}

/** Harris and Stephens' k. */
const HARRIS_K: f32 = 0.04;

/**
 * Harris and Stephens' measure of a corner (1988) over 7 x 7 px, gradients by Sobel.
 * @param points `x`, `y` and anything, 16 bits each; 4 px from the borders at least
 * @param responses one 32-bit float each
 */
export function harrisResponses(
  picture: usize,
  stride: usize,
  points: usize,
  count: i32,
  responses: usize,
): void {
  const side: f32 = 1.0 / (4.0 * 7.0 * 255.0);
  const scale = side * side * side * side;
  // The eighth column is not of the block.
  const seven = i16x8(-1, -1, -1, -1, -1, -1, -1, 0);
  for (let i = 0; i < count; i++) {
    const entry = points + <usize>i * 6;
    const corner = picture + (<usize>load<u16>(entry, 2) - 3) * stride + <usize>load<u16>(entry) - 3;
    let xx = i32x4.splat(0);
    let yy = i32x4.splat(0);
    let xy = i32x4.splat(0);
    for (let row = 0; row < 7; row++) {
      const p = corner + <usize>row * stride;
      const nw = eight(p - stride - 1);
      const ne = eight(p - stride + 1);
      const sw = eight(p + stride - 1);
      const se = eight(p + stride + 1);
      const alongX = i16x8.add(
        i16x8.shl(i16x8.sub(eight(p + 1), eight(p - 1)), 1),
        i16x8.sub(i16x8.add(ne, se), i16x8.add(nw, sw)),
      );
      const alongY = i16x8.add(
        i16x8.shl(i16x8.sub(eight(p + stride), eight(p - stride)), 1),
        i16x8.sub(i16x8.add(sw, se), i16x8.add(nw, ne)),
      );
      const gx = v128.and(alongX, seven);
      const gy = v128.and(alongY, seven);
      xx = i32x4.add(xx, i32x4.dot_i16x8_s(gx, gx));
      yy = i32x4.add(yy, i32x4.dot_i16x8_s(gy, gy));
      xy = i32x4.add(xy, i32x4.dot_i16x8_s(gx, gy));
    }
    const a = <f32>total(xx);
    const b = <f32>total(yy);
    const c = <f32>total(xy);
    const response = (a * b - c * c - HARRIS_K * (a + b) * (a + b)) * scale;
    store<f32>(responses + ((<usize>i) << 2), response);
  }
}

function eight(p: usize): v128 {
  return v128.load8x8_u(p);
}

function total(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}
