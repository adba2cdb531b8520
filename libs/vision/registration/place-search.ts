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
export const MIN_LEAD = 0.06;
const NO_SHIFT: Point = { x: 0, y: 0 };

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

/** A place found, and how far its correlation leads that of its best rival, 0..2. */
type FoundPlace = PlaceMatch & { lead: number };

/** Looks for places of a page around where a map has them in the frame, one by one. */
export class PlaceSearch {
  /** The part of the frame about a place: a patch's radius and the reach to each side. */
  private readonly window: SearchedPicture;
  private readonly margin: number;

  /**
   * @param frame the full frame, grey or RGB
   * @param map takes px of the page's fine copy to px of the frame
   * @param reach px of that copy to look around each place
   */
  constructor(
    memory: KernelMemory,
    private readonly frame: Raster,
    private readonly map: PointMap,
    private readonly reach: number,
  ) {
    this.margin = FINE_RADIUS + reach;
    const side = 2 * this.margin + 1;
    this.window = new SearchedPicture(memory, side, side, this.margin);
  }

  /**
   * @param withRival whether a rival is looked for; one of a line is always
   * @param ahead shift of the page's px to where the place is looked for
   * @returns shifts from the page; null where nothing like it is seen
   */
  find(patch: Patch, withRival: boolean, ahead: Point = NO_SHIFT): FoundPlace | null {
    const { frame, map, reach, margin, window } = this;
    const x = patch.centre.x + ahead.x;
    const y = patch.centre.y + ahead.y;
    const corners: Quad = [
      map.at(x - margin, y - margin),
      map.at(x + margin, y - margin),
      map.at(x + margin, y + margin),
      map.at(x - margin, y + margin),
    ];
    readWindow(frame, corners, window.width, window.levels);
    const match = showsLines(patch)
      ? matchAcross(patch, FINE_RADIUS, window, margin, margin, reach)
      : matchPatch(patch, FINE_RADIUS, window, margin, margin, reach, withRival);
    if (!match || match.correlation < MIN_CORRELATION) return null;
    const { dx, dy, correlation, lead } = match;
    return {
      at: patch.centre,
      dx: ahead.x + dx,
      dy: ahead.y + dy,
      hold: patch.hold,
      weight: correlation ** 2,
      frame: windowPlace(corners, window.width, margin + dx, margin + dy),
      lead,
    };
  }
}

/**
 * Looks for places of a page around where a map has them in the frame.
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
  const finds: Finds = { matches: [], lineMatches: [], ambiguous: [], looked: [], inked: 0, linesLooked: 0 };
  KernelMemory.borrow((memory) => {
    const search = new PlaceSearch(memory, frame, map, reach);
    for (const patch of patches) {
      const isLine = showsLines(patch);
      if (!isLine) finds.inked++;
      if (!isInSight(patch, frame, map)) continue;
      if (isLine) finds.linesLooked++;
      else finds.looked.push(patch.centre);
      const found = search.find(patch, sifted);
      if (!found) continue;
      const unsure = found.lead < MIN_LEAD && (sifted || isLine);
      finds[unsure ? 'ambiguous' : isLine ? 'lineMatches' : 'matches'].push(found);
    }
  });
  return finds;
}

/** Whether the map has a patch in the frame. */
export function isInSight({ centre }: Patch, { width, height }: Raster, map: PointMap): boolean {
  const { x, y } = map.at(centre.x, centre.y);
  return x >= 0 && y >= 0 && x < width && y < height;
}
