import { fitGrid, type Displacement, type DisplacementGrid } from '../geometry/displacement-grid.js';
import type { DisplacementMap } from '../geometry/point-map.js';
import type { Homography, Raster, Size } from '../pixels/raster.js';
import { bendsAtEdges, EDGE_ROUNDS, edgesAbout, reachIn, type EdgeRound } from './edge-search.js';
import {
  bestStiffness,
  FINE_STEPS,
  FOLLOWING_SCALES,
  less,
  meanLoss,
  offBy,
  STIFFEST,
} from './grid-stiffness.js';
import { lensBow } from './lens-bow.js';
import { CONFIRMED } from './flatness.js';
import type { Measured } from './place-measurement.js';
import { fitPaper, POOR_LOSS, refitPaper, type PaperShape } from './paper-shape.js';
import type { SheetLay } from './sheet-map.js';

/** On a flat sheet the grid takes up what the lens leaves, which bends slowly: px of the page between its nodes. */
const FLAT_GRID = { step: 110, stiffness: 75, scales: [2, 1, 0.7] };
/** Edges that lose more than this part of the matches are none of the page's. */
const EDGES_MAY_COST = 0.97;
/** What paper's shape leaves is nothing where nothing was measured: weight of its shifts. */
const REST_RIDGE = 0.03;
/** The part of paper's loss that is left to a grid of its own where paper is the wrong shape. */
const FREE_LOSS = 0.5;

/** A sheet's lay with what it was fitted to. */
export interface SheetFit extends Measured, SheetLay {
  /** Places found where the fit has them. */
  confirmed: number;
  stiffness: number;
  /** A bent sheet's shape; null of a flat one, of one bent as no paper bends, or where too little was measured. */
  paper: PaperShape | null;
}

type Shape = Pick<SheetFit, 'grid' | 'stiffness' | 'paper'>;

/**
 * Lays a smooth grid through measured places: a stiff one where the sheet is flat, else beside a surface that paper may
 * take. Where the picture is bent as no paper is (a lens, a moved camera, a camera's own straightening), the grid
 * alone.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px
 * @param like an earlier fit of the sheet, whose stiffness and kind of shape are kept
 * @param part of the measurements that paper lets in at first whatever the nearest cylinder leaves of it
 */
export function fitSheet(
  page: Size,
  photo: Size,
  measured: Measured,
  like?: SheetFit,
  part?: number,
): SheetFit {
  const left = [...measured.left, ...measured.lines];
  const shape = measured.flat
    ? flatShape(page, photo, measured.homography, left)
    : bentShape(page, photo, measured.homography, left, like, part);
  return { ...measured, ...shape, confirmed: confirmedBy(measured, shape.grid) };
}

/** A plane seen through a lens, with what a stiff grid takes up of the rest. */
function flatShape(page: Size, photo: Size, homography: Homography, left: readonly Displacement[]): Shape {
  const { step, stiffness } = FLAT_GRID;
  const bow = lensBow(page, photo, homography, left);
  const base = bow && gridOf(page, step, bow);
  const rest = base ? left.map((m) => less(m, base)) : left;
  const grid = fitGrid(page.width, page.height, rest, FLAT_GRID);
  return { grid: base ? sumOf(base, grid) : grid, stiffness, paper: null };
}

function bentShape(
  page: Size,
  photo: Size,
  homography: Homography,
  left: readonly Displacement[],
  like: SheetFit | undefined,
  part?: number,
): Shape {
  const shape = like && !like.paper ? null : fitPaper(page, photo, homography, left, part);
  const paper = shape && { ...beside(page, shape, left, like?.stiffness), paper: shape };
  const loss = paper ? lossBeside(paper.grid, left) : Infinity;
  if (paper && loss < POOR_LOSS) return paper;
  const stiffness = like && !paper ? like.stiffness : bestStiffness(page, left);
  const grid = fitGrid(page.width, page.height, left, { ...FINE_STEPS, stiffness });
  return paper && lossBeside(grid, left) > FREE_LOSS * loss ? paper : { grid, stiffness, paper: null };
}

