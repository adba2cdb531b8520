/**
 * Ink of a window that two pages have alike.
 * @param a and @param b the pages' ink, dense rows of 32-bit floats; up to one px past the last is read
 * @param limit ink that differs by less is alike
 * @param ink and @param shared as `goWithInk` takes them: the mean of both, and whether they are alike; all zero before
 * @param stats how many px are alike, the sum of their ink and of its squares, 64-bit floats; then the same of every
 * other px of every other row
 */
export function shareInk(
  a: usize,
  b: usize,
  width: i32,
  height: i32,
  limit: f64,
  ink: usize,
  shared: usize,
  pitch: i32,
  stats: usize,
): void {
  let counts = i64x2.splat(0);
  let sum = f64x2.splat(0);
  let squares = sum;
  // Of the rows with an even number alone: the first lane is of their even px.
  let evenCounts = counts;
  let evenSum = sum;
  let evenSquares = sum;
  for (let y = 0; y < height; y++) {
    const from = (<usize>(y * width)) << 2;
    const to = (<usize>(y * pitch)) << 2;
    let rowCounts = i64x2.splat(0);
    let rowSum = f64x2.splat(0);
    let rowSquares = rowSum;
    for (let x = 0; x < width; x += 2) {
      const off = (<usize>x) << 2;
      const first = f64x2.promote_low_f32x4(v128.load64_zero(a + from + off));
      const second = f64x2.promote_low_f32x4(v128.load64_zero(b + from + off));
      let alike = f64x2.lt(f64x2.abs(f64x2.sub(first, second)), f64x2.splat(limit));
      if (x + 1 == width) alike = i64x2.replace_lane(alike, 1, 0);
      const level = v128.and(f64x2.mul(f64x2.add(first, second), f64x2.splat(0.5)), alike);
      v128.store64_lane(ink + to + off, f32x4.demote_f64x2_zero(level), 0);
      v128.store64_lane(shared + to + off, i32x4.shuffle(alike, alike, 0, 2, 0, 2), 0);
      rowCounts = i64x2.sub(rowCounts, alike);
      rowSum = f64x2.add(rowSum, level);
      rowSquares = f64x2.add(rowSquares, f64x2.mul(level, level));
    }
    counts = i64x2.add(counts, rowCounts);
    sum = f64x2.add(sum, rowSum);
    squares = f64x2.add(squares, rowSquares);
    if ((y & 1) != 0) continue;
    evenCounts = i64x2.add(evenCounts, rowCounts);
    evenSum = f64x2.add(evenSum, rowSum);
    evenSquares = f64x2.add(evenSquares, rowSquares);
  }
  store<f64>(stats, <f64>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1)));
  store<f64>(stats, total(sum), 8);
  store<f64>(stats, total(squares), 16);
  store<f64>(stats, <f64>i64x2.extract_lane(evenCounts, 0), 24);
  store<f64>(stats, f64x2.extract_lane(evenSum, 0), 32);
  store<f64>(stats, f64x2.extract_lane(evenSquares, 0), 40);
}

/**
 * How a frame goes with ink, px by px where both of two pages have it: sums of the frame's levels, of their squares,
 * and of their products with the ink.
 * @param ink 32-bit floats, rows `pitch` px apart, a multiple of eight; @param shared likewise 32 bits, all ones where
 * a px counts, else zero
 * @param frame 32-bit floats, rows `stride` px apart, of the px that the first one of the ink lies on; up to 7 px past
 * the ink's last are read
 * @param step 1 for every px, 2 for every other one of every other row
 * @param sums three 64-bit floats
 */
export function goWithInk(
  ink: usize,
  shared: usize,
  pitch: i32,
  height: i32,
  frame: usize,
  stride: i32,
  step: i32,
  sums: usize,
): void {
  let sum = f64x2.splat(0);
  let squares = sum;
  let products = sum;
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < pitch; x += 4 * step) {
      const at = (<usize>(y * pitch + x)) << 2;
      const level = v128.and(four(frame + ((<usize>(y * stride + x)) << 2), step), four(shared + at, step));
      const here = four(ink + at, step);
      const first = f64x2.promote_low_f32x4(level);
      const second = f64x2.promote_low_f32x4(i32x4.shuffle(level, level, 2, 3, 2, 3));
      const firstInk = f64x2.promote_low_f32x4(here);
      const secondInk = f64x2.promote_low_f32x4(i32x4.shuffle(here, here, 2, 3, 2, 3));
      sum = f64x2.add(sum, f64x2.add(first, second));
      squares = f64x2.add(squares, f64x2.add(f64x2.mul(first, first), f64x2.mul(second, second)));
      products = f64x2.add(products, f64x2.add(f64x2.mul(first, firstInk), f64x2.mul(second, secondInk)));
    }
  store<f64>(sums, total(sum));
  store<f64>(sums, total(squares), 8);
  store<f64>(sums, total(products), 16);
}

/** Four values that lie `step` apart, 1 or 2. */
function four(at: usize, step: i32): v128 {
  const values = v128.load(at);
  return step == 1 ? values : i32x4.shuffle(values, v128.load(at, 16), 0, 2, 4, 6);
}

function total(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/**
 * Squared difference of two windows of ink, the first moved, at every other px of every other row.
 * @param a and @param b first px compared, 32-bit floats, rows `stride` px apart; up to 7 px past the last of a row are
 * read
 * @param width and @param height of what is compared, px
 * @param most the sum is ended in the row in which it reaches this
 */
export function movedError(a: usize, b: usize, stride: i32, width: i32, height: i32, most: f64): f64 {
  let error: f64 = 0;
  for (let y = 0; y < height && error < most; y += 2) {
    const row = (<usize>(y * stride)) << 2;
    let squares = f64x2.splat(0);
    for (let x = 0; x < width; x += 8) {
      const at = row + ((<usize>x) << 2);
      const off = v128.and(f32x4.sub(four(a + at, 2), four(b + at, 2)), within(width - x));
      const first = f64x2.promote_low_f32x4(off);
      const second = f64x2.promote_low_f32x4(i32x4.shuffle(off, off, 2, 3, 2, 3));
      squares = f64x2.add(squares, f64x2.add(f64x2.mul(first, first), f64x2.mul(second, second)));
    }
    error += total(squares);
  }
  return error;
}

/** All ones for those of four values, two px apart, that lie among the next `count` px. */
function within(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 2, 4, 6), i32x4.splat(count));
}
