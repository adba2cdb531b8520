import { addRows } from './reduction';

/**
 * Reduces a picture: each px becomes the mean of the box that it covers, halves up.
 * @param picture `width` px a row, and 16 bytes that may be read
 * @param columns `targetWidth + 1` words of 32 bits: where boxes begin across, and where the last ends; `rows` likewise
 *   down; a box has 1 to 257 rows
 * @param target `targetWidth * targetHeight` bytes
 * @param scratch `2 * (width + 16)` bytes
 */
export function boxMeans(
  picture: usize,
  width: i32,
  columns: usize,
  rows: usize,
  targetWidth: i32,
  targetHeight: i32,
  target: usize,
  scratch: usize,
): void {
  for (let y = 0; y < targetHeight; y++) {
    const top = load<i32>(rows + ((<usize>y) << 2));
    const bottom = load<i32>(rows + ((<usize>y) << 2), 4);
    addRows(picture + <usize>(top * width), width, bottom - top, scratch);
    let x = load<i32>(columns);
    for (let k = 0; k < targetWidth; k++) {
      const end = load<i32>(columns + ((<usize>k) << 2), 4);
      const area = (end - x) * (bottom - top);
      let sum = 0;
      for (; x < end; x++) sum += <i32>load<u16>(scratch + ((<usize>x) << 1));
      const mean = sum > 0 ? <i32>(<f64>sum / <f64>area + 0.5) : 0;
      store<u8>(target + <usize>(y * targetWidth + k), <u8>mean);
    }
  }
}
