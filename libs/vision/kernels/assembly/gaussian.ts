/**
 * A picture's levels weighed by a kernel along its rows, borders repeated.
 * @param picture one byte a px, rows `width` bytes apart
 * @param weights `2 * radius + 1` 64-bit floats, and their sum; @param row scratch of `4 * (width + 2 * radius + 4)`
 * bytes
 * @param out 32-bit floats; up to 12 bytes more are written
 */
export function weighRows(
  picture: usize,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
  total: f64,
  row: usize,
  out: usize,
): void {
  const taps = 2 * radius + 1;
  const sums = f64x2.splat(total);
  for (let y = 0; y < height; y++, picture += <usize>width) {
    const target = out + ((<usize>(y * width)) << 2);
    if (isUnlit(picture, width)) {
      memory.fill(target, 0, (<usize>width) << 2);
      continue;
    }
    for (let x = 0; x < width + 2 * radius; x++)
      store<f32>(row + ((<usize>x) << 2), <f32>load<u8>(picture + <usize>min(width - 1, max(0, x - radius))));
    for (let x = 0; x < width; x += 2) {
      let sum = f64x2.splat(0);
      let at = row + ((<usize>x) << 2);
      for (let k = 0; k < taps; k++, at += 4) {
        const levels = f64x2.promote_low_f32x4(v128.load64_zero(at));
        sum = f64x2.add(sum, f64x2.mul(f64x2.splat(load<f64>(weights + ((<usize>k) << 3))), levels));
      }
      v128.store64_lane(target + ((<usize>x) << 2), f32x4.demote_f64x2_zero(f64x2.div(sum, sums)), 0);
    }
  }
}

/** The same of floats along the columns; @param picture 32-bit floats, not `out`. */
export function weighColumns(
  picture: usize,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
  total: f64,
  out: usize,
): void {
  const taps = 2 * radius + 1;
  const sums = f64x2.splat(total);
  for (let y = 0; y < height; y++) {
    const target = out + ((<usize>(y * width)) << 2);
    for (let x = 0; x < width; x += 2) {
      let sum = f64x2.splat(0);
      for (let k = 0; k < taps; k++) {
        const from = min(height - 1, max(0, y + k - radius));
        const levels = f64x2.promote_low_f32x4(
          v128.load64_zero(picture + ((<usize>(from * width + x)) << 2)),
        );
        sum = f64x2.add(sum, f64x2.mul(f64x2.splat(load<f64>(weights + ((<usize>k) << 3))), levels));
      }
      v128.store64_lane(target + ((<usize>x) << 2), f32x4.demote_f64x2_zero(f64x2.div(sum, sums)), 0);
    }
  }
}

/** Whether a row is nothing but 0, as between lines of ink. */
function isUnlit(row: usize, width: i32): bool {
  for (let x = 0; x < width; x++) if (load<u8>(row + <usize>x)) return false;
  return true;
}
