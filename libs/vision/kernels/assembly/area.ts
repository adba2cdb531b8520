/** Px of the target that are computed together. */
const LANES = 4;

/**
 * Reduces a picture by area averaging, in the order of operations of OpenCV's `resize` with INTER_AREA and in single
 * precision, as it does.
 * @param picture `width` px a row; up to 16 bytes past its end may be read
 * @param groups a record for each four px of a row of the target: a word with the first px that they are made of, and
 *   12 bytes unused; then for each tap 16 bytes with where each of the four finds its px after that one (a byte in a
 *   word; 255s elsewhere), and four weights (f32)
 * @param taps px that one of the target is made of, at most
 * @param rows a record for each row of the picture that is used, in order: its number, that of the target's row, its
 * weight (f32)
 * @param target `targetWidth` bytes a row, and 3
 * @param scratch `8 * (targetWidth + 4)` bytes
 */
export function reduceArea(
  picture: usize,
  width: i32,
  groups: usize,
  taps: i32,
  rows: usize,
  rowCount: i32,
  target: usize,
  targetWidth: i32,
  scratch: usize,
): void {
  const means = scratch + ((<usize>(targetWidth + LANES)) << 2);
  let read = -1;
  let current = -1;
  for (let k = 0; k < rowCount; k++, rows += 12) {
    const row = load<i32>(rows);
    const to = load<i32>(rows, 4);
    // A row that two of the target share is read once.
    if (row != read) meansAcross(picture + <usize>(row * width), groups, taps, means, targetWidth);
    read = row;
    const isNext = to != current;
    if (isNext && current >= 0) roundRow(scratch, targetWidth, target + <usize>(current * targetWidth));
    current = to;
    const weight = f32x4.splat(load<f32>(rows, 8));
    for (let x = 0; x < targetWidth; x += LANES) {
      const at = (<usize>x) << 2;
      const weighted = f32x4.mul(weight, v128.load(means + at));
      v128.store(scratch + at, isNext ? weighted : f32x4.add(v128.load(scratch + at), weighted));
    }
  }
  roundRow(scratch, targetWidth, target + <usize>(current * targetWidth));
}

function meansAcross(row: usize, group: usize, taps: i32, out: usize, width: i32): void {
  for (let x = 0; x < width; x += LANES, out += 16) {
    const px = v128.load(row + <usize>load<i32>(group));
    group += 16;
    let sum = f32x4.splat(0);
    for (let t = 0; t < taps; t++, group += 32) {
      const chosen = f32x4.convert_i32x4_u(i8x16.swizzle(px, v128.load(group)));
      sum = f32x4.add(sum, f32x4.mul(chosen, v128.load(group, 16)));
    }
    v128.store(out, sum);
  }
}

function roundRow(sums: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += LANES) {
    const levels = i32x4.trunc_sat_f32x4_s(f32x4.nearest(v128.load(sums + ((<usize>x) << 2))));
    const words = i16x8.narrow_i32x4_s(levels, levels);
    // What is written past the row's end belongs to the next one, which comes later.
    store<i32>(out + <usize>x, i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0));
  }
}
