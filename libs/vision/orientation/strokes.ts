import type { Raster } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';

const { ceil, floor, max, min } = Math;

/**
 * Levels under this are ink, and the side of a square that is wider than letters' strokes, px of a page of about 1,500.
 */
const INK = 150;
const SOLID = 12;
/** Tens of thousands of px tell as much as a million, and to within a coarse step a quarter of them. */
const ASKED = 60_000;
const LEAST_INK = 200;

/** Places of ink, px: every so many-th of all that there are, row by row. */
export interface Strokes {
  xs: Int32Array;
  ys: Int32Array;
}

/** Ink that is not solid: of much, ASKED px of it to twice as many. Null where there is next to none. */
export const strokesOf = remembered((page: Raster): Strokes | null => {
  const { data, width, height } = page;
  const solid = besideSolid(page);
  const cols = ceil(width / SOLID);
  const isStroke = (x: number, y: number) =>
    data[y * width + x] < INK && !solid[floor(y / SOLID) * cols + floor(x / SOLID)];
  let all = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isStroke(x, y)) all++;
  if (all < LEAST_INK) return null;
  const every = max(1, floor(all / ASKED));
  const xs = new Int32Array(ceil(all / every));
  const ys = new Int32Array(xs.length);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isStroke(x, y)) continue;
      if (k % every === 0) [xs[k / every], ys[k / every]] = [x, y];
      k++;
    }
  return { xs, ys };
});

/** A quarter of them, to choose among many angles by. */
export function everyFourth({ xs, ys }: Strokes): Strokes {
  const some = { xs: new Int32Array(ceil(xs.length / 4)), ys: new Int32Array(ceil(xs.length / 4)) };
  for (let k = 0; k < xs.length; k += 4) {
    some.xs[k / 4] = xs[k];
    some.ys[k / 4] = ys[k];
  }
  return some;
}

/** 1 for each square of a page that is black all over, or has such a one beside it; row-major. */
function besideSolid({ data, width, height }: Raster): Uint8Array {
  const cols = ceil(width / SOLID);
  const rows = ceil(height / SOLID);
  const ink = new Uint16Array(cols * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x] < INK) ink[floor(y / SOLID) * cols + floor(x / SOLID)]++;
  const out = new Uint8Array(cols * rows);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const area = (min(width, (i + 1) * SOLID) - i * SOLID) * (min(height, (j + 1) * SOLID) - j * SOLID);
      if (ink[j * cols + i] < area) continue;
      for (let v = max(0, j - 1); v <= min(rows - 1, j + 1); v++)
        out.fill(1, v * cols + max(0, i - 1), v * cols + min(cols, i + 2));
    }
  return out;
}
