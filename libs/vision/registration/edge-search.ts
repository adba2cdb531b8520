import { displacementAt, type Displacement } from '../geometry/displacement-grid.js';
import { median } from '../geometry/median.js';
import { frameQuad } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import type { Homography, Point, Raster, Size } from '../pixels/raster.js';
import { borderPlaces, findPaperEdges, holdAcross, type PaperSide } from './paper-edges.js';
import { leftBy, type Measured } from './place-measurement.js';
import { SheetMap, type SheetLay } from './sheet-map.js';

/**
 * How far one search for the paper's edges looks. The farther a side lies from what is known, the farther it may be
 * off.
 */
interface EdgeReach {
  /** px of the fine copy at most. */
  most: number;
  /** Part of the distance to the nearest place measured. */
  part: number;
}

export interface EdgeRound extends EdgeReach {
  scales: readonly number[];
  /** The round is left out where the one before found all sides less than so many px off. */
  after: number;
}

const WIDE: EdgeReach = { most: 200, part: 0.35 };
/**
 * Search for a bent sheet's edges, round by round, each with the residuals, px, that a grid fitted to them lets in.
 * Where a side was found far off, what was found along the others lies beside its place there: they are looked for once
 * more before the last round.
 */
export const EDGE_ROUNDS: readonly EdgeRound[] = [
  { ...WIDE, scales: [200, 60, 25, 10, 4, 2], after: 0 },
  { most: 40, part: 0.2, scales: [60, 25, 10, 4, 2], after: 8 },
  { most: 10, part: 0.1, scales: [40, 16, 6, 2.5, 1, 0.7], after: 0 },
];
/** The same of a sheet whose border is known to some px. */
export const NEAR_EDGE_ROUNDS = EDGE_ROUNDS.slice(1);
/** Of a flat sheet, until its corners stay: straight lines need no last px. */
const NEAR: EdgeReach = { most: 24, part: 0.2 };
export const FLAT_EDGE_ROUNDS: readonly EdgeReach[] = [WIDE, NEAR, NEAR, NEAR];
/** Least search, px. */
const MIN_EDGE_REACH = 16;
/** Search for the edges of a sheet that seems flat, px at most. */
const FLAT_EDGE_REACH = 40;
/**
 * The paper's edge is bent where so many places in a row lie so far, px, from the straight line through the side, each
 * less than so far, px, from the middle between its neighbours.
 */
const BENT_PLACES = 4;
const BENT_BY = 2.2;
const SMOOTH_WITHIN = 3;
/** Places count for that whose weight is over this part of a full step's. */
const CLEAR_EDGE = 0.5;
/** Distance, px, from a place of the border to the nearest inked one beyond which a bend may begin between them. */
const MARGIN = 200;
/** A bend runs out of the paper at two sides; of a fold that turns up a part one may be too far off to be seen... */
const BENT_SIDES = 2;
/** ...but then the print of that part is missed: this part of the inked places and more is as good as all. */
const ALL_FOUND = 0.96;
/** Sides of a sheet. */
const SIDES = 4;
/**
 * A side that is straight, but turned by so much against the others, radians, bounds a part that is bent away: paper is
 * cut at right angles, and where print stands askew on it all sides are turned alike.
 */
const SLANT = 0.01;
/**
 * A page's own edge, on another sheet, is looked for so many px off where a flat sheet has it, and is there where it is
 * found within so many px of a straight line, at this part of the places at which a clearer one lies so far off.
 */
const IN_PLACE = { reach: 4, within: 1.2, far: 7, share: 0.6 };
/** Weight of a place of the edge against a patch. */
const EDGE_WEIGHT = 0.4;

/** How far a round looks about a place of the border, px. @param left what was measured */
export function reachIn({ most, part }: EdgeReach, left: readonly Displacement[]): (place: Point) => number {
  return (place) => Math.min(most, MIN_EDGE_REACH + part * depthOf(left, place));
}

/** The paper's edges about where a fit has the page's border. */
export function edgesAbout(
  page: Raster,
  frame: Raster,
  fit: SheetLay,
  reach: (place: Point) => number,
): PaperSide[] {
  const shift = (x: number, y: number): Point => displacementAt(fit.grid, x, y);
  return findPaperEdges(page, frame, new SheetMap(fit), shift, reach, EDGE_WEIGHT);
}

/**
 * The page's border where a map has it, as measured against a plane: of a map that takes the page to a sheet's outline.
 *
 * @param homography the plane, px of the page's fine copy to px of the frame
 */
export function borderAsLaid(page: Size, toFrame: PointMap, homography: Homography): Displacement[] {
  const places = borderPlaces(page)
    .flat()
    .map((side) => ({
      at: side.place,
      frame: toFrame.at(side.place.x, side.place.y),
      hold: holdAcross(side),
      weight: EDGE_WEIGHT,
    }));
  return leftBy(homography, places) ?? [];
}

/** Whether a part of a page's border lies so far from all of some places that the sheet may be bent between them. */
export function leavesEdgeBlank(
  { width, height }: Size,
  places: readonly Pick<Displacement, 'at'>[],
): boolean {
  const corners = frameQuad(width, height);
  return corners.some((p, k) => {
    const q = corners[(k + 1) % 4];
    return [0, 0.25, 0.5, 0.75].some((t) => {
      const place = { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) };
      return depthOf(places, place) > MARGIN;
    });
  });
}

