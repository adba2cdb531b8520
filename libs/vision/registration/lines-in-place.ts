import { KernelMemory } from '../kernels/kernels.js';
import { ResizedMap, type PointMap } from '../geometry/point-map.js';
import type { Raster } from '../pixels/raster.js';
import { showsLines } from './line-patch.js';
import { copiesOf } from './page-copies.js';
import { isConfirmed } from './flatness.js';
import type { Patch } from './patch.js';
import { isInSight, lookFor, PlaceSearch, REACH } from './place-search.js';

const { max } = Math;

/** Lines tell where a page has so many times as many as other places, which tell more: not of tables. */
const MANY_LINES = 2;
/** With fewer in the frame nothing is said. */
const MIN_LINES = 40;
/**
 * A line off its place is seen within so many px of the fine copy: half the pitch of wide rows. What is not, as pale
 * rules in glaring light or in a shadow, says nothing; as long as it is not most of the lines.
 */
const NEARBY = 36;
const LEAST_SEEN = 0.5;

/** How a page's lines bear a map out. */
interface LinesInPlace {
  /** Part of the lines seen that lie where the map has them. */
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
  const inSight = lines.filter((patch) => isInSight(patch, frame, map));
  if (inSight.length < MIN_LINES) return null;
  const { lineMatches } = lookFor(inSight, frame, map, REACH, false);
  const inPlace = new Set(lineMatches.filter(isConfirmed).map(({ at }) => at));
  const missed = inSight.filter(({ centre }) => !inPlace.has(centre));
  const seen = inPlace.size + seenNearby(missed, frame, map);
  return { share: inPlace.size / max(LEAST_SEEN * inSight.length, seen), against };
}

/** How many lines are seen within reach of where a map has them. */
function seenNearby(lines: readonly Patch[], frame: Raster, map: PointMap): number {
  return KernelMemory.borrow((memory) => {
    const search = new PlaceSearch(memory, frame, map, NEARBY);
    return lines.filter((line) => search.find(line, false)).length;
  });
}
