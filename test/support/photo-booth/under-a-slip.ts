import type { Raster } from '../../../libs/vision/pixels/raster.js';
import type { Photograph } from './photograph-page.js';

const PAPER = 225;

/** A photograph with a slip of blank paper on the page, which covers it from x to x and from y to y, px of the page. */
export function underASlip(
  { rgb, truth }: Photograph,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
): Raster {
  const data = rgb.data.slice();
  // Half a px of the page apart, so that none of the photograph is left out.
  for (let y = top; y < bottom; y += 0.5)
    for (let x = left; x < right; x += 0.5) {
      const p = truth.pageToPhoto(x, y);
      const at = (Math.round(p.y) * rgb.width + Math.round(p.x)) * 3;
      data.fill(PAPER, at, at + 3);
    }
  return { ...rgb, data };
}
