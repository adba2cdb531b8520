import { blurredCopy } from '../pixels/gaussian-blur.js';
import type { Raster } from '../pixels/raster.js';

const { abs } = Math;

/** Grain from which on a page is blurred before its letters are looked for, levels, and by how much, px. */
const GRAINY = 8;
const BLUR = 1;
/** Rows and columns looked at: every so many-th. */
const ROWS = 3;
const COLUMNS = 2;
/** The second difference of three px of the same noise has a median of so many of its standard deviations. */
const MEDIAN_OF_SECOND_DIFFERENCES = 0.6745 * Math.sqrt(6);

/**
 * Standard deviation of a grey page's grain, levels: by the median of its second differences along rows, which strokes
 * hardly change (after Donoho's median of wavelet coefficients, 1995).
 */
export function grainOf({ data, width, height }: Raster): number {
  const counts = new Uint32Array(2 * 255 + 1);
  let all = 0;
  for (let y = 0; y < height; y += ROWS)
    for (let x = 1, k = y * width + 1; x < width - 1; x += COLUMNS, k += COLUMNS, all++)
      counts[abs(2 * data[k] - data[k - 1] - data[k + 1])]++;
  let median = 0;
  for (let below = counts[0]; 2 * below < all; below += counts[median]) median++;
  return median / MEDIAN_OF_SECOND_DIFFERENCES;
}

/** The grey page, blurred where it is so grainy that its specks would outnumber its letters. */
export function withoutGrain(page: Raster): Raster {
  return grainOf(page) < GRAINY ? page : blurredCopy(page, BLUR);
}
