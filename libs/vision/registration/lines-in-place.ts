import { ResizedMap, type PointMap } from '../geometry/point-map.js';
import type { Raster } from '../pixels/raster.js';
import { showsLines } from './line-patch.js';
import { copiesOf } from './page-copies.js';
import { isConfirmed } from './flatness.js';
import { lookFor, REACH } from './place-search.js';

/** Lines tell where a page has so many times as many as other places, which tell more: not of tables. */
const MANY_LINES = 2;
/** With fewer in the frame nothing is said. */
const MIN_LINES = 40;

/** How a page's lines bear a map out. */
interface LinesInPlace {
  /** Part of the lines in sight that lie where the map has them. */
  share: number;
  /** Places of lines, against other places of the page. */
  against: number;
}

/**
 * Looks for a page's lines where a map has them, across their direction: what a registration counts as its agreement
 * leaves them out, as they slide along themselves.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param toFrame takes px of the page to px of the frame
 * @returns null where the page has not many lines, or the frame shows hardly any
 */
export function linesInPlace(page: Raster, frame: Raster, toFrame: PointMap): LinesInPlace | null {
  const copies = copiesOf(page);
  const { scaleX, scaleY } = copies.fine;
  const map = new ResizedMap(toFrame, 1 / scaleX, 1 / scaleY);
  const patches = copies.finePatches('all');
  const lines = patches.filter(showsLines);
  const against = lines.length / (patches.length - lines.length);
  if (against < MANY_LINES) return null;
  const inSight = lines.filter(({ centre }) => {
    const { x, y } = map.at(centre.x, centre.y);
    return x >= 0 && y >= 0 && x < frame.width && y < frame.height;
  });
  if (inSight.length < MIN_LINES) return null;
  const { lineMatches } = lookFor(inSight, frame, map, REACH, false);
  return { share: lineMatches.filter(isConfirmed).length / inSight.length, against };
}
