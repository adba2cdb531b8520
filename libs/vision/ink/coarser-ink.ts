import { FULL_INK, type InkBitmap } from './ink-bitmap.js';

const { ceil, max, round } = Math;

/** Share of a px that its ink covers at least: a hairline that falls between two px is in one of them. */
const COVERED = 0.4;

/**
 * A page's ink in fewer px, as it would be kept of a denser page; tones are not told.
 *
 * @param scale under 1
 */
export function coarserInk({ data, width, height }: InkBitmap, scale: number): InkBitmap {
  const columns = max(1, round(width * scale));
  const rows = max(1, round(height * scale));
  const out = new Uint8Array(columns * rows);
  const starts = Int32Array.from({ length: columns + 1 }, (_, k) => round((k * width) / columns));
  const counts = new Int32Array(columns);
  for (let row = 0; row < rows; row++) {
    const top = round((row * height) / rows);
    const bottom = round(((row + 1) * height) / rows);
    counts.fill(0);
    for (let y = top; y < bottom; y++)
      for (let k = 0, o = y * width; k < columns; k++)
        for (let x = starts[k]; x < starts[k + 1]; x++) if (data[o + x] > 0) counts[k]++;
    for (let k = 0; k < columns; k++) {
      const area = (bottom - top) * (starts[k + 1] - starts[k]);
      if (counts[k] >= max(1, ceil(COVERED * area))) out[row * columns + k] = FULL_INK;
    }
  }
  return { width: columns, height: rows, data: out };
}
