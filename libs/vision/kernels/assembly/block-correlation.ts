/** Side of a block, px: its rows are read as two vectors, of the second of which the rest is left out. */
const BLOCK = 26;
/** A picture's block with less spread than this (variance, grey levels) shows nothing. */
const FLAT: f64 = 1;

/**
 * Normalized correlation, -1..1, of a block's ink and what a picture shows in a place; 0 where that is all one level.
 * @param ink first px of the block's ink; @param inkStride bytes from row to row
 * @param inkSum sum of the ink's levels; @param inkScatter sum of their squares about the mean
 * @param picture the place's first px; @param stride bytes from row to row; of either up to 6 bytes past each row of
 * the block are read
 */
export function blockCorrelation(
  ink: usize,
  inkStride: i32,
  inkSum: f64,
  inkScatter: f64,
  picture: usize,
  stride: i32,
): f64 {
  const within = i8x16.lt_u(
    i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    i8x16.splat(<i8>(BLOCK - 16)),
  );
  let products = i32x4.splat(0);
  let squares = products;
  let sums = products;
  for (let y = 0; y < BLOCK; y++, ink += <usize>inkStride, picture += <usize>stride) {
    const a = v128.load(ink);
    const b = v128.load(picture);
    const a0 = i16x8.extend_low_i8x16_u(a);
    const b0 = i16x8.extend_low_i8x16_u(b);
    const a1 = i16x8.extend_high_i8x16_u(a);
    const b1 = i16x8.extend_high_i8x16_u(b);
    const c = v128.and(v128.load(ink, 16), within);
    const d = v128.and(v128.load(picture, 16), within);
    const c0 = i16x8.extend_low_i8x16_u(c);
    const d0 = i16x8.extend_low_i8x16_u(d);
    const c1 = i16x8.extend_high_i8x16_u(c);
    const d1 = i16x8.extend_high_i8x16_u(d);
    products = i32x4.add(products, i32x4.add(i32x4.dot_i16x8_s(a0, b0), i32x4.dot_i16x8_s(a1, b1)));
    products = i32x4.add(products, i32x4.add(i32x4.dot_i16x8_s(c0, d0), i32x4.dot_i16x8_s(c1, d1)));
    squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(b0, b0), i32x4.dot_i16x8_s(b1, b1)));
    squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1)));
    const row = i16x8.add(i16x8.add(b0, b1), i16x8.add(d0, d1));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(row));
  }
  const n: f64 = BLOCK * BLOCK;
  const sum = total(sums);
  const scatter = total(squares) - (sum * sum) / n;
  return scatter > FLAT * n ? (total(products) - (inkSum * sum) / n) / Math.sqrt(inkScatter * scatter) : 0;
}

function total(v: v128): f64 {
  const sum =
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
  return <f64>sum;
}