/** Whether the paper's edges show that a sheet whose inked places lie in a plane is bent where it is blank. */
export function bendsAtEdges(
  page: Raster,
  frame: Raster,
  fit: SheetLay & Pick<Measured, 'left' | 'checked'> & { confirmed: number },
): boolean {
  // Where ink lies all around, it has told.
  if (!leavesEdgeBlank(page, fit.left)) return false;
  const reach = (place: Point): number => Math.min(FLAT_EDGE_REACH, 0.25 * depthOf(fit.left, place));
  const sides = edgesAbout(page, frame, fit, reach);
  const unseen = fit.confirmed > ALL_FOUND * fit.checked ? 0 : SIDES - sides.length;
  const shift = (x: number, y: number): Point => displacementAt(fit.grid, x, y);
  const seen = sides.map((side) => placesOf(side, shift, CLEAR_EDGE));
  const usual = median(seen.map(turnOf));
  const away = seen.filter((side) => isBent(side.places) || Math.abs(turnOf(side) - usual) > SLANT);
  const tellBend = (these: readonly SeenSide[]): boolean =>
    these.some(({ places }) => isBent(places)) && these.length + unseen >= BENT_SIDES;
  if (!tellBend(away)) return false;
  const near = edgesAbout(page, frame, fit, () => IN_PLACE.reach).map((side) => placesOf(side, shift, 0));
  const endsThere = (side: SeenSide): boolean =>
    near.some((own) => isSameSide(own, side) && endsInPlace(own.places, side.places));
  return tellBend(away.filter((side) => !endsThere(side)));
}

/**
 * Whether what is found far off along a side is the edge of another sheet below, which stands out more than the page's
 * own on paper as white: that is seen, however faintly, in its place.
 *
 * @param near what is found close by where the fit has the side
 * @param far what is found when looking farther
 */
function endsInPlace(near: readonly EdgePlace[], far: readonly EdgePlace[]): boolean {
  if (near.length < 2) return false;
  const line = straightLine(near);
  const off = far.filter((place) => Math.abs(place.off - line(place.along)) > IN_PLACE.far);
  const both = off.filter(({ along }) =>
    near.some((place) => place.along === along && Math.abs(place.off - line(along)) < IN_PLACE.within),
  );
  return off.length >= BENT_PLACES && both.length >= IN_PLACE.share * off.length;
}

/** Places of a side's edge, by how far they are off where the fit has the page's border. */
interface SeenSide {
  alongX: boolean;
  /** Where the page's border is, px across the side. */
  border: number;
  places: EdgePlace[];
}

const isSameSide = (a: SeenSide, b: SeenSide): boolean => a.alongX === b.alongX && a.border === b.border;

/** @param least part of a full step that a place shows */
function placesOf(
  { displacements }: PaperSide,
  shift: (x: number, y: number) => Point,
  least: number,
): SeenSide {
  const { at: first, hold } = displacements[0];
  const alongX = hold[0] === 0;
  const clear = displacements.filter(({ weight }) => weight > least * EDGE_WEIGHT);
  const places = clear.map(({ at, dx, dy }) => {
    const d = shift(at.x, at.y);
    return { along: alongX ? at.x : at.y, off: alongX ? dy - d.y : dx - d.x };
  });
  return { alongX, border: alongX ? first.y : first.x, places };
}

/** How far a side is turned clockwise against the page, radians. */
function turnOf({ alongX, places }: SeenSide): number {
  const line = straightLine(places);
  const slope = line(1) - line(0);
  return alongX ? slope : -slope;
}

function isBent(places: readonly EdgePlace[]): boolean {
  const line = straightLine(places);
  let run = 0;
  return places.some(({ along, off }, k) => {
    const before = places[k - 1] ?? places[k];
    const after = places[k + 1] ?? places[k];
    const smooth = Math.abs(off - (before.off + after.off) / 2) < SMOOTH_WITHIN;
    run = smooth && Math.abs(off - line(along)) > BENT_BY ? run + 1 : 0;
    return run >= BENT_PLACES;
  });
}

/** The line that most of the places lie on: of those through two of them the one with the least median distance. */
export function straightLine(places: readonly EdgePlace[]): (along: number) => number {
  let from: EdgePlace = { along: 0, off: 0 };
  let steepness = 0;
  let least = Infinity;
  const every = Math.max(1, Math.floor(places.length / 6));
  for (let i = 0; i < places.length; i += every)
    for (let j = i + every; j < places.length; j += every) {
      const slope = (places[j].off - places[i].off) / (places[j].along - places[i].along);
      const off = median(distancesFrom(places, places[i], slope));
      if (off < least) {
        least = off;
        from = places[i];
        steepness = slope;
      }
    }
  return (along) => from.off + steepness * (along - from.along);
}

/** Where a side's edge lies: px along the side and across it. */
interface EdgePlace {
  along: number;
  off: number;
}

/** How far places lie across from a line through one of them. */
function distancesFrom(places: readonly EdgePlace[], from: EdgePlace, slope: number): number[] {
  const distances: number[] = [];
  for (const { along, off } of places)
    distances.push(Math.abs(off - (from.off + slope * (along - from.along))));
  return distances;
}

/** Distance, px, from a place to the nearest measured one. */
function depthOf(measured: readonly Pick<Displacement, 'at'>[], { x, y }: Point): number {
  let nearest = Infinity;
  for (const { at } of measured) nearest = Math.min(nearest, (at.x - x) ** 2 + (at.y - y) ** 2);
  return Math.sqrt(nearest);
}
