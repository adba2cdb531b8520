import { storeFirst } from './stores';

/** Px of a block with one gain, along a column. */
const BLOCK_HEIGHT: f64 = 4;
/**
 * Bytes of what is kept of a column of blocks: how far its middle lies between two nodes of a row of the lattice, and
 * the address of the former.
 */
const CELL: i32 = 16;

/** Bytes of scratch that `layGains` needs, for so many columns of the lattice and blocks to a row. */
export function layGainsScratch(cols: i32, blocks: i32): i32 {
  return 4 * cols + CELL * (blocks + 1);
}

/**
 * The gains of a picture's blocks from a lattice over it, bilinear.
 * @param factors of the lattice, 32-bit floats, row-major, `channels` interleaved, of which one is wanted; 2 rows at
 * least
 * @param places of the middles of a row's blocks between the lattice's columns, 32-bit floats
 * @param height of the picture, px
 * @param scratch `layGainsScratch` bytes
 * @param out 16 bits each, 256ths, row-major; 2 bytes past the last one are written
 */
export function layGains(
  factors: usize,
  cols: i32,
  rows: i32,
  channels: i32,
  channel: i32,
  places: usize,
  blocks: i32,
  height: i32,
  scratch: usize,
  out: usize,
): void {
  const cells = scratch;
  const lattice = scratch + <usize>((blocks + 1) * CELL);
  // Two blocks are worked out at a time: the last one has another beside it.
  for (let i = 0; i <= blocks; i++) {
    const at = <f64>load<f32>(places + ((<usize>min(i, blocks - 1)) << 2));
    const cell = min(cols - 2, <i32>at);
    store<f64>(cells + <usize>(i * CELL), at - <f64>cell);
    store<u32>(cells + <usize>(i * CELL), <u32>lattice + <u32>(cell << 2), 8);
  }
  const down = (<usize>(cols * channels)) << 2;
  const across = (<usize>channels) << 2;
  for (let y = 0, k = out; y < height; y += <i32>BLOCK_HEIGHT) {
    const place = min(1, (<f64>y + BLOCK_HEIGHT / 2) / <f64>max(1, height - 1)) * <f64>(rows - 1);
    const j = min(rows - 2, <i32>place);
    const share = place - <f64>j;
    let p = factors + <usize>j * down + ((<usize>channel) << 2);
    for (let i = 0; i < cols; i++, p += across) {
      const upper = <f64>load<f32>(p);
      store<f32>(lattice + ((<usize>i) << 2), <f32>(upper + (<f64>load<f32>(p + down) - upper) * share));
    }
    for (let i = 0; i < blocks; i += 2) {
      const cell = cells + <usize>(i * CELL);
      const first = v128.load64_zero(<usize>load<u32>(cell, 8));
      const second = v128.load64_zero(<usize>load<u32>(cell, 8 + CELL));
      const left = f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 0, 4, 0, 4));
      const right = f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 1, 5, 1, 5));
      const shares = v128.load64_lane(cell + <usize>CELL, v128.load64_zero(cell), 1);
      const gains = f64x2.add(left, f64x2.mul(f64x2.sub(right, left), shares));
      const parts = f64x2.add(f64x2.mul(gains, f64x2.splat(256)), f64x2.splat(0.5));
      const words = i32x4.trunc_sat_f64x2_s_zero(parts);
      v128.store32_lane(k + ((<usize>i) << 1), i16x8.narrow_i32x4_s(words, words), 0);
    }
    k += (<usize>blocks) << 1;
  }
}

/**
 * A plane of levels times the gains of its blocks, then through a curve; in place.
 * @param plane rows `width` bytes apart
 * @param gains of the blocks of 8 by 4 px, row-major, `blocks` to a row: 16 bits each, 256ths, under 32,768
 * @param curve what becomes of the levels 0..255
 */
export function tonePlane(
  plane: usize,
  width: i32,
  height: i32,
  gains: usize,
  blocks: i32,
  curve: usize,
): void {
  for (let y = 0; y < height; y++) {
    const row = plane + <usize>y * <usize>width;
    let gain = gains + ((<usize>(y >> 2) * <usize>blocks) << 1);
    for (let x = 0; x < width; x += 16, gain += 4) {
      const p = row + <usize>x;
      const v = v128.load(p);
      const low = gained(i16x8.extend_low_i8x16_u(v), v128.load16_splat(gain));
      const high = gained(i16x8.extend_high_i8x16_u(v), v128.load16_splat(gain, 2));
      const levels = curved(i8x16.narrow_i16x8_u(low, high), curve);
      if (x + 16 <= width) v128.store(p, levels);
      else storeFirst(p, levels, width - x);
    }
  }
}

