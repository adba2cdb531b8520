import { GREEN_SHIFT, PLACE_BITS } from './warp-places';

/** Weights of four neighbours, 16 bits each, for each 256th of a px; in 256ths, together 256. */
const WEIGHTS = memory.data(2048, 16);
/** Bits that the sum of a row loses before those of a column are taken, so that it has 16. */
const ROW_SHIFT: i32 = 2;
const SUM_SHIFT: i32 = 16 - ROW_SHIFT;

/** Keys' cubic convolution (1981), with the parameter (-1/2) by which its error is of third order. */
function weigh(): void {
  for (let i = 0; i < 256; i++) {
    const t = <f64>i / 256;
    const first = <i32>nearest(128 * t * (t * (2 - t) - 1));
    const second = <i32>nearest(128 * (t * t * (3 * t - 5) + 2));
    const last = <i32>nearest(128 * t * t * (t - 1));
    const at = WEIGHTS + ((<usize>i) << 3);
    store<i16>(at, <i16>first);
    store<i16>(at, <i16>second, 2);
    store<i16>(at, <i16>(256 - first - second - last), 4);
    store<i16>(at, <i16>last, 6);
  }
}

/**
 * `count` px in a row of the first of one channel or the second of three, bicubic: lines of a px or two keep their
 * width and their level wherever they lie between px, which bilinear ones do not.
 *
 * @param source rows `stride` bytes apart; up to 16 bytes from the px left of a place are read
 * @param x place of the first px, in 2^-`PLACE_BITS` px; `y` likewise
 * @param dx way from px to px; `dy` likewise
 */
export function cubicRow(
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
  if (load<i16>(WEIGHTS, 2) == 0) weigh();
  const first = source - <usize>(stride + channels);
  const step = <usize>stride;
  const isColour = channels == 3;
  // Four px of a row are taken to the lower half, 16 bits each, and those of the row below to the upper one: an index
  // of no byte gives 0.
  const here = isColour
    ? i8x16(1, -1, 4, -1, 7, -1, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1)
    : i8x16(0, -1, 1, -1, 2, -1, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const below = i8x16.shuffle(here, here, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  const half = i32x4.splat(1 << (SUM_SHIFT - 1));
  for (let i = 0; i < count; i++) {
    const p = first + <usize>((y >> PLACE_BITS) * stride + (x >> PLACE_BITS) * channels);
    const across = v128.load64_splat(WEIGHTS + ((<usize>((x >> GREEN_SHIFT) & 255)) << 3));
    const down = v128.load64_zero(WEIGHTS + ((<usize>((y >> GREEN_SHIFT) & 255)) << 3));
    const upper = v128.or(i8x16.swizzle(v128.load(p), here), i8x16.swizzle(v128.load(p + step), below));
    const lower = v128.or(
      i8x16.swizzle(v128.load(p + 2 * step), here),
      i8x16.swizzle(v128.load(p + 3 * step), below),
    );
    const a = i32x4.dot_i16x8_s(upper, across);
    const b = i32x4.dot_i16x8_s(lower, across);
    const rows = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
    const short = i32x4.shr_s(rows, ROW_SHIFT);
    const halves = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(short, short), down);
    const sum = i32x4.add(halves, i32x4.shuffle(halves, halves, 1, 0, 3, 2));
    const level = i32x4.shr_s(i32x4.add(sum, half), SUM_SHIFT);
    const word = i16x8.narrow_i32x4_s(level, level);
    v128.store8_lane(out + <usize>i, i8x16.narrow_i16x8_u(word, word), 0);
    x += dx;
    y += dy;
  }
}
