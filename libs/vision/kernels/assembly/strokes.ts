import { extremum } from './extremum';

/** Bytes of scratch memory that a picture of this size takes. */
export function topHatScratch(width: i32, height: i32, radius: i32): usize {
  return <usize>((height + 1 + 2 * radius) * (width + 2 * radius) + 64);
}

/**
 * Top-hat transform (Serra 1982) by a square: what stands out, light, and is narrower than it. Windows are cut at the
 * borders, as OpenCV's `morphologyEx` does.
 * @param picture `width * height` bytes, row after row, and 15 that may be read
 * @param radius half the square's side, px
 * @param target as many bytes, and 15 that may be written
 * @param scratch see `topHatScratch`
 */
export function topHat(
  picture: usize,
  width: i32,
  height: i32,
  radius: i32,
  target: usize,
  scratch: usize,
): void {
  extremum(picture, width, height, 1, radius, 255, target, scratch);
  extremum(target, width, height, 1, radius, 0, target, scratch);
  const count = <usize>(width * height);
  for (let i: usize = 0; i < count; i += 16)
    v128.store(target + i, i8x16.sub_sat_u(v128.load(picture + i), v128.load(target + i)));
}