/**
 * The same of colours at half the density: red and blue become how far they are over green then.
 * @param red levels of 16 bits, in place, rows `width` px apart; `blue` likewise
 * @param green levels of 8 bits, rows `width` bytes apart
 * @param gainsOfRed of the blocks of 4 by 2 px, row-major, `blocks` to a row, as above; the others likewise
 */
export function toneColours(
  red: usize,
  green: usize,
  blue: usize,
  width: i32,
  height: i32,
  gainsOfRed: usize,
  gainsOfGreen: usize,
  gainsOfBlue: usize,
  blocks: i32,
  curve: usize,
): void {
  for (let y = 0; y < height; y++) {
    const row = <usize>y * <usize>width;
    const from = (<usize>(y >> 1) * <usize>blocks) << 1;
    for (let x = 0; x < width; x += 8) {
      const at = row + <usize>x;
      const gain = from + ((<usize>(x >> 2)) << 1);
      const r = gained(v128.load(red + (at << 1)), gainPair(gainsOfRed + gain));
      const g = gained(v128.load8x8_u(green + at), gainPair(gainsOfGreen + gain));
      const b = gained(v128.load(blue + (at << 1)), gainPair(gainsOfBlue + gain));
      const redBlue = curved(i8x16.narrow_i16x8_u(r, b), curve);
      const over = i16x8.extend_low_i8x16_u(curved(i8x16.narrow_i16x8_u(g, g), curve));
      const reds = i16x8.sub(i16x8.extend_low_i8x16_u(redBlue), over);
      const blues = i16x8.sub(i16x8.extend_high_i8x16_u(redBlue), over);
      if (x + 8 <= width) {
        v128.store(red + (at << 1), reds);
        v128.store(blue + (at << 1), blues);
      } else {
        storeFirst(red + (at << 1), reds, (width - x) << 1);
        storeFirst(blue + (at << 1), blues, (width - x) << 1);
      }
    }
  }
}

/**
 * Levels through a curve; in place.
 * @param levels `count` bytes; up to 15 more are read
 * @param curve what becomes of the levels 0..255
 */
export function throughCurve(levels: usize, count: i32, curve: usize): void {
  for (let x = 0; x < count; x += 16) {
    const p = levels + <usize>x;
    const through = curved(v128.load(p), curve);
    if (x + 16 <= count) v128.store(p, through);
    else storeFirst(p, through, count - x);
  }
}

/** Levels of 16 bits times gains in 256ths, rounded. */
function gained(levels: v128, gains: v128): v128 {
  return i16x8.q15mulr_sat_s(i16x8.shl(levels, 7), gains);
}

/** The gains of two blocks, each four times. */
function gainPair(gains: usize): v128 {
  const v = v128.load32_splat(gains);
  return i8x16.shuffle(v, v, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3);
}

/** Levels looked up in a curve a quarter of it at a time: only the upper one where all are light, as paper is. */
function curved(levels: v128, curve: usize): v128 {
  const upper = quarterOf(levels, curve, 192);
  if (i8x16.all_true(i8x16.ge_u(levels, i8x16.splat(<i8>192)))) return upper;
  const half = v128.or(upper, quarterOf(levels, curve, 128));
  if (i8x16.all_true(i8x16.ge_u(levels, i8x16.splat(<i8>128)))) return half;
  return v128.or(half, v128.or(quarterOf(levels, curve, 64), quarterOf(levels, curve, 0)));
}

/** Those levels looked up that lie in a quarter of the curve, 0 for the others. */
function quarterOf(levels: v128, curve: usize, from: i32): v128 {
  return v128.or(
    v128.or(sixteenOf(levels, curve, from), sixteenOf(levels, curve, from + 16)),
    v128.or(sixteenOf(levels, curve, from + 32), sixteenOf(levels, curve, from + 48)),
  );
}

function sixteenOf(levels: v128, curve: usize, from: i32): v128 {
  return i8x16.swizzle(v128.load(curve + <usize>from), i8x16.sub(levels, i8x16.splat(<i8>from)));
}
