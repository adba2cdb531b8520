import {
  frameQuad,
  homographyFromPoints,
  projectQuad,
  resizeMap,
  turnQuad,
} from '../geometry/plane-geometry.js';
import { divideByLocalBackground } from '../pixels/local-background.js';
import { pearson } from '../pixels/pearson.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';
import { remapGrey } from '../pixels/remap.js';
import { meshFromHomography } from '../pixels/warp-mesh.js';

/** Longer side, px, of the copies on which a page and what a quad shows are compared: print is blocks of grey there. */
const COMPARED_SIDE = 200;
/** The frame's copy is denser, for the page may fill a part of it: px on the longer side. */
const FRAME_SIDE = 640;
/** Half the window of the background that is taken out, px: light and shadow vary more slowly. */
const BACKGROUND_RADIUS = 16;

/**
 * How often an outline has to be turned clockwise, by quarters, to show a known page upright: the turn after which its
 * print correlates best with the page's.
 *
 * @param page grey, upright
 * @param frame grey; of any size
 * @param outline corners of the page in px of the frame, clockwise
 */
export function wayUp(page: Raster, frame: Raster, outline: Quad): number {
  const expected = flatCopy(reduceByBoxes(page, COMPARED_SIDE).raster);
  const { raster, scaleX, scaleY } = reduceByBoxes(frame, FRAME_SIDE);
  const corners = projectQuad(resizeMap(scaleX, scaleY), outline);
  let best = 0;
  let highest = -Infinity;
  for (let quarters = 0; quarters < 4; quarters++) {
    const { width, height } = expected;
    const map = homographyFromPoints(frameQuad(width, height), turnQuad(corners, quarters));
    if (!map) continue;
    const seen = flatCopy(remapGrey(raster, meshFromHomography(width, height, map)));
    const correlation = pearson(expected.data, seen.data);
    if (correlation <= highest) continue;
    highest = correlation;
    best = quarters;
  }
  return best;
}

/** Print without the light on it. */
export const flatCopy = (grey: Raster): Raster => divideByLocalBackground(grey, BACKGROUND_RADIUS);
