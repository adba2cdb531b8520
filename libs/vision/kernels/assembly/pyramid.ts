import { storeFirst } from './stores';

/**
 * A grey picture reduced by bilinear interpolation in fixed point, 8 bits of fraction, as OpenCV's
 * `INTER_LINEAR_EXACT`. Reductions by up to a factor of 1.8: eight px of a row lie within sixteen of the source.
 * @param source first px of the source; 16 bytes past its last px are read
 * @param stride bytes from row to row
 * @param scratch `resizeScratch(dstWidth)` bytes
 */
export function resizeLinear(
  source: usize,
  stride: usize,
  width: i32,
  height: i32,
  target: usize,
  targetStride: usize,
  targetWidth: i32,
  targetHeight: i32,
  scratch: usize,
): void {
  const groups = (targetWidth + 7) >> 3;
  let above = scratch + <usize>groups * GROUP;
  let below = above + <usize>groups * 16;
  columnTables(scratch, groups, width, targetWidth);
  const scale = 1.0 / (<f64>targetHeight / <f64>height);
  let held = -2;
  for (let y = 0; y < targetHeight; y++) {
    const place = scale * (<f64>y + 0.5) - 0.5;
    let row = <i32>Math.floor(place);
    let weight = <i32>nearest((place - <f64>row) * 256.0);
    if (row < 0) {
      row = 0;
      weight = 0;
    } else if (row >= height - 1) {
      row = height - 1;
      weight = 0;
    }
    const next = min(row + 1, height - 1);
    if (row == held + 1) {
      const swap = above;
      above = below;
      below = swap;
      reduceRow(source + <usize>next * stride, scratch, groups, below);
    } else if (row != held) {
      reduceRow(source + <usize>row * stride, scratch, groups, above);
      reduceRow(source + <usize>next * stride, scratch, groups, below);
    }
    held = row;
    mixRows(above, below, weight, target + <usize>y * targetStride, groups, targetWidth);
  }
}

/** Bytes of scratch memory that `resizeLinear` needs for rows of this width. */
export function resizeScratch(targetWidth: i32): usize {
  return <usize>((targetWidth + 7) >> 3) * (GROUP + 32);
}

/** Bytes of the table of eight px: where they start, which bytes from there they mix, and with which weights. */
const GROUP: usize = 80;

function columnTables(table: usize, groups: i32, width: i32, targetWidth: i32): void {
  const scale = 1.0 / (<f64>targetWidth / <f64>width);
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * GROUP;
    let base = 0;
    for (let i = 0; i < 8; i++) {
      const x = min((g << 3) + i, targetWidth - 1);
      const place = scale * (<f64>x + 0.5) - 0.5;
      let left = <i32>Math.floor(place);
      let weight = <i32>nearest((place - <f64>left) * 256.0);
      if (left < 0) {
        left = 0;
        weight = 0;
      } else if (left >= width - 1) {
        left = width - 1;
        weight = 0;
      }
      if (i == 0) {
        base = left;
        store<i32>(entry, base);
      }
      const lane = entry + <usize>i;
      store<u8>(lane, <u8>(left - base), 16);
      store<u8>(lane, <u8>(min(left + 1, width - 1) - base), 32);
      store<u16>(lane + <usize>i, <u16>(256 - weight), 48);
      store<u16>(lane + <usize>i, <u16>weight, 64);
    }
  }
}

/** A row reduced along x: 16 bits a px, 256ths of a grey level. */
function reduceRow(source: usize, table: usize, groups: i32, out: usize): void {
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * GROUP;
    const bytes = v128.load(source + <usize>load<i32>(entry));
    const left = i16x8.extend_low_i8x16_u(i8x16.swizzle(bytes, v128.load(entry, 16)));
    const right = i16x8.extend_low_i8x16_u(i8x16.swizzle(bytes, v128.load(entry, 32)));
    const mixed = i16x8.add(i16x8.mul(left, v128.load(entry, 48)), i16x8.mul(right, v128.load(entry, 64)));
    v128.store(out + ((<usize>g) << 4), mixed);
  }
}

function mixRows(above: usize, below: usize, weight: i32, out: usize, groups: i32, width: i32): void {
  const first = i16x8.splat(<i16>(256 - weight));
  const second = i16x8.splat(<i16>weight);
  const half = i32x4.splat(32768);
  for (let g = 0; g < groups; g++) {
    const a = v128.load(above + ((<usize>g) << 4));
    const b = v128.load(below + ((<usize>g) << 4));
    const low = i32x4.add(i32x4.extmul_low_i16x8_u(a, first), i32x4.extmul_low_i16x8_u(b, second));
    const high = i32x4.add(i32x4.extmul_high_i16x8_u(a, first), i32x4.extmul_high_i16x8_u(b, second));
    const words = i16x8.narrow_i32x4_u(
      i32x4.shr_u(i32x4.add(low, half), 16),
      i32x4.shr_u(i32x4.add(high, half), 16),
    );
    const bytes = i8x16.narrow_i16x8_u(words, words);
    const x = g << 3;
    if (x + 8 <= width) v128.store64_lane(out + <usize>x, bytes, 0);
    else storeFirst(out + <usize>x, bytes, width - x);
  }
}

/**
 * Mirrors a picture about its border px (their own values not repeated) into the margin around it.
 * @param picture first px inside the margin
 * @param margin px on every side, less than the picture's sides
 */
export function mirrorMargin(picture: usize, stride: usize, width: i32, height: i32, margin: i32): void {
  for (let y = 0; y < height; y++) {
    const row = picture + <usize>y * stride;
    const last = row + <usize>(width - 1);
    for (let i: usize = 1; i <= <usize>margin; i++) {
      store<u8>(row - i, load<u8>(row + i));
      store<u8>(last + i, load<u8>(last - i));
    }
  }
  const start = picture - <usize>margin;
  const bytes = <usize>(width + 2 * margin);
  const bottom = start + <usize>(height - 1) * stride;
  for (let i: usize = 1; i <= <usize>margin; i++) {
    memory.copy(start - i * stride, start + i * stride, bytes);
    memory.copy(bottom + i * stride, bottom - i * stride, bytes);
  }
}
