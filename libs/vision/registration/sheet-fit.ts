import {
  displacementAt,
  fitGrid,
  type Displacement,
  type DisplacementGrid,
} from '../geometry/displacement-grid.js';
import { median } from '../geometry/median.js';
import { frameQuad } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import { project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { bestStiffness, FINE_STEPS, FOLLOWING_SCALES, less, offBy } from './grid-stiffness.js';
import { findPaperEdges, type PaperSide } from './paper-edges.js';
import { CONFIRMED, type Measured } from './place-measurement.js';
import { fitCylinder, type SheetCylinder } from './sheet-cylinder.js';
import { fitSurface, type SheetSurface } from './sheet-surface.js';

/** On a flat sheet the grid only takes up lens distortion, which bends slowly: px of the page between its nodes. */
const FLAT_GRID = { step: 110, stiffness: 75, scales: [2, 1, 0.7] };
/**
 * Search for the paper's edges, round by round: px of the fine copy to look around at most, parts of the distance to the
 * nearest place measured, and the residuals let in. The farther a side lies from what is known, the farther it may be off.
 */
export const EDGE_ROUNDS: readonly EdgeRound[] = [
  { most: 200, part: 0.35, scales: [200, 60, 25, 10, 4, 2] },
  { most: 24, part: 0.2, scales: [40, 16, 6, 2.5, 1] },
  { most: 10, part: 0.1, scales: [4, 2, 1, 0.7] },
];
/** Least search, px. */
const MIN_EDGE_REACH = 16;
/** Search for the edges of a sheet that seems flat: px at most, and at least. */
const FLAT_EDGE_REACH = 40;
/**
 * The paper's edge is bent where so many places in a row lie so far, px, from the straight line through the side, on a path
 * whose neighbours are no farther apart than that of what lies straight between them.
 */
const BENT_PLACES = 4;
/** Distance, px, from a place of the border to the nearest inked one beyond which a bend may begin between them. */
const MARGIN = 200;
/** A bend runs out of the paper at two sides; of a fold that turns up a part one may be too far off to be seen... */
const BENT_SIDES = 2;
/** ...but then the print of that part is missed: this part of the inked places and more is as good as all. */
const ALL_FOUND = 0.96;
const CLEAR_EDGE = 0.5;
const BENT_BY = 2.2;
const SMOOTH_WITHIN = 3;
/** Weight of a place of the edge against a patch. */
const EDGE_WEIGHT = 0.4;
/** The part of the measurements that is let in at first: a few may be far off by mistake. */
const MOST = 0.9;
/** Edges that lose more than this part of the matches are none of the page's. */
const EDGES_MAY_COST = 0.97;
/** What a surface leaves is nothing where nothing was measured: weight of its shifts. */
const REST_RIDGE = 0.03;

/** A homography with the smooth grid of what it leaves: page px p lie at homography(p + grid(p)). */
export interface SheetFit extends Measured {
  grid: DisplacementGrid;
  /** Places found where the fit has them. */
  confirmed: number;
  stiffness: number;
  /** The cylinder nearest to a bent sheet; null of a flat one, or where too little was measured. */
  cylinder: SheetCylinder | null;
}

interface Size {
  width: number;
  height: number;
}

/** Where a fit has the page in the frame. */
export class SheetMap implements PointMap {
  private readonly grid: DisplacementGrid;
  private readonly homography: Homography;

  constructor({ grid, homography }: Pick<SheetFit, 'grid' | 'homography'>) {
    this.grid = grid;
    this.homography = homography;
  }

  at(x: number, y: number): Point {
    const d = displacementAt(this.grid, x, y);
    return project(this.homography, x + d.x, y + d.y);
  }
}

/**
 * Lays a smooth grid through measured places: a stiff one where the sheet is flat, else beside a surface that paper may take.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px
 * @param known the stiffness that suits the sheet, where an earlier fit has found it
 * @param part of the measurements that is let in at first whatever the nearest cylinder leaves of it
 */
export function fitSheet(page: Size, photo: Size, measured: Measured, known?: number, part = MOST): SheetFit {
  const left = [...measured.left, ...measured.lines];
  const fitOf = (grid: DisplacementGrid, stiffness: number, cylinder: SheetCylinder | null): SheetFit => {
    return { ...measured, grid, confirmed: confirmedBy(measured, grid), stiffness, cylinder };
  };
  if (measured.flat)
    return fitOf(fitGrid(page.width, page.height, left, FLAT_GRID), FLAT_GRID.stiffness, null);
  const cylinder = fitCylinder(page, photo, measured.homography, left);
  if (cylinder) {
    const { grid, stiffness } = beside(page, surfaceOn(page, cylinder, left, part), left, known);
    return fitOf(grid, stiffness, cylinder);
  }
  const stiffness = known ?? bestStiffness(page, left);
  return fitOf(fitGrid(page.width, page.height, left, { ...FINE_STEPS, stiffness }), stiffness, null);
}

/** The surface that starts from a cylinder, which no sheet of more than one bend is, and lets in what it leaves. */
function surfaceOn(
  page: Size,
  cylinder: SheetCylinder,
  measured: readonly Displacement[],
  part = MOST,
): SheetSurface {
  return fitSurface(page, cylinder.view, measured, cylinder.inSpace, scalesFor(measured, cylinder, part));
}

/** The surface's displacements on the lattice of the final grid. */
function gridOf({ width, height }: Size, surface: SheetSurface): DisplacementGrid {
  const { step } = FINE_STEPS;
  const cols = Math.ceil((width - 1) / step) + 1;
  const rows = Math.ceil((height - 1) / step) + 1;
  const dx = new Float64Array(cols * rows);
  const dy = new Float64Array(cols * rows);
  for (let k = 0; k < dx.length; k++) {
    const d = surface.displacement((k % cols) * step, Math.floor(k / cols) * step);
    dx[k] = d.x;
    dy[k] = d.y;
  }
  return { step, cols, rows, dx, dy };
}

/** A surface with what a smooth grid takes up of the measurements that it leaves. */
function beside(
  page: Size,
  surface: SheetSurface,
  measured: readonly Displacement[],
  known?: number,
): { grid: DisplacementGrid; stiffness: number } {
  const base = gridOf(page, surface);
  const rest = measured.map((m) => less(m, base));
  const stiffness = known ?? bestStiffness(page, rest);
  const more = fitGrid(page.width, page.height, rest, {
    step: FINE_STEPS.step,
    scales: FOLLOWING_SCALES,
    stiffness,
    ridge: REST_RIDGE,
  });
  const dx = base.dx.map((v, k) => v + more.dx[k]);
  const dy = base.dy.map((v, k) => v + more.dy[k]);
  return { grid: { ...base, dx, dy }, stiffness };
}

function confirmedBy({ left }: Measured, grid: DisplacementGrid): number {
  let confirmed = 0;
  for (const m of left) if (offBy(less(m, grid)) < CONFIRMED) confirmed++;
  return confirmed;
}

/** A search for the paper's edges: `EDGE_ROUNDS` says what is what. */
interface EdgeRound {
  most: number;
  part: number;
  scales: readonly number[];
}

/** How far a round looks about a place of the border, px. @param left what was measured */
export function reachIn({ most, part }: EdgeRound, left: readonly Displacement[]): (place: Point) => number {
  return (place) => Math.min(most, MIN_EDGE_REACH + part * depthOf(left, place));
}

/** The paper's edges about where a fit has the page's border. */
export function edgesAbout(
  page: Raster,
  frame: Raster,
  fit: Pick<SheetFit, 'grid' | 'homography'>,
  reach: (place: Point) => number,
): PaperSide[] {
  const shift = (x: number, y: number): Point => displacementAt(fit.grid, x, y);
  return findPaperEdges(page, frame, new SheetMap(fit), shift, reach, EDGE_WEIGHT);
}

/**
 * Fits the grid anew with the paper's edges as further measurements, in rounds of narrowing search, unless the
 * frame shows none, or the page as stored does not end where the paper does.
 */
export function heldByEdges(page: Raster, frame: Raster, fit: SheetFit): SheetFit {
  if (fit.flat) {
    // A flat sheet goes on straight by itself; an edge in a shadow would only bend it.
    if (!bendsAtEdges(page, frame, fit)) return fit;
    return heldByEdges(page, frame, fitSheet(page, frame, { ...fit, flat: false }));
  }
  let { grid, cylinder } = fit;
  let anew = true;
  for (const round of EDGE_ROUNDS) {
    const sides = edgesAbout(page, frame, { ...fit, grid }, reachIn(round, fit.left));
    const edges = sides.flatMap((side) => side.displacements);
    if (edges.length === 0) return fit;
    const all = [...fit.left, ...fit.lines, ...edges];
    const { stiffness } = fit;
    if (cylinder) {
      // At first anew: without the edges a blank part may have seemed to lie any way.
      cylinder = fitCylinder(page, frame, fit.homography, all, anew ? null : cylinder) ?? cylinder;
      anew = false;
      grid = beside(page, surfaceOn(page, cylinder, all), all, stiffness).grid;
    } else
      grid = fitGrid(
        page.width,
        page.height,
        all,
        { step: FINE_STEPS.step, scales: round.scales, stiffness },
        grid,
      );
  }
  const confirmed = confirmedBy(fit, grid);
  return confirmed >= fit.confirmed * EDGES_MAY_COST ? { ...fit, grid, confirmed, cylinder } : fit;
}

/** Whether the paper's edges show that a sheet whose inked places lie in a plane is bent where it is blank. */
export function bendsAtEdges(page: Raster, frame: Raster, fit: SheetFit): boolean {
  const depth = (place: Point): number => depthOf(fit.left, place);
  const reach = (place: Point): number => Math.min(FLAT_EDGE_REACH, 0.25 * depth(place));
  const corners = frameQuad(page.width, page.height);
  const blank = corners.some((p, k) => {
    const q = corners[(k + 1) % 4];
    return [0, 0.25, 0.5, 0.75].some(
      (t) => depth({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) }) > MARGIN,
    );
  });
  // Where ink lies all around, it has told.
  if (!blank) return false;
  const sides = edgesAbout(page, frame, fit, reach);
  const unseen = fit.confirmed > ALL_FOUND * fit.checked ? 0 : corners.length - sides.length;
  const shift = (x: number, y: number): Point => displacementAt(fit.grid, x, y);
  const bent = sides.filter((side) => isBent(side, shift)).length;
  return bent > 0 && bent + unseen >= BENT_SIDES;
}

