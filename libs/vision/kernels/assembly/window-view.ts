/**
 * A window of a page as a picture shows it: each px between the four of the picture around its place, which must be
 * there.
 * @param picture part of a grey picture, rows `stride` bytes apart; its first px is the picture's at (left, top)
 * @param starts of each row the three numbers whose ratios are the place of its first px, 64-bit floats
 * @param stepX, stepY, stepW what these change by from px to px
 * @param out `width * height` 32-bit floats; one more may be written
 */
export function viewWindow(
  picture: usize,
  stride: i32,
  left: i32,
  top: i32,
  starts: usize,
  stepX: f64,
  stepY: f64,
  stepW: f64,
  width: i32,
  height: i32,
  out: usize,
): void {
  const origin = picture - <usize>(top * stride + left);
  for (let y = 0; y < height; y++, starts += 24) {
    const startX = f64x2.splat(load<f64>(starts));
    const startY = f64x2.splat(load<f64>(starts, 8));
    const startW = f64x2.splat(load<f64>(starts, 16));
    const row = out + ((<usize>(y * width)) << 2);
    for (let x = 0; x < width; x += 2) {
      // An odd row's last px comes twice.
      const along = f64x2.replace_lane(f64x2.splat(<f64>x), 1, <f64>min(x + 1, width - 1));
      const perW = f64x2.div(f64x2.splat(1), f64x2.add(startW, f64x2.mul(along, f64x2.splat(stepW))));
      const u = f64x2.mul(f64x2.add(startX, f64x2.mul(along, f64x2.splat(stepX))), perW);
      const v = f64x2.mul(f64x2.add(startY, f64x2.mul(along, f64x2.splat(stepY))), perW);
      const columns = i32x4.trunc_sat_f64x2_s_zero(u);
      const lines = i32x4.trunc_sat_f64x2_s_zero(v);
      const first = origin + <usize>(i32x4.extract_lane(lines, 0) * stride + i32x4.extract_lane(columns, 0));
      const second = origin + <usize>(i32x4.extract_lane(lines, 1) * stride + i32x4.extract_lane(columns, 1));
      const across = f64x2.sub(u, f64x2.convert_low_i32x4_s(columns));
      const down = f64x2.sub(v, f64x2.convert_low_i32x4_s(lines));
      const upper = alongRow(load<u16>(first), load<u16>(second), across);
      const lower = alongRow(load<u16>(first + <usize>stride), load<u16>(second + <usize>stride), across);
      const level = between(upper, lower, down);
      v128.store64_lane(row + ((<usize>x) << 2), f32x4.demote_f64x2_zero(level), 0);
    }
  }
}

/** Levels of two places between two px each, which lie in the lower and the upper byte. */
function alongRow(first: i32, second: i32, across: v128): v128 {
  const both = i32x4.replace_lane(i32x4.splat(first), 1, second);
  const left = f64x2.convert_low_i32x4_s(v128.and(both, i32x4.splat(255)));
  return between(left, f64x2.convert_low_i32x4_s(i32x4.shr_u(both, 8)), across);
}

function between(a: v128, b: v128, part: v128): v128 {
  return f64x2.add(f64x2.mul(a, f64x2.sub(f64x2.splat(1), part)), f64x2.mul(b, part));
}
