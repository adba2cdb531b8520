import { ResizedMap, type PointMap } from '../geometry/point-map.js';
import type { Raster } from '../pixels/raster.js';
import { REACH } from './flat-registration.js';
import { showsLines } from './line-patch.js';
import { copiesOf } from './page-copies.js';
import { isConfirmed, lookFor } from './place-measurement.js';

/** With fewer lines in the frame nothing is said. */
const MIN_LINES = 40;

/**
 * Share of a page's ruled lines in sight that lie where a map has them, 0..1, looked for across their direction: what a
 * registration counts as its agreement leaves them out, as they slide along themselves.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param toFrame takes px of the page to px of the frame
 * @returns null where the page has hardly any lines
 */
export function linesInPlace(page: Raster, frame: Raster, toFrame: PointMap): number | null {
  const copies = copiesOf(page);
  const { scaleX, scaleY } = copies.fine;
  const map = new ResizedMap(toFrame, 1 / scaleX, 1 / scaleY);
  const lines = copies.finePatches('all').filter((patch) => {
    const { x, y } = map.at(patch.centre.x, patch.centre.y);
    return showsLines(patch) && x >= 0 && y >= 0 && x < frame.width && y < frame.height;
  });
  if (lines.length < MIN_LINES) return null;
  return lookFor(lines, frame, map, REACH, false).lineMatches.filter(isConfirmed).length / lines.length;
}
