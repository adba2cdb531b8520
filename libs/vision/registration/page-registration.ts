import {
  displacementAt,
  fitGrid,
  type Displacement,
  type DisplacementGrid,
  type Rulings,
} from '../geometry/displacement-grid.js';
import { bestStiffness, FINE_STEPS, FOLLOWING_SCALES, less, offBy } from './grid-stiffness.js';
import { growMatches, type PatchSites } from './match-growth.js';
import { cutPatch, matchPatch } from './patch-match.js';
import { findPaperEdges } from './paper-edges.js';
import { homographyFromPoints, resizeMap } from '../geometry/plane-geometry.js';
import { compose, invert, project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { reduce, type Reduced } from '../pixels/resample.js';
import { findRulings } from './sheet-rulings.js';
import { meshFrom, remapGrey } from '../pixels/warp-mesh.js';

/** A known page laid onto a frame. */
export interface PageRegistration {
  /** Takes a px of the page (as stored) to px of the frame. */
  toFrame: (x: number, y: number) => Point;
  /** Its homography part. */
  homography: Homography;
  /** Of the places of the page that carry ink and lie in the frame: the part found where the fit has them. */
  agreement: number;
  /** Such places, and their part of all places that carry ink. */
  checked: number;
  inFrame: number;
  /** Largest shift of the smooth grid against the homography, px of the page at 150 dpi: 0 for a flat sheet. */
  bend: number;
  rounds: number;
}

/** Longer sides, px, of the copies of the page on which matches are grown and finally measured. */
const COARSE_SIDE = 1100;
const FINE_SIDE = 1760;
/** Sites of patches and half their side, px of those copies. */
const COARSE_STEP = 18;
const COARSE_RADIUS = 12;
const FINE_STEP = 40;
const FINE_RADIUS = 15;
/** Final search, px of the fine copy. */
const FINE_REACH = 3;
const FINE_CORRELATION = 0.5;
/** Growth is repeated, re-laid each time, while it gains this part more matches. */
const WORTHWHILE = 1.03;
const MAX_ROUNDS = 5;
/** A fitted place is confirmed when its own match lies this near, px of the fine copy. */
const CONFIRMED = 1.2;
/** A sheet is flat when its homography confirms this part of the places looked for. */
const FLAT_SHARE = 0.6;
/** ...and this part in each of FLAT_PARTS squared parts of the page: a curl fails in a corner or at a side. */
const FLAT_PART_SHARE = 0.4;
const FLAT_PARTS = 5;
/** On a flat sheet the grid only takes up lens distortion. */
const FLAT_STIFFNESS = 300;
const FLAT_SCALES = [2, 1, 0.7];
const MIN_MATCHES = 12;
/** Search for the paper's edges, px of the fine copy, and the residuals let in, round by round. */
const EDGE_ROUNDS: readonly (readonly [number, readonly number[]])[] = [
  [80, [60, 25, 10, 4, 2]],
  [24, [16, 6, 2.5, 1]],
  [10, [4, 2, 1, 0.7]],
];
/** Fits anew around the last one at most, and the part of the places that is as good as all. */
const REFITS = 3;
const ALL_CONFIRMED = 0.97;
/** Shift of the grid, px, under which a sheet passes for flat. */
const SLIGHT_BEND = 4;
/** Weight of a place of the edge against a patch. */
const EDGE_WEIGHT = 0.4;
/** Edges that lose more than this part of the matches are none of the page's. */
const EDGES_MAY_COST = 0.98;
/** Weight of bending along the sheet's rulings, and the part of the matches that keeping it straight may cost. */
const RULING_STIFFNESS = 10;
const STRAIGHT_MAY_COST = 0.97;
/** The grid between rounds of growth: loose, for the matches are sifted already. */
const GROWN_GRID = { step: 36, stiffness: 0.3, scales: [64, 16, 6] };

/**
 * Lays a known page onto a frame exactly: patches of the page matched by normalized correlation, grown from where
 * the homography holds over the rest of a curled sheet, a smooth robust grid through them, then patches at full
 * density. Handwriting, stamps and wrong matches are outvoted by their neighbours.
 *
 * @param frame the full frame, grey or RGB
 * @param small the frame reduced to about the density of the page, grey, and `toSmall`: px of the page as stored
 *   to px of it
 * @param seeds places of the page (px as stored) where the homography is known to hold
 */
export function registerPage(
  page: Raster,
  frame: Raster,
  small: Raster,
  toSmall: Homography,
  smallToFrame: Homography,
  seeds: readonly Point[],
): PageRegistration | null {
  const fine = reduce(page, FINE_SIDE);
  const sites = cutSites(fine.raster, FINE_STEP, FINE_RADIUS);
  const fineToSmall = compose(toSmall, resizeMap(1 / fine.scaleX, 1 / fine.scaleY));
  const planeToFrame = compose(smallToFrame, fineToSmall);
  const seen = measureAround(fine.raster, everySecond(sites), frame, (x, y) => project(planeToFrame, x, y));
  if (seen?.flat) return asRegistration(fine, fitMeasured(fine.raster, seen, FLAT_STIFFNESS), 0);
  const coarse = reduce(page, COARSE_SIDE);
  const coarseToSmall = compose(toSmall, resizeMap(1 / coarse.scaleX, 1 / coarse.scaleY));
  const grown = growOver(
    coarse.raster,
    small,
    coarseToSmall,
    seeds.map((p) => ({
      x: (p.x + 0.5) * coarse.scaleX - 0.5,
      y: (p.y + 0.5) * coarse.scaleY - 0.5,
    })),
  );
  if (!grown) return seen && asRegistration(fine, fitMeasured(fine.raster, seen), 0);
  const ratio = fine.raster.width / coarse.raster.width;
  const bent = measureAround(fine.raster, sites, frame, (x, y) => {
    const p = { x: (x + 0.5) / ratio - 0.5, y: (y + 0.5) / ratio - 0.5 };
    const d = displacementAt(grown.grid, p.x, p.y);
    const s = project(coarseToSmall, p.x + d.x, p.y + d.y);
    return project(smallToFrame, s.x, s.y);
  });
  const curved = bent && fitMeasured(fine.raster, bent);
  // What was seen around the plane cannot confirm more than it found.
  const share = curved ? curved.confirmed / curved.checked : 0;
  if (seen && seen.left.length > share * seen.checked) {
    const plane = fitMeasured(fine.raster, seen, curved?.stiffness);
    if (plane.confirmed > share * plane.checked) return asRegistration(fine, plane, 0);
  }
  if (!curved) return null;
  let best = heldByEdges(fine.raster, frame, curved);
  for (let round = 0; round < REFITS && best.confirmed < ALL_CONFIRMED * best.checked; round++) {
    const lay = best;
    const again = measureAround(fine.raster, sites, frame, (x, y) => {
      const d = displacementAt(lay.grid, x, y);
      return project(lay.homography, x + d.x, y + d.y);
    });
    const held = again && heldByEdges(fine.raster, frame, fitMeasured(fine.raster, again, lay.stiffness));
    if (!held || held.confirmed < best.confirmed) break;
    const gained = held.confirmed > WORTHWHILE * best.confirmed;
    best = held;
    if (!gained) break;
  }
  return asRegistration(fine, best, grown.rounds);
}

function asRegistration(fine: Reduced, fit: FineFit, rounds: number): PageRegistration {
  const { grid, homography } = fit;
  let bend = 0;
  for (let k = 0; k < grid.dx.length; k++) bend = Math.max(bend, Math.hypot(grid.dx[k], grid.dy[k]));
  return {
    toFrame: (x, y) => {
      const p = { x: (x + 0.5) * fine.scaleX - 0.5, y: (y + 0.5) * fine.scaleY - 0.5 };
      const d = displacementAt(grid, p.x, p.y);
      return project(homography, p.x + d.x, p.y + d.y);
    },
    homography: compose(homography, resizeMap(fine.scaleX, fine.scaleY)),
    agreement: fit.confirmed / Math.max(1, fit.checked),
    checked: fit.checked,
    inFrame: fit.checked / Math.max(1, fit.inked),
    bend,
    rounds,
  };
}

function cutSites(page: Raster, step: number, radius: number): PatchSites {
  const cols = Math.floor((page.width - 1) / step);
  const rows = Math.floor((page.height - 1) / step);
  const patches = Array.from({ length: cols * rows }, (_, k) =>
    cutPatch(page, (1 + (k % cols)) * step, (1 + Math.floor(k / cols)) * step, radius),
  );
  return { step, cols, rows, radius, patches };
}

/** The sites of a chequer board's one colour: enough for a plane, and to tell whether the sheet is one. */
function everySecond(sites: PatchSites): PatchSites {
  const { cols, patches } = sites;
  return { ...sites, patches: patches.map((p, k) => (((k % cols) + Math.floor(k / cols)) % 2 ? null : p)) };
}

/** Rounds of: lay the frame over the page by the fit so far, grow matches, fit the grid. */
function growOver(
  page: Raster,
  small: Raster,
  toSmall: Homography,
  seeds: readonly Point[],
): { grid: DisplacementGrid; rounds: number } | null {
  const sites = cutSites(page, COARSE_STEP, COARSE_RADIUS);
  let grid: DisplacementGrid | null = null;
  let from = seeds;
  let before = 0;
  let rounds = 0;
  for (; rounds < MAX_ROUNDS; rounds++) {
    const lay = grid;
    const mesh = meshFrom(page.width, page.height, (x, y) => {
      const d = lay ? displacementAt(lay, x, y) : { x: 0, y: 0 };
      return project(toSmall, x + d.x, y + d.y);
    });
    const laid = remapGrey(small, mesh);
    const found = growMatches(sites, laid, from).filter((m): m is Displacement => m !== null);
    if (found.length < 8) break;
    const total = found.map((m) => {
      const d = lay ? displacementAt(lay, m.at.x + m.dx, m.at.y + m.dy) : { x: 0, y: 0 };
      return { ...m, dx: m.dx + d.x, dy: m.dy + d.y };
    });
    const largest = Math.max(...found.map((m) => Math.hypot(m.dx, m.dy)));
    grid = fitGrid(page.width, page.height, total, GROWN_GRID, grid);
    from = found.map((m) => m.at);
    const settled = found.length < before * WORTHWHILE || largest < 1.5;
    before = found.length;
    if (settled) break;
  }
  return grid ? { grid, rounds: rounds + 1 } : null;
}

/** A place of the fine page, and where the frame has it. */
interface FineMatch extends Displacement {
  frame: Point;
}

/** The places of a page found around where a first lay has them. */
interface Measured {
  /** The homography nearest to all of them. */
  homography: Homography;
  /** What the homography leaves of each match, px of the page. */
  left: Displacement[];
  /** Places looked for, and inked places of the whole page. */
  checked: number;
  inked: number;
  /** Whether the homography alone lays all parts of the page. */
  flat: boolean;
}

/** A homography with the smooth grid of what it leaves: page px p lie at homography(p + grid(p)). */
interface FineFit extends Measured {
  grid: DisplacementGrid;
  /** Places found where the fit has them. */
  confirmed: number;
  stiffness: number;
  /** Along which the sheet was kept straight; null where it bends both ways. */
  rulings: Rulings | null;
}

/** Looks for the page's places around where `start` has them. */
function measureAround(
  page: Raster,
  sites: PatchSites,
  frame: Raster,
  start: (x: number, y: number) => Point,
): Measured | null {
  const laid = remapGrey(frame, meshFrom(page.width, page.height, start));
  const matches: FineMatch[] = [];
  const looked: Point[] = [];
  for (const patch of sites.patches) {
    if (!patch) continue;
    const { x, y } = patch.centre;
    const seen = start(x, y);
    if (seen.x < 0 || seen.y < 0 || seen.x >= frame.width || seen.y >= frame.height) continue;
    looked.push(patch.centre);
    const match = matchPatch(patch, FINE_RADIUS, laid, x, y, FINE_REACH);
    if (!match || match.correlation < FINE_CORRELATION) continue;
    const { dx, dy, correlation } = match;
    const at = start(x + dx, y + dy);
    matches.push({ at: patch.centre, dx, dy, hold: patch.hold, weight: correlation ** 2, frame: at });
  }
  if (matches.length < MIN_MATCHES) return null;
  const plane = fitPlane(matches);
  if (!plane) return null;
  const byPlane = plane.left.filter((m) => offBy(m) < CONFIRMED);
  return {
    ...plane,
    checked: looked.length,
    inked: sites.patches.filter((patch) => patch !== null).length,
    flat: coversAlike(page, looked, byPlane),
  };
}

/** @param known the stiffness that suits the sheet, where an earlier fit has found it */
function fitMeasured(page: Raster, measured: Measured, known?: number): FineFit {
  const { left, flat } = measured;
  const stiffness = flat ? FLAT_STIFFNESS : (known ?? bestStiffness(page, left));
  const grid = fitGrid(page.width, page.height, left, {
    ...FINE_STEPS,
    scales: flat ? FLAT_SCALES : FINE_STEPS.scales,
    stiffness,
  });
  const confirmed = left.filter((m) => offBy(less(m, grid)) < CONFIRMED).length;
  const free = { ...measured, grid, confirmed, stiffness, rulings: null };
  return flat ? free : straightened(page, free);
}

/** The fit with the sheet kept straight along its rulings, where its matches bear that out. */
function straightened(page: Raster, free: FineFit): FineFit {
  const rulings = findRulings(free.grid, free.left, RULING_STIFFNESS);
  if (!rulings) return free;
  const { stiffness } = free;
  const { step } = FINE_STEPS;
  const grid = fitGrid(
    page.width,
    page.height,
    free.left,
    { step, scales: FOLLOWING_SCALES, stiffness, rulings },
    free.grid,
  );
  const confirmed = free.left.filter((m) => offBy(less(m, grid)) < CONFIRMED).length;
  return confirmed >= free.confirmed * STRAIGHT_MAY_COST ? { ...free, grid, confirmed, rulings } : free;
}

/**
 * Fits the grid anew with the paper's edges as further measurements, in two rounds of narrowing search, unless the
 * frame shows none, or the page as stored does not end where the paper does.
 */
function heldByEdges(page: Raster, frame: Raster, fit: FineFit): FineFit {
  // A sheet as flat as this goes on straight by itself; an edge in a shadow would only bend it.
  const bends = fit.left.map((m) => {
    const d = displacementAt(fit.grid, m.at.x, m.at.y);
    return Math.hypot(d.x, d.y);
  });
  if (Math.max(...bends) < SLIGHT_BEND) return fit;
  let { grid } = fit;
  for (const [reach, scales] of EDGE_ROUNDS) {
    const lay = grid;
    const shift = (x: number, y: number): Point => displacementAt(lay, x, y);
    const toFrame = (x: number, y: number): Point => {
      const d = shift(x, y);
      return project(fit.homography, x + d.x, y + d.y);
    };
    const sides = findPaperEdges(page, frame, toFrame, shift, reach, EDGE_WEIGHT);
    const edges = sides.flatMap((side) => side.displacements);
    if (edges.length === 0) return fit;
    grid = fitGrid(
      page.width,
      page.height,
      [...fit.left, ...edges],
      { ...FINE_STEPS, scales, stiffness: fit.stiffness, rulings: fit.rulings },
      grid,
    );
  }
  const confirmed = fit.left.filter((m) => offBy(less(m, grid)) < CONFIRMED).length;
  return confirmed >= fit.confirmed * EDGES_MAY_COST ? { ...fit, grid, confirmed } : fit;
}

/** Whether in each part of the page enough of the places looked for are among the confirmed ones. */
function coversAlike(page: Raster, looked: readonly Point[], confirmed: readonly Displacement[]): boolean {
  const part = (p: Point): number =>
    FLAT_PARTS * Math.floor((FLAT_PARTS * p.y) / page.height) + Math.floor((FLAT_PARTS * p.x) / page.width);
  const all = new Uint32Array(FLAT_PARTS * FLAT_PARTS);
  const good = new Uint32Array(all.length);
  for (const p of looked) all[part(p)]++;
  for (const m of confirmed) good[part(m.at)]++;
  return (
    confirmed.length >= FLAT_SHARE * looked.length &&
    all.every((count, k) => count < 5 || good[k] >= FLAT_PART_SHARE * count)
  );
}

/** The homography nearest to all matches, reweighted against outliers, and what it leaves, px of the page. */
function fitPlane(matches: readonly FineMatch[]): { homography: Homography; left: Displacement[] } | null {
  const from = matches.map((m) => m.at);
  const to = matches.map((m) => m.frame);
  const weights = matches.map((m) => m.weight * Math.min(1, 0.1 + m.hold[0] * m.hold[2]));
  let homography: Homography | null = null;
  let left: Displacement[] = [];
  for (let round = 0; round < 5; round++) {
    homography = homographyFromPoints(from, to, weights);
    const back = homography && invert(homography);
    if (!back) return null;
    left = matches.map((m) => {
      const p = project(back, m.frame.x, m.frame.y);
      return { at: m.at, dx: p.x - m.at.x, dy: p.y - m.at.y, hold: m.hold, weight: m.weight };
    });
    const scale = Math.max(0.5, 2 * medianOf(left.map(offBy)));
    left.forEach((m, k) => (weights[k] = m.weight / (1 + (offBy(m) / scale) ** 2) ** 2));
  }
  return homography && { homography, left };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
