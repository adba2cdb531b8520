import {
  displacementAt,
  fitGrid,
  type Displacement,
  type DisplacementGrid,
} from '../geometry/displacement-grid.js';
import { project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { meshFrom, remapGrey } from '../pixels/warp-mesh.js';
import { matchBeyondBlanks } from './beyond-blanks.js';
import { growMatches } from './match-growth.js';
import type { PageCopies } from './page-copies.js';

/** Growth is repeated, re-laid each time, while it gains this part more matches. */
const WORTHWHILE = 1.03;
const MAX_ROUNDS = 5;
/** A lay whose matches have moved less than this, px, is good enough. */
const SETTLED = 1.5;
const MIN_MATCHES = 8;
/** The grid between rounds of growth: loose, for the matches are sifted already. */
const GROWN_GRID = { step: 36, stiffness: 0.3, scales: [64, 16, 6] };

/**
 * Rounds of: lay the frame over the page by the fit so far, grow matches, fit the grid.
 *
 * @param small the frame, grey, at about the density of the page's coarse copy or above
 * @param toSmall takes px of the coarse copy to px of it
 * @param seeds places of the coarse copy where that is known to hold
 * @returns shifts of the coarse copy's px ahead of `toSmall`; null when nothing grew
 */
export function growOver(
  copies: PageCopies,
  small: Raster,
  toSmall: Homography,
  seeds: readonly Point[],
): { grid: DisplacementGrid; rounds: number } | null {
  const page = copies.coarse.raster;
  const sites = copies.coarseSites;
  let grid: DisplacementGrid | null = null;
  let from = seeds;
  let before = 0;
  let rounds = 0;
  for (; rounds < MAX_ROUNDS; rounds++) {
    const lay = mapBy(grid, toSmall);
    const laid = remapGrey(small, meshFrom(page.width, page.height, lay));
    const bySite = growMatches(sites, laid, from);
    const found = bySite.filter((m): m is Displacement => m !== null);
    if (found.length < MIN_MATCHES) break;
    const total = found.map((m) => onTopOf(grid, m));
    const largest = Math.max(...found.map((m) => Math.hypot(m.dx, m.dy)));
    grid = fitGrid(page.width, page.height, total, GROWN_GRID, grid);
    from = found.map((m) => m.at);
    const settled = found.length < before * WORTHWHILE || largest < SETTLED;
    before = found.length;
    if (!settled) continue;
    const beyond = matchBeyondBlanks(sites, from, small, mapBy(grid, toSmall));
    if (beyond.length === 0) break;
    total.push(...beyond.map((m) => onTopOf(grid, m)));
    grid = fitGrid(page.width, page.height, total, GROWN_GRID, grid);
    from = total.map((m) => m.at);
  }
  return grid ? { grid, rounds: rounds + 1 } : null;
}

/** Where a grid and the map that it is ahead of have a px of the page. */
function mapBy(grid: DisplacementGrid | null, toSmall: Homography): (x: number, y: number) => Point {
  return (x, y) => {
    const d = grid ? displacementAt(grid, x, y) : { x: 0, y: 0 };
    return project(toSmall, x + d.x, y + d.y);
  };
}

/** A shift found in what a grid had laid, and the grid's own. */
function onTopOf(grid: DisplacementGrid | null, m: Displacement): Displacement {
  const d = grid ? displacementAt(grid, m.at.x + m.dx, m.at.y + m.dy) : { x: 0, y: 0 };
  return { ...m, dx: m.dx + d.x, dy: m.dy + d.y };
}
