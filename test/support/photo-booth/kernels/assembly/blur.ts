import { upperTwo } from './lanes';

/**
 * Weighs the values of a row with those beside them, in place, borders repeated.
 * @param light the row: 16 bits a value, three channels interleaved
 * @param stride values of a row
 * @param weights `radius + 1` 64-bit floats: the middle's, then that of both neighbours at each distance
 * @param copy scratch, bytes: `2 * stride + 12 * radius + 16`
 * @param out scratch, bytes: `2 * stride + 16`
 */
export function blurRow(
  light: usize,
  stride: i32,
  weights: usize,
  radius: i32,
  copy: usize,
  out: usize,
): void {
  const size = (<usize>stride) << 1;
  const border = <usize>radius * 6;
  memory.copy(copy + border, light, size);
  for (let at: usize = 0; at < border; at += 6) {
    memory.copy(copy + at, light, 6);
    memory.copy(copy + border + size + at, light + size - 6, 6);
  }
  for (let at: usize = 0; at < size; at += 8) {
    const middle = copy + border + at;
    const own = v128.load16x4_u(middle);
    const first = f64x2.splat(load<f64>(weights));
    let low = f64x2.mul(first, f64x2.convert_low_i32x4_s(own));
    let high = f64x2.mul(first, f64x2.convert_low_i32x4_s(upperTwo(own)));
    for (let r = 1; r <= radius; r++) {
      const away = <usize>r * 6;
      const both = i32x4.add(v128.load16x4_u(middle - away), v128.load16x4_u(middle + away));
      const weight = f64x2.splat(load<f64>(weights + ((<usize>r) << 3)));
      low = f64x2.add(low, f64x2.mul(weight, f64x2.convert_low_i32x4_s(both)));
      high = f64x2.add(high, f64x2.mul(weight, f64x2.convert_low_i32x4_s(upperTwo(both))));
    }
    const a = i32x4.trunc_sat_f64x2_s_zero(low);
    const b = i32x4.trunc_sat_f64x2_s_zero(high);
    storeFour(out + at, v128.shuffle<i32>(a, b, 0, 1, 4, 5));
  }
  memory.copy(light, out, size);
}

/**
 * The same of row `y` along the columns, in place; rows are taken one after the other from 0. Sums are 32-bit floats.
 * @param light the first row
 * @param ring `(2 * radius + 1) * (2 * stride + 16)` bytes, kept from row to row: rows as they were before
 * @param out scratch, bytes: `2 * stride + 16`
 */
export function blurColumns(
  light: usize,
  stride: i32,
  height: i32,
  y: i32,
  weights: usize,
  radius: i32,
  ring: usize,
  out: usize,
): void {
  const size = (<usize>stride) << 1;
  const pitch = size + 16;
  const rows = 2 * radius + 1;
  for (let row = y == 0 ? -radius : y + radius; row <= y + radius; row++) {
    const from = <usize>min(height - 1, max(0, row));
    memory.copy(ring + pitch * <usize>((row + radius) % rows), light + size * from, size);
  }
  const middle = ring + pitch * <usize>((y + radius) % rows);
  for (let at: usize = 0; at < size; at += 8) {
    const own = v128.load16x4_u(middle + at);
    const first = f64x2.splat(load<f64>(weights));
    let low = f32x4.demote_f64x2_zero(f64x2.mul(first, f64x2.convert_low_i32x4_s(own)));
    let high = f32x4.demote_f64x2_zero(f64x2.mul(first, f64x2.convert_low_i32x4_s(upperTwo(own))));
    let above = (y + radius) % rows;
    let below = above;
    for (let r = 1; r <= radius; r++) {
      above = above == 0 ? rows - 1 : above - 1;
      below = below == rows - 1 ? 0 : below + 1;
      const both = i32x4.add(
        v128.load16x4_u(ring + pitch * <usize>above + at),
        v128.load16x4_u(ring + pitch * <usize>below + at),
      );
      const weight = f64x2.splat(load<f64>(weights + ((<usize>r) << 3)));
      low = addTo(low, f64x2.mul(weight, f64x2.convert_low_i32x4_s(both)));
      high = addTo(high, f64x2.mul(weight, f64x2.convert_low_i32x4_s(upperTwo(both))));
    }
    storeFour(out + at, i32x4.trunc_sat_f32x4_s(v128.shuffle<i32>(low, high, 0, 1, 4, 5)));
  }
  memory.copy(light + size * <usize>y, out, size);
}

function addTo(sums: v128, two: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.add(f64x2.promote_low_f32x4(sums), two));
}

function storeFour(out: usize, four: v128): void {
  v128.store64_lane(out, i16x8.narrow_i32x4_u(four, four), 0);
}
