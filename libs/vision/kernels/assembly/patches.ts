/** Zero for the columns of the last eight that lie beyond a square's side, all ones else. */
function withinSide(side: i32): v128 {
  const last = (side - 1) & 7;
  return i16x8.le_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>last));
}

function sumOf(words: v128): i32 {
  const pairs = i32x4.add(words, i32x4.shuffle(words, words, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/** Length of a template. */
const UNIT: f64 = 16384;

/**
 * Sums over a square and its slopes, central differences: of levels, their squares, and the slopes' products xx, xy,
 * yy.
 * @param picture first px of the square, with a px to spare all around; up to 8 px right of it are read
 * @param side px: 32 at most
 * @param sums five, of 32 bits
 */
export function patchSums(picture: usize, stride: usize, side: i32, sums: usize): void {
  const within = withinSide(side);
  let levels = i16x8.splat(0);
  let squares = i32x4.splat(0);
  let xx = i32x4.splat(0);
  let xy = i32x4.splat(0);
  let yy = i32x4.splat(0);
  for (let y = 0; y < side; y++) {
    const row = picture + <usize>y * stride;
    for (let x = 0; x < side; x += 8) {
      const p = row + <usize>x;
      const mask = x + 8 < side ? i16x8.splat(-1) : within;
      const level = v128.and(v128.load8x8_u(p), mask);
      const gx = v128.and(i16x8.sub(v128.load8x8_u(p, 1), v128.load8x8_u(p - 1)), mask);
      const gy = v128.and(i16x8.sub(v128.load8x8_u(p + stride), v128.load8x8_u(p - stride)), mask);
      levels = i16x8.add(levels, level);
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(level, level));
      xx = i32x4.add(xx, i32x4.dot_i16x8_s(gx, gx));
      xy = i32x4.add(xy, i32x4.dot_i16x8_s(gx, gy));
      yy = i32x4.add(yy, i32x4.dot_i16x8_s(gy, gy));
    }
  }
  store<i32>(sums, sumOf(i32x4.extadd_pairwise_i16x8_u(levels)));
  store<i32>(sums, sumOf(squares), 4);
  store<i32>(sums, sumOf(xx), 8);
  store<i32>(sums, sumOf(xy), 12);
  store<i32>(sums, sumOf(yy), 16);
}

/**
 * A square with zero mean and a length of 2^14, rounded to whole numbers.
 * @param picture first px of the square; up to 7 px right of it are read
 * @param side px: 32 at most
 * @param out 16 bits each, rows as many px apart as the side rounded up to eights, zero beyond it
 */
export function patchTemplate(picture: usize, stride: usize, side: i32, out: usize): void {
  const within = withinSide(side);
  const area = <f64>(side * side);
  let levels = i16x8.splat(0);
  let squares = i32x4.splat(0);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x += 8) {
      const eight = v128.load8x8_u(picture + <usize>y * stride + <usize>x);
      const level = x + 8 < side ? eight : v128.and(eight, within);
      levels = i16x8.add(levels, level);
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(level, level));
    }
  const sum = <f64>sumOf(i32x4.extadd_pairwise_i16x8_u(levels));
  const mean = sum / area;
  const scale = f64x2.splat(UNIT / sqrt<f64>(<f64>sumOf(squares) - sum * mean));
  const middle = f64x2.splat(mean);
  let o = out;
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x += 8, o += 16) {
      const eight = v128.load8x8_u(picture + <usize>y * stride + <usize>x);
      const low = i32x4.extend_low_i16x8_u(eight);
      const high = i32x4.extend_high_i16x8_u(eight);
      const words = i16x8.narrow_i32x4_s(roundedFour(low, middle, scale), roundedFour(high, middle, scale));
      v128.store(o, x + 8 < side ? words : v128.and(words, within));
    }
}

/** Four levels less the mean, times the scale, rounded; halves upwards. */
function roundedFour(levels: v128, mean: v128, scale: v128): v128 {
  const first = rounded(f64x2.mul(f64x2.sub(f64x2.convert_low_i32x4_s(levels), mean), scale));
  const others = i32x4.shuffle(levels, levels, 2, 3, 2, 3);
  const second = rounded(f64x2.mul(f64x2.sub(f64x2.convert_low_i32x4_s(others), mean), scale));
  return i32x4.shuffle(i32x4.trunc_sat_f64x2_s_zero(first), i32x4.trunc_sat_f64x2_s_zero(second), 0, 1, 4, 5);
}

function rounded(v: v128): v128 {
  const up = f64x2.ceil(v);
  const over = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), v);
  return f64x2.sub(up, v128.and(over, f64x2.splat(1)));
}

/**
 * Normalized correlation of a template with a square, -1 where that is blank.
 * @param picture first px of the square; up to 7 px right of it are read
 * @param template as `patchTemplate` makes it
 * @param side px: 31 at most, so that sums of products fit 32 bits
 */
export function correlation(picture: usize, stride: usize, template: usize, side: i32): f64 {
  const within = withinSide(side);
  const whole = (side - 1) & ~7;
  const area = side * side;
  let levels = i16x8.splat(0);
  let squares = i32x4.splat(0);
  let products = i32x4.splat(0);
  let t = template;
  for (let row = picture, y = 0; y < side; y++, row += stride) {
    for (let x = 0; x < whole; x += 8, t += 16) {
      const level = v128.load8x8_u(row + <usize>x);
      levels = i16x8.add(levels, level);
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(level, level));
      products = i32x4.add(products, i32x4.dot_i16x8_s(level, v128.load(t)));
    }
    const level = v128.and(v128.load8x8_u(row + <usize>whole), within);
    levels = i16x8.add(levels, level);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(level, level));
    products = i32x4.add(products, i32x4.dot_i16x8_s(level, v128.load(t)));
    t += 16;
  }
  const sum = <f64>sumOf(i32x4.extadd_pairwise_i16x8_u(levels));
  const deviation = <f64>sumOf(squares) - (sum * sum) / <f64>area;
  if (deviation <= <f64>(4 * area)) return -1;
  return <f64>sumOf(products) / UNIT / sqrt<f64>(deviation);
}