function isBent({ displacements }: PaperSide, shift: (x: number, y: number) => Point): boolean {
  const alongX = displacements[0].hold[0] === 0;
  const clear = displacements.filter(({ weight }) => weight > CLEAR_EDGE * EDGE_WEIGHT);
  const places = clear.map(({ at, dx, dy }) => {
    const d = shift(at.x, at.y);
    return { along: alongX ? at.x : at.y, off: alongX ? dy - d.y : dx - d.x };
  });
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

/** Residuals to let in, px, from what a shape leaves of that part of the places on. */
function scalesFor(measured: readonly Displacement[], shape: SheetCylinder, part: number): number[] {
  const rest = measured
    .map((m) => {
      const d = shape.displacement(m.at.x, m.at.y);
      return offBy({ ...m, dx: m.dx - d.x, dy: m.dy - d.y });
    })
    .sort((a, b) => a - b);
  const scales: number[] = [];
  for (let scale = 3 * rest[Math.floor(part * (rest.length - 1))]; scale > 3; scale *= 0.5)
    scales.push(scale);
  return [...scales, 3, 1.5, 1.5];
}

/** Distance, px, from a place to the nearest measured one. */
export function depthOf(measured: readonly Displacement[], { x, y }: Point): number {
  let nearest = Infinity;
  for (const { at } of measured) nearest = Math.min(nearest, (at.x - x) ** 2 + (at.y - y) ** 2);
  return Math.sqrt(nearest);
}
