/**
 * Divides a grey picture by the mean of a square window around each px, cut at the borders.
 * @param picture `width * height` bytes, row after row
 * @param radius half the window's side, px
 * @param level what the background becomes
 * @param target as many bytes
 * @param scratch `12 * (width + 4)` bytes
 */
export function divideByMean(
  picture: usize,
  width: i32,
  height: i32,
  radius: i32,
  level: i32,
  target: usize,
  scratch: usize,
): void {
  const size = (<usize>((width + 3) & ~3)) << 2;
  const columns = scratch;
  const sums = columns + size;
  const counts = sums + size;
  memory.fill(columns, 0, size);
  for (let x = 0; x < width; x++)
    store<i32>(counts + ((<usize>x) << 2), min(width - 1, x + radius) - max(0, x - radius) + 1);
  for (let y = 0; y < min(radius, height); y++) addRow(columns, picture + <usize>(y * width), width);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(columns, picture + <usize>((y + radius) * width), width);
    if (y - radius > 0) takeRow(columns, picture + <usize>((y - radius - 1) * width), width);
    windowSums(columns, width, radius, sums);
    const rows = min(height - 1, y + radius) - max(0, y - radius) + 1;
    divideRow(picture + <usize>(y * width), sums, counts, rows, level, width, target + <usize>(y * width));
  }
}

function addRow(columns: usize, row: usize, width: i32): void {
  for (let x = 0; x < width; x += 4) {
    const p = columns + ((<usize>x) << 2);
    v128.store(p, i32x4.add(v128.load(p), fourAt(row + <usize>x)));
  }
}

function takeRow(columns: usize, row: usize, width: i32): void {
  for (let x = 0; x < width; x += 4) {
    const p = columns + ((<usize>x) << 2);
    v128.store(p, i32x4.sub(v128.load(p), fourAt(row + <usize>x)));
  }
}

/** Four bytes as four words. */
function fourAt(p: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(p)));
}

function windowSums(columns: usize, width: i32, radius: i32, sums: usize): void {
  let sum = 0;
  for (let x = 0; x < min(radius, width); x++) sum += load<i32>(columns + ((<usize>x) << 2));
  for (let x = 0; x < width; x++) {
    if (x + radius < width) sum += load<i32>(columns + ((<usize>(x + radius)) << 2));
    if (x > radius) sum -= load<i32>(columns + ((<usize>(x - radius - 1)) << 2));
    store<i32>(sums + ((<usize>x) << 2), sum);
  }
}

function divideRow(
  row: usize,
  sums: usize,
  counts: usize,
  rows: i32,
  level: i32,
  width: i32,
  target: usize,
): void {
  const factor = i32x4.splat(level);
  const tall = i32x4.splat(rows);
  for (let x = 0; x < width; x += 4) {
    const offset = (<usize>x) << 2;
    const count = i32x4.mul(v128.load(counts + offset), tall);
    const light = i32x4.mul(fourAt(row + <usize>x), factor);
    const sum = v128.load(sums + offset);
    const low = quotients(light, count, sum);
    const high = quotients(upper(light), upper(count), upper(sum));
    const a = i32x4.trunc_sat_f64x2_u_zero(low);
    const b = i32x4.trunc_sat_f64x2_u_zero(high);
    const words = i16x8.narrow_i32x4_u(i64x2.shuffle(a, b, 0, 2), a);
    const bytes = i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
    if (x + 4 <= width) store<i32>(target + <usize>x, bytes);
    else for (let i = x; i < width; i++) store<u8>(target + <usize>i, <u8>(bytes >>> ((i - x) << 3)));
  }
}

/** Of the first two px: their light times the window's px, by the sum of the window; at most 255. */
function quotients(light: v128, count: v128, sum: v128): v128 {
  const n = f64x2.convert_low_i32x4_s(count);
  // Half a level of grey keeps a black window from dividing by zero.
  const below = f64x2.add(f64x2.convert_low_i32x4_s(sum), f64x2.mul(f64x2.splat(0.5), n));
  return f64x2.pmin(f64x2.splat(255), f64x2.div(f64x2.mul(f64x2.convert_low_i32x4_s(light), n), below));
}

function upper(v: v128): v128 {
  return i64x2.shuffle(v, v, 1, 1);
}
