import { median } from '../geometry/median.js';
import { BLOCK, type InkBlock } from './ink-block.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { hypot } = Math;

/** Blocks needed to tell how displacements change from place to place; with fewer their median is all that is known. */
const MIN_BLOCKS = 5;
/** Reweighting rounds of the fit, and the distance, px, up to which a block counts fully in it. */
const ROUNDS = 4;
const INLYING = 0.5;
/** Keeps the slope down where the blocks around lie in a line; variance of places, in blocks squared. */
const RIDGE = 0.05;

/**
 * Displacement of a block, px, by those of blocks around it: the affine map with the least sum of distances
 * (iteratively reweighted least squares), so that a minority of wrong ones does not matter.
 */
export function expectedPlace(block: InkBlock, around: readonly InkBlock[]): { dx: number; dy: number } {
  let dx = median(around.map((b) => b.dx));
  let dy = median(around.map((b) => b.dy));
  const n = around.length;
  if (n < MIN_BLOCKS) return { dx, dy };
  let [ux, uy, vx, vy] = [0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let [s, sx, sy, su, sv] = [0, 0, 0, 0, 0];
    let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const b = around[i]!;
      const x = (b.left - block.left) / BLOCK;
      const y = (b.top - block.top) / BLOCK;
      const off = hypot(b.dx - dx - ux * x - uy * y, b.dy - dy - vx * x - vy * y);
      const w = off > INLYING ? INLYING / off : 1;
      s += w;
      sx += w * x;
      sy += w * y;
      su += w * b.dx;
      sv += w * b.dy;
      xx += w * x * x;
      xy += w * x * y;
      yy += w * y * y;
      xu += w * x * b.dx;
      yu += w * y * b.dx;
      xv += w * x * b.dy;
      yv += w * y * b.dy;
    }
    const [mx, my, mu, mv] = [sx / s, sy / s, su / s, sv / s];
    const a = xx / s - mx * mx + RIDGE;
    const b = xy / s - mx * my;
    const c = yy / s - my * my + RIDGE;
    const det = a * c - b * b;
    const [pu, qu, pv, qv] = [xu / s - mx * mu, yu / s - my * mu, xv / s - mx * mv, yv / s - my * mv];
    ux = (c * pu - b * qu) / det;
    uy = (a * qu - b * pu) / det;
    vx = (c * pv - b * qv) / det;
    vy = (a * qv - b * pv) / det;
    dx = mu - ux * mx - uy * my;
    dy = mv - vx * mx - vy * my;
  }
  return { dx, dy };
}
