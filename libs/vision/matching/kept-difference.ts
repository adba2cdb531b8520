import { project } from '../geometry/projective.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { DifferingPlace } from '../ink/ink-difference.js';
import { keptInk } from '../ink/kept-ink.js';
import type { Homography } from '../pixels/raster.js';

const { round } = Math;

/**
 * Share, 0..1, of the ink in which two pages differ in a place that a picture of two tones keeps: pale print and thin
 * rules may be in it or not, whichever of the two pages it shows.
 * @param map takes px of the first page's ink to px of the second's
 */
export function keptDifference(
  { left, top, right, bottom }: DifferingPlace,
  first: InkBitmap,
  second: InkBitmap,
  map: Homography,
): number {
  const keptFirst = keptInk(first);
  const keptSecond = keptInk(second);
  let kept = 0;
  let all = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const there = project(map, x, y);
      const here = y * first.width + x;
      const over = indexOf(second, round(there.x), round(there.y));
      const inFirst = first.data[here] > 0;
      const inSecond = over !== null && second.data[over] > 0;
      if (inFirst === inSecond) continue;
      all++;
      if (inFirst ? keptFirst.data[here] > 0 : over !== null && keptSecond.data[over] > 0) kept++;
    }
  return all > 0 ? kept / all : 0;
}

function indexOf({ width, height }: InkBitmap, x: number, y: number): number | null {
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : null;
}