/** Displacements on a lattice. */
function gridOf({ width, height }: Size, step: number, shape: DisplacementMap): DisplacementGrid {
  const cols = Math.ceil((width - 1) / step) + 1;
  const rows = Math.ceil((height - 1) / step) + 1;
  const dx = new Float64Array(cols * rows);
  const dy = new Float64Array(cols * rows);
  for (let k = 0; k < dx.length; k++) {
    const d = shape.displacement((k % cols) * step, Math.floor(k / cols) * step);
    dx[k] = d.x;
    dy[k] = d.y;
  }
  return { step, cols, rows, dx, dy };
}

/** Both grids' shifts together; of one lattice. */
export function sumOf(a: DisplacementGrid, b: DisplacementGrid): DisplacementGrid {
  return { ...a, dx: a.dx.map((v, k) => v + b.dx[k]), dy: a.dy.map((v, k) => v + b.dy[k]) };
}

/** Paper's shape with what a smooth grid takes up of the measurements that it leaves. */
function beside(
  page: Size,
  paper: PaperShape,
  measured: readonly Displacement[],
  known?: number,
): { grid: DisplacementGrid; stiffness: number } {
  const base = gridOf(page, FINE_STEPS.step, paper);
  const rest = measured.map((m) => less(m, base));
  // Where hardly anything is left there is nothing to follow.
  const stiffness = known ?? (meanLoss(rest) < POOR_LOSS ? STIFFEST : bestStiffness(page, rest));
  const more = fitGrid(page.width, page.height, rest, {
    step: FINE_STEPS.step,
    scales: FOLLOWING_SCALES,
    stiffness,
    ridge: REST_RIDGE,
  });
  return { grid: sumOf(base, more), stiffness };
}

/** What a grid leaves of the measurements in the mean, each 0..1. */
function lossBeside(grid: DisplacementGrid, measured: readonly Displacement[]): number {
  return meanLoss(measured.map((m) => less(m, grid)));
}

/** How many places lie where a grid has them. */
export function confirmedBy({ left }: Pick<Measured, 'left'>, grid: DisplacementGrid): number {
  let confirmed = 0;
  for (const m of left) if (offBy(less(m, grid)) < CONFIRMED) confirmed++;
  return confirmed;
}

/**
 * Fits the grid anew with the paper's edges as further measurements, in rounds of narrowing search, unless the
 * frame shows none, or the page as stored does not end where the paper does.
 */
export function heldByEdges(
  page: Raster,
  frame: Raster,
  fit: SheetFit,
  rounds: readonly EdgeRound[] = EDGE_ROUNDS,
): SheetFit {
  if (fit.flat) {
    // A flat sheet goes on straight by itself; an edge in a shadow would only bend it.
    if (!bendsAtEdges(page, frame, fit)) return fit;
    return heldByEdges(page, frame, fitSheet(page, frame, { ...fit, flat: false }));
  }
  let held: Pick<Shape, 'grid' | 'paper'> = fit;
  let offset = Infinity;
  for (const round of rounds) {
    if (offset < round.after) continue;
    const sides = edgesAbout(page, frame, { ...fit, grid: held.grid }, reachIn(round, fit.left));
    const edges = sides.flatMap((side) => side.displacements);
    if (edges.length === 0) return fit;
    offset = Math.max(...sides.map((side) => side.offset));
    const all = [...fit.left, ...fit.lines, ...edges];
    const { homography, stiffness } = fit;
    if (held.paper) {
      // What was fitted without edges had a blank part lie any way: nothing of it is kept.
      const paper: PaperShape =
        held === fit
          ? (fitPaper(page, frame, homography, all) ?? held.paper)
          : refitPaper(page, frame, homography, all, held.paper);
      held = { ...beside(page, paper, all, stiffness), paper };
    } else {
      const how = { step: FINE_STEPS.step, scales: round.scales, stiffness };
      held = { grid: fitGrid(page.width, page.height, all, how, held.grid), paper: null };
    }
  }
  const confirmed = confirmedBy(fit, held.grid);
  return confirmed >= fit.confirmed * EDGES_MAY_COST ? { ...fit, ...held, confirmed } : fit;
}
