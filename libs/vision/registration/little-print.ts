import type { Point, Size } from '../pixels/raster.js';

/** Print within less than this part of a page leaves its plane unsure. */
const LITTLE_PRINT = 0.4;

/**
 * Whether what was found takes up so little of a page that it hardly says where the rest lies.
 *
 * @param most part of the page
 */
export function hasLittlePrint(
  { width, height }: Size,
  found: readonly { at: Point }[],
  most = LITTLE_PRINT,
): boolean {
  return found.length > 0 && spreadOf(found) <= most * width * height;
}

/** Area of the upright box about the places, px. */
function spreadOf(places: readonly { at: Point }[]): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { at } of places) {
    left = Math.min(left, at.x);
    right = Math.max(right, at.x);
    top = Math.min(top, at.y);
    bottom = Math.max(bottom, at.y);
  }
  return (right - left) * (bottom - top);
}
