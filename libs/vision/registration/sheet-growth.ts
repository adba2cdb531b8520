import { fitGrid, type Displacement, type DisplacementGrid } from '../geometry/displacement-grid.js';
import { PlaneMap } from '../geometry/point-map.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { remapGrey } from '../pixels/remap.js';
import { meshOf } from '../pixels/warp-mesh.js';
import { matchBeyondBlanks } from './beyond-blanks.js';
import { onTopOf } from './grid-stiffness.js';
import { growMatches } from './match-growth.js';
import type { PageCopies } from './page-copies.js';
import { SheetMap } from './sheet-map.js';

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
): DisplacementGrid | null {
  const page = copies.coarse.raster;
  const sites = copies.coarseSites;
  let grid: DisplacementGrid | null = null;
  let from = seeds;
  let before = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const lay: DisplacementGrid | null = grid;
    const map = lay ? new SheetMap({ grid: lay, homography: toSmall }) : new PlaneMap(toSmall);
    const laid = remapGrey(small, meshOf(page.width, page.height, map));
    const bySite = growMatches(sites, laid, from);
    const found = bySite.filter((m): m is Displacement => m !== null);
    if (found.length < MIN_MATCHES) break;
    const total = lay ? found.map((m) => onTopOf(m, lay)) : found;
    const largest = Math.max(...found.map((m) => Math.hypot(m.dx, m.dy)));
    grid = fitGrid(page.width, page.height, total, GROWN_GRID, grid);
    from = found.map((m) => m.at);
    const settled = found.length < before * WORTHWHILE || largest < SETTLED;
    before = found.length;
    if (!settled) continue;
    const grown: DisplacementGrid = grid;
    const ahead = new SheetMap({ grid: grown, homography: toSmall });
    const beyond = matchBeyondBlanks(sites, from, small, (x, y) => ahead.at(x, y));
    if (beyond.length === 0) break;
    const all = [...total, ...beyond.map((m) => onTopOf(m, grown))];
    grid = fitGrid(page.width, page.height, all, GROWN_GRID, grown);
    from = all.map((m) => m.at);
  }
  return grid;
}
