import type { Point, Raster, Size } from '../pixels/raster.js';
import { copiesOf, FIRST_PLACES } from './page-copies.js';

/** Print within less than this part of a page leaves its plane unsure. */
const LITTLE_PRINT = 0.4;
/** Within less than this part, as a line or two, any plane goes through it. */
const HARDLY_ANY = 0.1;

/** Whether what was found takes up so little of a page that it hardly says where the rest lies. */
export function hasLittlePrint(page: Size, found: readonly { at: Point }[]): boolean {
  return isWithin(LITTLE_PRINT, page, found);
}

/**
 * Whether all that a page shows takes up next to nothing of it.
 *
 * @param page grey, as stored
 */
export function hasHardlyAnyPrint(page: Raster): boolean {
  const copies = copiesOf(page);
  // Of a page with more than so few places these are spread, and the first look at it has cut no others.
  const patches = copies.finePatches(copies.sparsestOf(FIRST_PLACES));
  const places = patches.map(({ centre }) => ({ at: centre }));
  return isWithin(HARDLY_ANY, copies.fine.raster, places);
}

function isWithin(part: number, { width, height }: Size, places: readonly { at: Point }[]): boolean {
  return places.length > 0 && spreadOf(places) <= part * width * height;
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
