import { storeFirst } from './stores';

/**
 * A plane at half the size, px averaged by twos.
 * @param plane rows `stride` bytes apart
 * @param half `cols` by `rows` px, rows `halfStride` bytes apart; up to 8 px more are written to a row
 */
export function halvePlane(
  plane: usize,
  stride: usize,
  half: usize,
  halfStride: usize,
  cols: i32,
  rows: i32,
): void {
  const two = i16x8.splat(2);
  for (let y = 0; y < rows; y++) {
    const upper = plane + <usize>(2 * y) * stride;
    const lower = upper + stride;
    const out = half + <usize>y * halfStride;
    for (let x = 0; x < cols; x += 8) {
      const k = (<usize>x) << 1;
      const sums = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(upper + k)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(lower + k)),
      );
      const means = i16x8.shr_u(i16x8.add(sums, two), 2);
      v128.store64_lane(out + <usize>x, i8x16.narrow_i16x8_u(means, means), 0);
    }
  }
}

/** Bits of the fraction in the share of one px of a box. */
const SHARE_BITS = 16;

/**
 * A plane blurred by a square box, its border px repeated outwards.
 * @param plane in place; rows `stride` bytes apart, with `radius` bytes to spare before the first row and 16 after the
 * last
 * @param radius half the box's side, px: 16 at most
 * @param scratch as many bytes as the plane
 */
export function blurBox(
  plane: usize,
  stride: usize,
  cols: i32,
  rows: i32,
  radius: i32,
  scratch: usize,
): void {
  const share = <i32>nearest((1 << SHARE_BITS) / <f64>(2 * radius + 1));
  const margin = <usize>radius;
  for (let y = 0; y < rows; y++) {
    const row = plane + <usize>y * stride;
    memory.fill(row - margin, load<u8>(row), margin);
    memory.fill(row + <usize>cols, load<u8>(row + <usize>(cols - 1)), margin);
    const out = scratch + <usize>y * stride;
    for (let x = 0; x < cols; x += 8) {
      let p = row - margin + <usize>x;
      let sum = i16x8.splat(0);
      for (let i = 0; i <= 2 * radius; i++, p++) sum = i16x8.add(sum, v128.load8x8_u(p));
      v128.store64_lane(out + <usize>x, shareOf(sum, share), 0);
    }
  }
  for (let y = 0; y < rows; y++) {
    const out = plane + <usize>y * stride;
    for (let x = 0; x < cols; x += 8) {
      let sum = i16x8.splat(0);
      for (let v = y - radius; v <= y + radius; v++) {
        const row = min(rows - 1, max(0, v));
        sum = i16x8.add(sum, v128.load8x8_u(scratch + <usize>row * stride + <usize>x));
      }
      v128.store64_lane(out + <usize>x, shareOf(sum, share), 0);
    }
  }
}

function shareOf(sum: v128, share: i32): v128 {
  const factor = i16x8.splat(<i16>share);
  const half = i32x4.splat(1 << (SHARE_BITS - 1));
  const low = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(sum, factor), half), SHARE_BITS);
  const high = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(sum, factor), half), SHARE_BITS);
  const words = i16x8.narrow_i32x4_u(low, high);
  return i8x16.narrow_i16x8_u(words, words);
}

/**
 * Adds three times the detail of a plane to it, in place: what a px is over its surroundings, as far as that is more
 * than grain.
 * @param around the surroundings, at half the size, rows `aroundStride` bytes apart
 * @param ceiling likewise the levels above which no px is lightened
 * @param grain levels of detail that are left as they are; `grainInDark` where the surroundings are under `dark`
 * @param darker levels by which a px is darkened at most, `lighter` by which it is lightened
 */
export function addDetail(
  plane: usize,
  stride: usize,
  width: i32,
  height: i32,
  around: usize,
  ceiling: usize,
  aroundStride: usize,
  aroundRows: i32,
  grain: i32,
  grainInDark: i32,
  dark: i32,
  darker: i32,
  lighter: i32,
): void {
  const onPaper = i8x16.splat(<i8>grain);
  const inDark = i8x16.splat(<i8>grainInDark);
  const limit = i8x16.splat(<i8>dark);
  const down = i8x16.splat(<i8>darker);
  const up = i8x16.splat(<i8>lighter);
  for (let y = 0; y < height; y++) {
    const row = plane + <usize>y * stride;
    const beside = <usize>min(aroundRows - 1, y >> 1) * aroundStride;
    for (let x = 0; x < width; x += 16) {
      const p = row + <usize>x;
      const half = beside + ((<usize>x) >> 1);
      const level = twiceEach(around + half);
      const v = v128.load(p);
      const least = v128.bitselect(inDark, onPaper, i8x16.lt_u(level, limit));
      const over = i8x16.sub_sat_u(i8x16.sub_sat_u(v, level), least);
      const under = i8x16.sub_sat_u(i8x16.sub_sat_u(level, v), least);
      const lightened = i8x16.add_sat_u(v, i8x16.min_u(up, threeTimes(over)));
      const light = i8x16.max_u(v, i8x16.min_u(lightened, twiceEach(ceiling + half)));
      const sharpened = i8x16.sub_sat_u(light, i8x16.min_u(down, threeTimes(under)));
      if (x + 16 <= width) v128.store(p, sharpened);
      else storeFirst(p, sharpened, width - x);
    }
  }
}

/** Each of eight bytes twice. */
function twiceEach(address: usize): v128 {
  const eight = v128.load64_zero(address);
  return i8x16.shuffle(eight, eight, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
}

function threeTimes(v: v128): v128 {
  return i8x16.add_sat_u(v, i8x16.add_sat_u(v, v));
}
