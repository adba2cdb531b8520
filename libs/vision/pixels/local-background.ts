import type { Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { max, min } = Math;

/** Grey value that the local background takes after division. */
export const PAPER_LEVEL = 200;

/**
 * Divides a grey raster by its local background, the mean over a square window: shadows and fall-off go,
 * ink stays. Background comes out at about 200, ink below. Windows are cut at the borders.
 * @param radius half the window's side, px; several times the height of a line of text
 */
export function divideByLocalBackground(grey: Raster, radius: number): Raster {
  const { data, width, height } = grey;
  const out = new Uint8Array(width * height);
  const columns = new Int32Array(width);
  for (let y = 0; y < min(radius, height); y++)
    for (let x = 0, o = y * width; x < width; x++) columns[x] += data[o + x];
  for (let y = 0; y < height; y++) {
    const entering = y + radius;
    if (entering < height) for (let x = 0, o = entering * width; x < width; x++) columns[x] += data[o + x];
    const leaving = y - radius - 1;
    if (leaving >= 0) for (let x = 0, o = leaving * width; x < width; x++) columns[x] -= data[o + x];
    const rows = min(height - 1, entering) - max(0, y - radius) + 1;
    let sum = 0;
    for (let x = 0; x < min(radius, width); x++) sum += columns[x];
    for (let x = 0, o = y * width; x < width; x++) {
      if (x + radius < width) sum += columns[x + radius];
      if (x - radius - 1 >= 0) sum -= columns[x - radius - 1];
      const count = (min(width - 1, x + radius) - max(0, x - radius) + 1) * rows;
      // Half a level of grey keeps a black window from dividing by zero.
      const value = (PAPER_LEVEL * data[o + x] * count) / (sum + 0.5 * count);
      out[o + x] = value > 255 ? 255 : value;
    }
  }
  return { data: out, width, height, channels: 1 };
}
