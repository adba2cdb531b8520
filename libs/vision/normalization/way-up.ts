import {
  frameQuad,
  homographyFromPoints,
  projectQuad,
  resizeMap,
  turnQuad,
} from '../geometry/plane-geometry.js';
import { pageInOutline } from '../outline/cut-sheet.js';
import { COMPARED_SIDE, flatCopy, printLikeness } from '../outline/print-likeness.js';
import type { PageOutline } from '../outline/refined-outline.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';

/** The frame's copy is denser, for the page may fill a part of it: px on the longer side. */
const FRAME_SIDE = 640;

/**
 * Corners of a known page as an outline has it, its upper left one first: the way up in which its print correlates best
 * with the page's; null where no page of its proportions looks like that.
 *
 * @param page grey, upright
 * @param frame grey; of any size
 * @param outline in px of the frame
 */
export function uprightInOutline(
  page: Raster,
  frame: Raster,
  outline: Pick<PageOutline, 'quad' | 'cut'>,
): Quad | null {
  const expected = flatCopy(reduceByBoxes(page, COMPARED_SIDE).raster);
  const { raster, scaleX, scaleY } = reduceByBoxes(frame, FRAME_SIDE);
  const reduction = resizeMap(scaleX, scaleY);
  let upright: Quad | null = null;
  let highest = -Infinity;
  for (let quarters = 0; quarters < 4; quarters++) {
    const ratio = quarters % 2 === 0 ? page.width / page.height : page.height / page.width;
    const corners = pageInOutline(outline, ratio, frame);
    if (!corners) continue;
    const turned = turnQuad(corners, quarters);
    const { width, height } = expected;
    const map = homographyFromPoints(frameQuad(width, height), projectQuad(reduction, turned));
    if (!map) continue;
    const likeness = printLikeness(expected, raster, map);
    if (likeness <= highest) continue;
    highest = likeness;
    upright = turned;
  }
  return upright;
}
