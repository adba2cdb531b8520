import { storeFirst } from './stores';

/**
 * A grey picture blurred over 7 x 7 px, in fixed point.
 * @param picture first px of a picture with a margin of 3 px (16 to the right) on every side
 * @param target first px of the result, rows as far apart as the picture's; its margin is left as it is
 * @param scratch `2 * stride * (height + 6)` bytes
 * @param own weight of a px itself along one axis, 256ths; `next`, `second` and `third` of those so far from it. With
 * both sides they add up to 256
 */
export function blurSeven(
  picture: usize,
  stride: usize,
  width: i32,
  height: i32,
  target: usize,
  scratch: usize,
  own: i32,
  next: i32,
  second: i32,
  third: i32,
): void {
  const w0 = i16x8.splat(<i16>own);
  const w1 = i16x8.splat(<i16>next);
  const w2 = i16x8.splat(<i16>second);
  const w3 = i16x8.splat(<i16>third);
  const wide = stride << 1;
  for (let y = -3; y < height + 3; y++) {
    const row = picture + <usize>y * stride;
    const out = scratch + <usize>(y + 3) * wide;
    for (let x = 0; x < width; x += 8) {
      const p = row + <usize>x;
      let sum = i16x8.mul(v128.load8x8_u(p), w0);
      sum = i16x8.add(sum, i16x8.mul(i16x8.add(v128.load8x8_u(p - 1), v128.load8x8_u(p, 1)), w1));
      sum = i16x8.add(sum, i16x8.mul(i16x8.add(v128.load8x8_u(p - 2), v128.load8x8_u(p, 2)), w2));
      sum = i16x8.add(sum, i16x8.mul(i16x8.add(v128.load8x8_u(p - 3), v128.load8x8_u(p, 3)), w3));
      v128.store(out + ((<usize>x) << 1), sum);
    }
  }
  for (let y = 0; y < height; y++) {
    const rows = scratch + <usize>(y + 3) * wide;
    const out = target + <usize>y * stride;
    for (let x = 0; x < width; x += 8) {
      const p = rows + ((<usize>x) << 1);
      const bytes = columnSum(p, wide, w0, w1, w2, w3);
      if (x + 8 <= width) v128.store64_lane(out + <usize>x, bytes, 0);
      else storeFirst(out + <usize>x, bytes, width - x);
    }
  }
}

function columnSum(p: usize, wide: usize, w0: v128, w1: v128, w2: v128, w3: v128): v128 {
  const two = wide << 1;
  const three = wide * 3;
  const c = v128.load(p);
  const n1 = v128.load(p - wide);
  const s1 = v128.load(p + wide);
  const n2 = v128.load(p - two);
  const s2 = v128.load(p + two);
  const n3 = v128.load(p - three);
  const s3 = v128.load(p + three);
  let low = i32x4.add(i32x4.extmul_low_i16x8_u(c, w0), i32x4.splat(32768));
  low = i32x4.add(low, i32x4.add(i32x4.extmul_low_i16x8_u(n1, w1), i32x4.extmul_low_i16x8_u(s1, w1)));
  low = i32x4.add(low, i32x4.add(i32x4.extmul_low_i16x8_u(n2, w2), i32x4.extmul_low_i16x8_u(s2, w2)));
  low = i32x4.add(low, i32x4.add(i32x4.extmul_low_i16x8_u(n3, w3), i32x4.extmul_low_i16x8_u(s3, w3)));
  let high = i32x4.add(i32x4.extmul_high_i16x8_u(c, w0), i32x4.splat(32768));
  high = i32x4.add(high, i32x4.add(i32x4.extmul_high_i16x8_u(n1, w1), i32x4.extmul_high_i16x8_u(s1, w1)));
  high = i32x4.add(high, i32x4.add(i32x4.extmul_high_i16x8_u(n2, w2), i32x4.extmul_high_i16x8_u(s2, w2)));
  high = i32x4.add(high, i32x4.add(i32x4.extmul_high_i16x8_u(n3, w3), i32x4.extmul_high_i16x8_u(s3, w3)));
  const words = i16x8.narrow_i32x4_u(i32x4.shr_u(low, 16), i32x4.shr_u(high, 16));
  return i8x16.narrow_i16x8_u(words, words);
}
