import type { Raster } from '../pixels/raster.js';
import { BLOCK_PAGE_SIDE } from './ink-block.js';
import type { InkBitmap } from './ink-bitmap.js';
import { strokesOf } from './strokes.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { max, min, round } = Math;

/** Copies of bitmaps that someone keeps. */
const copies = new WeakMap<InkBitmap, Raster>();

/** Ink as grey, 0 paper to 255 full ink, longest side BLOCK_PAGE_SIDE; each px the mean of the box it covers. */
export function inkCopy(ink: InkBitmap): Raster {
  const copy = copies.get(ink) ?? strokesOf(reducedInk(ink));
  copies.set(ink, copy);
  return copy;
}

function reducedInk({ data, width, height }: InkBitmap): Raster {
  const scale = min(1, BLOCK_PAGE_SIDE / max(width, height));
  const copyWidth = max(1, round(width * scale));
  const copyHeight = max(1, round(height * scale));
  const out = new Uint8Array(copyWidth * copyHeight);
  const columns = Int32Array.from({ length: copyWidth + 1 }, (_, x) => round((x * width) / copyWidth));
  const sums = new Int32Array(copyWidth);
  for (let y = 0, o = 0; y < copyHeight; y++) {
    const top = round((y * height) / copyHeight);
    const bottom = round(((y + 1) * height) / copyHeight);
    sums.fill(0);
    for (let row = top; row < bottom; row++)
      for (let x = 0, i = row * width; x < copyWidth; x++) {
        let sum = 0;
        for (const end = row * width + columns[x + 1]; i < end; i++) sum += data[i];
        sums[x] += sum;
      }
    for (let x = 0; x < copyWidth; x++, o++)
      if (sums[x] > 0) out[o] = sums[x] / ((columns[x + 1] - columns[x]) * (bottom - top)) + 0.5;
  }
  return { data: out, width: copyWidth, height: copyHeight, channels: 1 };
}
