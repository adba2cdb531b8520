/** Bits of the fraction in source places: px up to 65,535 fit 32 bits. */
const PLACE_BITS: i32 = 15;
const PLACE_UNIT: f64 = 32768;
/** A place is rounded to a 256th of a px for green, to a 16th for the colours. */
const GREEN_SHIFT: i32 = PLACE_BITS - 8;
const COLOUR_SHIFT: i32 = PLACE_BITS - 4;
/** Half a level. */
const HALF: i32 = 1 << 15;

/**
 * The cells of a mesh that lie in a picture with a px to spare, bilinear: green, or grey, of each px of the output, and
 * the colours of each second one along both axes, in the middle of four. Other cells are left as they are.
 *
 * @param source the part of the picture that is seen, rows `stride` bytes apart; up to 4 bytes past a px are read
 * @param channels 1 or 3
 * @param left px of the picture at which that part begins; `top` likewise
 * @param width of the whole picture, px; `height` likewise
 * @param meshX source px of the nodes, 32-bit floats, `cols + 1` to a row; `meshY` likewise
 * @param step output px from node to node: a multiple of 8
 * @param cols cells along x; `rows` along y
 * @param green rows `greenStride` px apart, of which `greenWidth` are written: multiples of 4
 * @param red 16 bits each, half as many px to a row, and half as many rows; `halfGreen` (bytes) and `blue` likewise; 0
 * each where no colours are wanted, or there is but one channel
 */
export function warpCells(
  source: usize,
  stride: i32,
  channels: i32,
  left: i32,
  top: i32,
  width: i32,
  height: i32,
  meshX: usize,
  meshY: usize,
  step: i32,
  cols: i32,
  rows: i32,
  green: usize,
  greenStride: i32,
  greenWidth: i32,
  red: usize,
  halfGreen: usize,
  blue: usize,
): void {
  const across = <f64>step;
  const nodes = cols + 1;
  const halfStride = greenStride >> 1;
  const originX = left << PLACE_BITS;
  const originY = top << PLACE_BITS;
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const node = (<usize>(j * nodes + i)) << 2;
      const below = node + ((<usize>nodes) << 2);
      if (!liesInside(meshX, node, below, width - 3) || !liesInside(meshY, node, below, height - 3)) continue;
      const x0 = <f64>load<f32>(meshX + node);
      const x1 = <f64>load<f32>(meshX + node, 4);
      const x2 = <f64>load<f32>(meshX + below);
      const x3 = <f64>load<f32>(meshX + below, 4);
      const y0 = <f64>load<f32>(meshY + node);
      const y1 = <f64>load<f32>(meshY + node, 4);
      const y2 = <f64>load<f32>(meshY + below);
      const y3 = <f64>load<f32>(meshY + below, 4);
      const x = x0 * PLACE_UNIT;
      const y = y0 * PLACE_UNIT;
      const downX = (x2 * PLACE_UNIT - x) / across;
      const downY = (y2 * PLACE_UNIT - y) / across;
      const acrossX = (x1 * PLACE_UNIT - x) / across;
      const acrossY = (y1 * PLACE_UNIT - y) / across;
      const turnX = ((x3 * PLACE_UNIT - x2 * PLACE_UNIT) / across - acrossX) / across;
      const turnY = ((y3 * PLACE_UNIT - y2 * PLACE_UNIT) / across - acrossY) / across;
      const wide = min(step, greenWidth - i * step);
      for (let row = 0; row < step; row++) {
        const down = <f64>row;
        greenRow(
          source,
          stride,
          channels,
          <i32>(x + downX * down + <f64>(1 << (GREEN_SHIFT - 1))) - originX,
          <i32>(y + downY * down + <f64>(1 << (GREEN_SHIFT - 1))) - originY,
          <i32>(acrossX + turnX * down),
          <i32>(acrossY + turnY * down),
          green + <usize>((j * step + row) * greenStride + i * step),
          wide,
        );
      }
      if (red == 0) continue;
      const half = step >> 1;
      for (let row = 0; row < half; row++) {
        const down = 2 * <f64>row + 0.5;
        const goX = acrossX + turnX * down;
        const goY = acrossY + turnY * down;
        const at = <usize>((j * half + row) * halfStride + i * half);
        colourRow(
          source,
          stride,
          <i32>(x + downX * down + goX / 2 + <f64>(1 << (COLOUR_SHIFT - 1))) - originX,
          <i32>(y + downY * down + goY / 2 + <f64>(1 << (COLOUR_SHIFT - 1))) - originY,
          <i32>(2 * goX),
          <i32>(2 * goY),
          red + (at << 1),
          halfGreen + at,
          blue + (at << 1),
          wide >> 1,
        );
      }
    }
}

/** Whether a cell's corners lie from 1 up to under `end` along one axis; places that are no numbers do not. */
function liesInside(mesh: usize, node: usize, below: usize, end: i32): bool {
  const a = load<f32>(mesh + node);
  const b = load<f32>(mesh + node, 4);
  const c = load<f32>(mesh + below);
  const d = load<f32>(mesh + below, 4);
  return min(min(a, b), min(c, d)) >= 1 && max(max(a, b), max(c, d)) < <f32>end;
}

/** Places of four px in a row, from the first and the way to the next. */
function fourFrom(first: i32, step: i32): v128 {
  return i32x4.add(i32x4.splat(first), i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
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

/** `count` px, a multiple of four, of the first of one channel or the second of three. */
function greenRow(
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
    const offsets = i32x4.add(
      i32x4.mul(i32x4.shr_s(ys, PLACE_BITS), i32x4.splat(stride)),
      i32x4.mul(i32x4.shr_s(xs, PLACE_BITS), i32x4.splat(channels)),
    );
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

/** `count` px, an even number, of three channels. */
function colourRow(
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
    const offsets = i32x4.add(
      i32x4.mul(i32x4.shr_s(ys, PLACE_BITS), i32x4.splat(stride)),
      i32x4.mul(i32x4.shr_s(xs, PLACE_BITS), i32x4.splat(3)),
    );
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
