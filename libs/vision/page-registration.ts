import { displacementAt, fitGrid, type Displacement, type DisplacementGrid } from './displacement-grid.js';
import { growMatches, type PatchSites } from './match-growth.js';
import { cutPatch, matchPatch } from './patch-match.js';
import { homographyFromPoints, resizeMap } from './plane-geometry.js';
import { compose, invert, project } from './projective.js';
import type { Homography, Point, Raster } from './raster.js';
import { reduce } from './resample.js';
import { meshFrom, remapGrey } from './warp-mesh.js';

/** A known page laid onto a frame. */
export interface PageRegistration {
  /** Takes a px of the page (as stored) to px of the frame. */
  toFrame: (x: number, y: number) => Point;
  /** Its homography part. */
  homography: Homography;
  /** Of the places of the page that carry ink and lie in the frame: the part found where the fit has them. */
  agreement: number;
  /** Such places. */
  checked: number;
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
const FINE_STEP = 32;
const FINE_RADIUS = 15;
/** Final search, px of the fine copy. */
const FINE_REACH = 3;
const FINE_CORRELATION = 0.5;
/** Growth is repeated, re-laid each time, while it gains this part more matches. */
const WORTHWHILE = 1.03;
const MAX_ROUNDS = 5;
/** A fitted place is confirmed when its own match lies this near, px of the fine copy. */
const CONFIRMED = 1.2;
/** Bending penalties tried on the final fit; the one that foretells left-out matches best is taken. */
const STIFFNESSES = [0.1, 1, 10, 100, 1000];
const FINE_STEPS = { step: 55, scales: [64, 16, 6, 2.5, 1.2, 0.7, 0.7] };
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
  const coarse = reduce(page, COARSE_SIDE);
  const sites = cutSites(coarse.raster, COARSE_STEP, COARSE_RADIUS);
  const coarseToSmall = compose(toSmall, resizeMap(1 / coarse.scaleX, 1 / coarse.scaleY));
  const grown = growOver(
    coarse.raster,
    sites,
    small,
    coarseToSmall,
    seeds.map((p) => ({
      x: (p.x + 0.5) * coarse.scaleX - 0.5,
      y: (p.y + 0.5) * coarse.scaleY - 0.5,
    })),
  );
  if (!grown) return null;
  const fine = reduce(page, FINE_SIDE);
  const ratio = fine.raster.width / coarse.raster.width;
  const start = (x: number, y: number): Point => {
    const p = { x: (x + 0.5) / ratio - 0.5, y: (y + 0.5) / ratio - 0.5 };
    const d = displacementAt(grown.grid, p.x, p.y);
    const s = project(coarseToSmall, p.x + d.x, p.y + d.y);
    return project(smallToFrame, s.x, s.y);
  };
  const measured = measureFine(fine.raster, frame, start);
  if (measured.matches.length < 12) return null;
  const fitted = fitFine(fine.raster, measured.matches);
  if (!fitted) return null;
  const toFrame = (x: number, y: number): Point => {
    const p = { x: (x + 0.5) * fine.scaleX - 0.5, y: (y + 0.5) * fine.scaleY - 0.5 };
    const d = displacementAt(fitted.grid, p.x, p.y);
    return project(fitted.homography, p.x + d.x, p.y + d.y);
  };
  let bend = 0;
  for (let k = 0; k < grown.grid.dx.length; k++)
    bend = Math.max(bend, Math.hypot(fitted.grid.dx[k] ?? 0, fitted.grid.dy[k] ?? 0));
  return {
    toFrame,
    homography: compose(fitted.homography, resizeMap(fine.scaleX, fine.scaleY)),
    agreement: fitted.confirmed / Math.max(1, measured.checked),
    checked: measured.checked,
    bend,
    rounds: grown.rounds,
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

/** Rounds of: lay the frame over the page by the fit so far, grow matches, fit the grid. */
function growOver(
  page: Raster,
  sites: PatchSites,
  small: Raster,
  toSmall: Homography,
  seeds: readonly Point[],
): { grid: DisplacementGrid; rounds: number } | null {
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

function measureFine(
  page: Raster,
  frame: Raster,
  start: (x: number, y: number) => Point,
): { matches: FineMatch[]; checked: number } {
  const mesh = meshFrom(page.width, page.height, start);
  const laid = remapGrey(frame, mesh);
  const sites = cutSites(page, FINE_STEP, FINE_RADIUS);
  const matches: FineMatch[] = [];
  let checked = 0;
  for (const patch of sites.patches) {
    if (!patch) continue;
    const { x, y } = patch.centre;
    const seen = start(x, y);
    if (seen.x < 0 || seen.y < 0 || seen.x >= frame.width || seen.y >= frame.height) continue;
    checked++;
    const match = matchPatch(patch, FINE_RADIUS, laid, x, y, FINE_REACH);
    if (!match || match.correlation < FINE_CORRELATION) continue;
    const { dx, dy } = match;
    matches.push({
      at: patch.centre,
      dx,
      dy,
      hold: patch.hold,
      weight: match.correlation ** 2,
      frame: start(x + dx, y + dy),
    });
  }
  return { matches, checked };
}

/** The homography nearest to all matches, and the smooth grid of what it leaves. */
function fitFine(
  page: Raster,
  matches: readonly FineMatch[],
): { homography: Homography; grid: DisplacementGrid; confirmed: number } | null {
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
  if (!homography) return null;
  const stiffness = bestStiffness(page, left);
  const grid = fitGrid(page.width, page.height, left, { ...FINE_STEPS, stiffness });
  const confirmed = left.filter((m) => {
    const d = displacementAt(grid, m.at.x, m.at.y);
    return offBy({ ...m, dx: m.dx - d.x, dy: m.dy - d.y }) < CONFIRMED;
  }).length;
  return { homography, grid, confirmed };
}

/** Length of a shift in the directions the patch holds, px. */
function offBy(m: Displacement): number {
  const [a, b, c] = m.hold;
  return Math.sqrt(Math.max(0, a * m.dx * m.dx + 2 * b * m.dx * m.dy + c * m.dy * m.dy));
}

/** The stiffness with which a grid through two thirds of the matches foretells the others best. */
function bestStiffness(page: Raster, left: readonly Displacement[]): number {
  let best = STIFFNESSES[0];
  let least = Infinity;
  for (const stiffness of STIFFNESSES) {
    let loss = 0;
    const test = left.filter((_, k) => k % 3 === 0);
    const train = left.filter((_, k) => k % 3 !== 0);
    const fit = { ...FINE_STEPS, stiffness };
    const grid = fitGrid(page.width, page.height, train, fit);
    for (const m of test) {
      const d = displacementAt(grid, m.at.x, m.at.y);
      const r = offBy({ ...m, dx: m.dx - d.x, dy: m.dy - d.y }) / 0.7;
      loss += (m.weight * r * r) / (1 + r * r);
    }
    if (loss < least) {
      least = loss;
      best = stiffness;
    }
  }
  return best;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
