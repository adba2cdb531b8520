import { divideByLocalBackground } from '../pixels/local-background.js';
import { pearson } from '../pixels/pearson.js';
import type { Homography, Raster } from '../pixels/raster.js';
import { remapGrey } from '../pixels/remap.js';
import { meshFromHomography } from '../pixels/warp-mesh.js';

/** Longer side, px, of the copy of a page that is compared: print is blocks of grey there. */
export const COMPARED_SIDE = 200;
/** Half the window of the background that is taken out, px: light and shadow vary more slowly. */
const BACKGROUND_RADIUS = 16;

/** Print without the light on it. */
export const flatCopy = (grey: Raster): Raster => divideByLocalBackground(grey, BACKGROUND_RADIUS);

/**
 * How like a page's print is to what a picture shows in its place: Pearson's correlation, -1..1, of the two as blocks
 * of grey. It tells where print stands and where paper is bare, on the sheet as a whole, so that rows and boxes that
 * come again mislead it less than they do features.
 *
 * @param expected the page, grey, without light on it, its longer side COMPARED_SIDE
 * @param seen grey; px of the page are to be about as large in it, or larger
 * @param toSeen takes px of `expected` to px of `seen`; what lies outside of that counts as blank
 */
export function printLikeness(expected: Raster, seen: Raster, toSeen: Homography): number {
  const { data, width, height } = expected;
  const inPlace = remapGrey(seen, meshFromHomography(width, height, toSeen));
  return pearson(data, flatCopy(inPlace).data);
}
