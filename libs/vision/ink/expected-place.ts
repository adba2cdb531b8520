import { LocalAffine, type LocalDisplacement } from '../geometry/local-affine.js';
import { median } from '../geometry/median.js';
import { BLOCK, type InkBlock } from './ink-block.js';

const { sqrt } = Math;

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
  const dx = median(around.map((b) => b.dx));
  const dy = median(around.map((b) => b.dy));
  let fit: LocalDisplacement = { dx, dy, dxx: 0, dxy: 0, dyx: 0, dyy: 0 };
  if (around.length < MIN_BLOCKS) return fit;
  for (let round = 0; round < ROUNDS; round++) {
    const affine = new LocalAffine();
    for (const b of around) {
      const x = (b.left - block.left) / BLOCK;
      const y = (b.top - block.top) / BLOCK;
      const offX = b.dx - fit.dx - fit.dxx * x - fit.dxy * y;
      const offY = b.dy - fit.dy - fit.dyx * x - fit.dyy * y;
      const off = sqrt(offX * offX + offY * offY);
      affine.add(x, y, b.dx, b.dy, off > INLYING ? INLYING / off : 1);
    }
    fit = affine.fit(RIDGE);
  }
  return fit;
}
