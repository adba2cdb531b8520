import { COLOUR_SHIFT, GREEN_SHIFT, PLACE_BITS } from './warp-places';

/** Half a level. */
const HALF: i32 = 1 << 15;

/** Places of four px in a row, from the first and the way to the next. */
function fourFrom(first: i32, step: i32): v128 {
  return i32x4.add(i32x4.splat(first), i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
}

/** How far in bytes the px of four places lie from the first one. */
function offsetsOf(xs: v128, ys: v128, stride: i32, channels: i32): v128 {
  return i32x4.add(
    i32x4.mul(i32x4.shr_s(ys, PLACE_BITS), i32x4.splat(stride)),
    i32x4.mul(i32x4.shr_s(xs, PLACE_BITS), i32x4.splat(channels)),
  );
}

/** The words, of 32 bits, at four offsets from an address. */
function wordsAt(address: usize, offsets: v128): v128 {
  let words = v128.load32_zero(address + <usize>i32x4.extract_lane(offsets, 0));
  words = v128.load32_lane(address + <usize>i32x4.extract_lane(offsets, 1), words, 1);
  words = v128.load32_lane(address + <usize>i32x4.extract_lane(offsets, 2), words, 2);
  return v128.load32_lane(address + <usize>i32x4.extract_lane(offsets, 3), words, 3);
}

/** A byte of each of four words beside the same byte of four others, 16 bits each. */
function bytesBeside(a: v128, b: v128, shift: i32): v128 {
  const byte = i32x4.splat(255);
  return v128.or(v128.and(i32x4.shr_u(a, shift), byte), i32x4.shl(v128.and(i32x4.shr_u(b, shift), byte), 16));
}

/** `count` px in a row, a multiple of four, of the first of one channel or the second of three. */
export function bilinearRow(
  source: usize,
  stride: i32,
  channels: i32,
  x: i32,
  y: i32,
  dx: i32,
  dy: i32,
  out: usize,
  count: i32,
): void {
  // A word holds the level of a px and of the next one.
  const upper = source + <usize>(channels == 3 ? 1 : 0);
  const lower = upper + <usize>stride;
  const next = channels << 3;
  const byte = i32x4.splat(255);
  const all = i32x4.splat(256);
  let xs = fourFrom(x, dx);
  let ys = fourFrom(y, dy);
  const stepX = i32x4.splat(4 * dx);
  const stepY = i32x4.splat(4 * dy);
  for (let i = 0; i < count; i += 4) {
    const offsets = offsetsOf(xs, ys, stride, channels);
    const above = wordsAt(upper, offsets);
    const below = wordsAt(lower, offsets);
    const v = v128.and(i32x4.shr_s(ys, GREEN_SHIFT), byte);
    const shares = v128.or(i32x4.sub(all, v), i32x4.shl(v, 16));
    const first = i32x4.dot_i16x8_s(bytesBeside(above, below, 0), shares);
    const second = i32x4.dot_i16x8_s(bytesBeside(above, below, next), shares);
    const u = v128.and(i32x4.shr_s(xs, GREEN_SHIFT), byte);
    const mixed = i32x4.add(i32x4.shl(first, 8), i32x4.mul(i32x4.sub(second, first), u));
    const levels = i32x4.shr_u(i32x4.add(mixed, i32x4.splat(HALF)), 16);
    const words = i16x8.narrow_i32x4_u(levels, levels);
    v128.store32_lane(out + <usize>i, i8x16.narrow_i16x8_u(words, words), 0);
    xs = i32x4.add(xs, stepX);
    ys = i32x4.add(ys, stepY);
  }
}

/** `count` px in a row, an even number, of three channels. */
export function colourRow(
  source: usize,
  stride: i32,
  x: i32,
  y: i32,
  dx: i32,
  dy: i32,
  red: usize,
  green: usize,
  blue: usize,
  count: i32,
): void {
  const lower = source + <usize>stride;
  const part = i32x4.splat(15);
  let xs = fourFrom(x, dx);
  let ys = fourFrom(y, dy);
  const stepX = i32x4.splat(4 * dx);
  const stepY = i32x4.splat(4 * dy);
  for (let i = 0; i < count; i += 4) {
    const offsets = offsetsOf(xs, ys, stride, 3);
    const a = wordsAt(source, offsets);
    const b = wordsAt(source + 3, offsets);
    const c = wordsAt(lower, offsets);
    const d = wordsAt(lower + 3, offsets);
    const u = v128.and(i32x4.shr_s(xs, COLOUR_SHIFT), part);
    const v = v128.and(i32x4.shr_s(ys, COLOUR_SHIFT), part);
    const across = v128.or(i32x4.sub(i32x4.splat(16), u), i32x4.shl(u, 16));
    const above = i16x8.mul(across, pairOf(i32x4.sub(i32x4.splat(16), v)));
    const below = i16x8.mul(across, pairOf(v));
    const reds = mixed(bytesBeside(a, b, 0), bytesBeside(c, d, 0), above, below);
    const greens = mixed(bytesBeside(a, b, 8), bytesBeside(c, d, 8), above, below);
    const blues = mixed(bytesBeside(a, b, 16), bytesBeside(c, d, 16), above, below);
    const redWords = i16x8.narrow_i32x4_u(reds, reds);
    const greenWords = i16x8.narrow_i32x4_u(greens, greens);
    const blueWords = i16x8.narrow_i32x4_u(blues, blues);
    const greenBytes = i8x16.narrow_i16x8_u(greenWords, greenWords);
    const at = <usize>i;
    if (i + 4 <= count) {
      v128.store64_lane(red + (at << 1), redWords, 0);
      v128.store32_lane(green + at, greenBytes, 0);
      v128.store64_lane(blue + (at << 1), blueWords, 0);
    } else {
      v128.store32_lane(red + (at << 1), redWords, 0);
      v128.store16_lane(green + at, greenBytes, 0);
      v128.store32_lane(blue + (at << 1), blueWords, 0);
    }
    xs = i32x4.add(xs, stepX);
    ys = i32x4.add(ys, stepY);
  }
}

/** A number under 2^16 in both halves of its word. */
function pairOf(v: v128): v128 {
  return v128.or(v, i32x4.shl(v, 16));
}

/** Pairs of levels above and below by their shares, in 1/256. */
function mixed(above: v128, below: v128, aboveShares: v128, belowShares: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(above, aboveShares), i32x4.dot_i16x8_s(below, belowShares));
  return i32x4.shr_u(i32x4.add(sum, i32x4.splat(128)), 8);
}
