/** Rows whose sum of bytes fits 16 bits. */
const MOST_ROWS: i32 = 256;

/**
 * Bytes of scratch that `averageBoxes` and `averagePlane` need, for rows of so many bytes and so many px of the copy.
 */
export function averageScratch(rowBytes: i32, width: i32): i32 {
  return 6 * rowBytes + 64 + 16 * width;
}

/**
 * A row of a smaller copy of a picture: the mean of each of three channels over a box, halves rounded upwards.
 * @param rows the picture's rows that the boxes cover, `rowBytes` each; up to 15 bytes more are read
 * @param pixelBytes 3 or 4
 * @param columns where each box begins, px, and where the last one ends: `width + 1` numbers of 32 bits
 * @param out `width` px; up to 3 bytes more are written
 * @param scratch as `averageScratch` says
 */
export function averageBoxes(
  rows: usize,
  rowBytes: i32,
  count: i32,
  pixelBytes: i32,
  columns: usize,
  width: i32,
  out: usize,
  scratch: usize,
): void {
  const sums = (scratch + <usize>(2 * rowBytes + 47)) & ~15;
  memory.fill(sums, 0, (<usize>width) << 4);
  for (let first = 0; first < count; first += MOST_ROWS) {
    addRows(rows + <usize>(first * rowBytes), rowBytes, min(MOST_ROWS, count - first), scratch);
    let p = scratch;
    for (let x = 0; x < width; x++) {
      const at = sums + ((<usize>x) << 4);
      let sum = v128.load(at);
      const bounds = columns + ((<usize>x) << 2);
      const wide = load<i32>(bounds, 4) - load<i32>(bounds);
      for (let i = 0; i < wide; i++, p += <usize>(pixelBytes << 1)) sum = i32x4.add(sum, v128.load16x4_u(p));
      v128.store(at, sum);
    }
  }
  for (let x = 0; x < width; x++) {
    const bounds = columns + ((<usize>x) << 2);
    const area = (load<i32>(bounds, 4) - load<i32>(bounds)) * count;
    const sum = i32x4.add(v128.load(sums + ((<usize>x) << 4)), i32x4.splat(area >> 1));
    const size = f64x2.splat(<f64>area);
    const two = i32x4.trunc_sat_f64x2_u_zero(f64x2.div(f64x2.convert_low_i32x4_u(sum), size));
    const others = i32x4.shuffle(sum, sum, 2, 3, 2, 3);
    const rest = i32x4.trunc_sat_f64x2_u_zero(f64x2.div(f64x2.convert_low_i32x4_u(others), size));
    const words = i16x8.narrow_i32x4_u(two, rest);
    const levels = i8x16.shuffle(words, words, 0, 2, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    v128.store32_lane(out + <usize>(3 * x), levels, 0);
  }
}

/**
 * The same of one channel, the first of a px. Boxes of a few px differ in width from one to the next: each sum is the
 * difference of two of the whole row up to a px, which takes no guess of where a box ends.
 * @param pixelBytes 1, 3 or 4
 * @param columns as above, and the last number three times more
 * @param out `width` px; up to 3 bytes more are written
 */
export function averagePlane(
  rows: usize,
  rowBytes: i32,
  count: i32,
  pixelBytes: i32,
  columns: usize,
  width: i32,
  out: usize,
  scratch: usize,
): void {
  const sums = (scratch + <usize>(2 * rowBytes + 47)) & ~15;
  const pixels = load<i32>(columns + ((<usize>width) << 2));
  memory.fill(sums, 0, (<usize>(pixels + 1)) << 2);
  const step = <usize>(pixelBytes << 1);
  for (let first = 0; first < count; first += MOST_ROWS) {
    addRows(rows + <usize>(first * rowBytes), rowBytes, min(MOST_ROWS, count - first), scratch);
    let sum = 0;
    let p = scratch;
    for (let at = sums + 4, end = at + ((<usize>pixels) << 2); at < end; at += 4, p += step) {
      sum += <i32>load<u16>(p);
      store<i32>(at, load<i32>(at) + sum);
    }
  }
  for (let x = 0; x < width; x += 4) {
    const bounds = columns + ((<usize>x) << 2);
    let starts = v128.load32_zero(upTo(sums, bounds));
    starts = v128.load32_lane(upTo(sums, bounds + 4), starts, 1);
    starts = v128.load32_lane(upTo(sums, bounds + 8), starts, 2);
    starts = v128.load32_lane(upTo(sums, bounds + 12), starts, 3);
    const ends = i32x4.shuffle(starts, v128.load32_zero(upTo(sums, bounds + 16)), 1, 2, 3, 4);
    const wide = i32x4.sub(v128.load(bounds, 4), v128.load(bounds));
    const area = i32x4.mul(wide, i32x4.splat(count));
    const sum = i32x4.add(i32x4.sub(ends, starts), i32x4.shr_u(area, 1));
    const words = i16x8.narrow_i32x4_u(quotients(sum, area), sum);
    v128.store32_lane(out + <usize>x, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Where the sum up to the px stands that a number says. */
function upTo(sums: usize, px: usize): usize {
  return sums + ((<usize>load<i32>(px)) << 2);
}

/** Whole parts of four quotients, of unsigned numbers; those by zero may be any. */
function quotients(sum: v128, by: v128): v128 {
  const low = f64x2.div(f64x2.convert_low_i32x4_u(sum), f64x2.convert_low_i32x4_u(by));
  const upperSum = i32x4.shuffle(sum, sum, 2, 3, 2, 3);
  const upperBy = i32x4.shuffle(by, by, 2, 3, 2, 3);
  const high = f64x2.div(f64x2.convert_low_i32x4_u(upperSum), f64x2.convert_low_i32x4_u(upperBy));
  return i32x4.shuffle(i32x4.trunc_sat_f64x2_u_zero(low), i32x4.trunc_sat_f64x2_u_zero(high), 0, 1, 4, 5);
}

/** Sums of rows of bytes, byte by byte, 16 bits each; up to 15 bytes past the last row are read. */
export function addRows(rows: usize, rowBytes: i32, count: i32, sums: usize): void {
  for (let x = 0; x < rowBytes; x += 16) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    let p = rows + <usize>x;
    for (let y = 0; y < count; y++, p += <usize>rowBytes) {
      const bytes = v128.load(p);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(bytes));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(bytes));
    }
    v128.store(sums + ((<usize>x) << 1), low);
    v128.store(sums + ((<usize>x) << 1), high, 16);
  }
}
