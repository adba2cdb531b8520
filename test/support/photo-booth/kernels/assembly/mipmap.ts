import { asFloats, upperTwo } from './lanes';

/** Bytes of a level in a list of levels: where its light lies, its width and height, 32 bits each. */
const LEVEL: usize = 12;

/** @param table 256 16-bit values; @param out 16 bits a value, three channels interleaved */
export function linearLight(bytes: usize, pixels: i32, channels: i32, table: usize, out: usize): void {
  const green: usize = channels == 1 ? 0 : 1;
  const blue: usize = channels == 1 ? 0 : 2;
  for (let p: usize = 0; p < <usize>pixels; p++, bytes += <usize>channels, out += 6) {
    store<u16>(out, lightOf(bytes, table));
    store<u16>(out, lightOf(bytes + green, table), 2);
    store<u16>(out, lightOf(bytes + blue, table), 4);
  }
}

function lightOf(byte: usize, table: usize): u16 {
  return load<u16>(table + ((<usize>load<u8>(byte)) << 1));
}

/** A row of a level's half: means of four px of its rows `top` and `low`. */
export function halveRow(top: usize, low: usize, width: i32, out: usize): void {
  const half = (width + 1) >> 1;
  for (let x = 0; x < half; x++, out += 6) {
    const left = <usize>(2 * x) * 6;
    const right = <usize>min(2 * x + 1, width - 1) * 6;
    for (let c: usize = 0; c < 6; c += 2) {
      const sum =
        <u32>load<u16>(top + left + c) +
        <u32>load<u16>(top + right + c) +
        <u32>load<u16>(low + left + c) +
        <u32>load<u16>(low + right + c);
      store<u16>(out + c, <u16>((sum + 2) >> 2));
    }
  }
}

/**
 * Light at a place (px of level 0) seen at `detail` = log2 of the px of level 0 that one px of the photograph covers;
 * bilinear within the levels and linear between them. Beyond the edge the edge goes on.
 * @param levels `count` levels, the finest first
 * @returns three 32-bit floats and one of no meaning
 */
export function sampleMipmap(levels: usize, count: i32, x: f64, y: f64, detail: f64): v128 {
  if (detail <= 0) return sampleLevel(levels, x, y, 1, f32x4.splat(0));
  const last = count - 1;
  const low = detail >= <f64>last ? last : <i32>detail;
  const scale: f64 = 1 / <f64>(1 << low);
  const share: f64 = low == last ? 0 : detail - <f64>low;
  const level = levels + <usize>low * LEVEL;
  const light = sampleLevel(
    level,
    (x + 0.5) * scale - 0.5,
    (y + 0.5) * scale - 0.5,
    1 - share,
    f32x4.splat(0),
  );
  if (share > 0.02) {
    const half = scale / 2;
    return sampleLevel(level + LEVEL, (x + 0.5) * half - 0.5, (y + 0.5) * half - 0.5, share, light);
  }
  if (!(share > 0)) return light;
  const weight = f64x2.splat(1 - share);
  return asFloats(
    f64x2.div(f64x2.promote_low_f32x4(light), weight),
    f64x2.div(f64x2.promote_low_f32x4(upperTwo(light)), weight),
  );
}

/** Adds a level's light at a place of its own, weighed, to what is given. */
function sampleLevel(level: usize, x: f64, y: f64, weight: f64, before: v128): v128 {
  const data = <usize>load<u32>(level);
  const width = load<i32>(level, 4);
  const height = load<i32>(level, 8);
  if (x < 0) x = 0;
  else if (x > <f64>width - 1.001) x = <f64>width - 1.001;
  if (y < 0) y = 0;
  else if (y > <f64>height - 1.001) y = <f64>height - 1.001;
  const ix = <i32>x;
  const iy = <i32>y;
  const fx = x - <f64>ix;
  const fy = y - <f64>iy;
  const w11 = fx * fy * weight;
  const w10 = (fx - fx * fy) * weight;
  const w01 = (fy - fx * fy) * weight;
  const w00 = weight - w11 - w10 - w01;
  const i = data + <usize>(iy * width + ix) * 6;
  const j = i + <usize>width * 6;
  const a = v128.load16x4_u(i);
  const b = v128.load16x4_u(i, 6);
  const c = v128.load16x4_u(j);
  const d = v128.load16x4_u(j, 6);
  const s00 = f64x2.splat(w00);
  const s10 = f64x2.splat(w10);
  const s01 = f64x2.splat(w01);
  const s11 = f64x2.splat(w11);
  return asFloats(
    addWeighed(before, a, b, c, d, s00, s10, s01, s11),
    addWeighed(upperTwo(before), upperTwo(a), upperTwo(b), upperTwo(c), upperTwo(d), s00, s10, s01, s11),
  );
}

/** Adds the first two of four px' light, weighed, to the first two floats of what is given. */
function addWeighed(
  before: v128,
  a: v128,
  b: v128,
  c: v128,
  d: v128,
  s00: v128,
  s10: v128,
  s01: v128,
  s11: v128,
): v128 {
  const first = f64x2.add(f64x2.promote_low_f32x4(before), f64x2.mul(s00, f64x2.convert_low_i32x4_s(a)));
  const top = f64x2.add(first, f64x2.mul(s10, f64x2.convert_low_i32x4_s(b)));
  const left = f64x2.add(top, f64x2.mul(s01, f64x2.convert_low_i32x4_s(c)));
  return f64x2.add(left, f64x2.mul(s11, f64x2.convert_low_i32x4_s(d)));
}
