import type { InkBitmap } from '../ink/ink-bitmap.js';
import { levelBetween, liesBetween } from '../pixels/level-between.js';
import type { Homography, Raster } from '../pixels/raster.js';

const { max, min, round } = Math;

/** A window of a page's ink; beyond the page there is none. */
export function crop(ink: InkBitmap, left: number, top: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let y = max(0, -top); y < min(height, ink.height - top); y++)
    for (let x = max(0, -left); x < min(width, ink.width - left); x++)
      data[y * width + x] = ink.data[(top + y) * ink.width + left + x];
  return { data, width, height, channels: 1 };
}

/**
 * The same window of another page, laid over by `map` (px of the window's page to px of `ink`) and sampled bilinearly.
 */
export function cropThrough(
  ink: InkBitmap,
  map: Homography,
  left: number,
  top: number,
  width: number,
  height: number,
): Raster {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    // As `project`, without an object for each px: along a row the numbers whose ratios the places are change evenly.
    const startX = map[0] * left + map[1] * (top + y) + map[2];
    const startY = map[3] * left + map[4] * (top + y) + map[5];
    const startW = map[6] * left + map[7] * (top + y) + map[8];
    for (let x = 0; x < width; x++) {
      const perW = 1 / (startW + x * map[6]);
      const px = (startX + x * map[0]) * perW;
      const py = (startY + x * map[3]) * perW;
      if (liesBetween(ink, px, py)) data[y * width + x] = round(levelBetween(ink, px, py));
    }
  }
  return { data, width, height, channels: 1 };
}
