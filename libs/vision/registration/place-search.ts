import type { Displacement } from '../geometry/displacement-grid.js';
import type { PointMap } from '../geometry/point-map.js';
import { KernelMemory } from '../kernels/kernels.js';
import { readWindow, windowPlace } from '../pixels/grey-window.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { showsLines } from './line-patch.js';
import { FINE_RADIUS } from './page-copies.js';
import type { Patch } from './patch.js';
import { matchAcross, matchPatch, SearchedPicture } from './patch-match.js';

/** Search around what was measured before, px of the page's fine copy. */
export const REACH = 3;
/** Matches with a lower correlation are not believed. */
const MIN_CORRELATION = 0.5;
/** Rows of dots and rules match in several places: a match that is sifted has to lead its rivals by so much. */
const MIN_LEAD = 0.06;

/** A place of the page, and where the frame has it. */
export interface PlaceMatch extends Displacement {
  frame: Point;
}

/** What came of looking for patches. */
interface Finds {
  matches: PlaceMatch[];
  lineMatches: PlaceMatch[];
  /** Those with a rival as good. */
  ambiguous: PlaceMatch[];
  /** Places looked for, lines left out, and such places of the whole page. */
  looked: Point[];
  inked: number;
  /** Places of lines looked for. */
  linesLooked: number;
}

/**
 * Looks for places of a page around where a map has them in the frame, one by one.
 *
 * @param reach px of the page's fine copy to look around each place
 * @param sifted see `measureAround`
 */
export function lookFor(
  patches: readonly Patch[],
  frame: Raster,
  map: PointMap,
  reach: number,
  sifted: boolean,
): Finds {
  const margin = FINE_RADIUS + reach;
  const side = 2 * margin + 1;
  const finds: Finds = { matches: [], lineMatches: [], ambiguous: [], looked: [], inked: 0, linesLooked: 0 };
  KernelMemory.borrow((memory) => {
    // The part of the frame about a place: a patch's radius and the reach to each side.
    const window = new SearchedPicture(memory, side, side, margin);
    const { levels } = window;
    for (const patch of patches) {
      const isLine = showsLines(patch);
      if (!isLine) finds.inked++;
      const { x, y } = patch.centre;
      const seen = map.at(x, y);
      if (!(seen.x >= 0 && seen.y >= 0 && seen.x < frame.width && seen.y < frame.height)) continue;
      if (isLine) finds.linesLooked++;
      else finds.looked.push(patch.centre);
      const corners: Quad = [
        map.at(x - margin, y - margin),
        map.at(x + margin, y - margin),
        map.at(x + margin, y + margin),
        map.at(x - margin, y + margin),
      ];
      readWindow(frame, corners, side, levels);
      const match = isLine
        ? matchAcross(patch, FINE_RADIUS, window, margin, margin, reach)
        : matchPatch(patch, FINE_RADIUS, window, margin, margin, reach, sifted);
      if (!match || match.correlation < MIN_CORRELATION) continue;
      const { dx, dy, correlation, lead } = match;
      const unsure = lead < MIN_LEAD && (sifted || isLine);
      finds[unsure ? 'ambiguous' : isLine ? 'lineMatches' : 'matches'].push({
        at: patch.centre,
        dx,
        dy,
        hold: patch.hold,
        weight: correlation ** 2,
        frame: windowPlace(corners, side, margin + dx, margin + dy),
      });
    }
  });
  return finds;
}
