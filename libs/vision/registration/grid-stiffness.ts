import {
  displacementAt,
  fitGrid,
  type Displacement,
  type DisplacementGrid,
} from '../geometry/displacement-grid.js';
import type { Size } from '../pixels/raster.js';

/** Bending penalties tried on the final fit; the one that foretells left-out matches best is taken. */
const STIFFNESSES = [0.1, 10, 1000];
/** The stiffest of these. */
export const STIFFEST = STIFFNESSES[STIFFNESSES.length - 1];
/** Standard errors by which a stiffer grid may seem worse and yet be taken. */
const COMPARISON_ERRORS = 1;
/** A shift left, px, that counts half of the most. */
const LOSS_SCALE = 0.7;
/** The final grid, px of the fine copy of the page. */
export const FINE_STEPS = { step: 55, scales: [64, 16, 6, 2.5, 1.2, 0.7, 0.7] };
/** Residuals let in when a grid is fitted anew from one of the next stiffness. */
export const FOLLOWING_SCALES = [6, 2.5, 1.2, 0.7];

/** What a grid leaves of a shift. */
export function less(m: Displacement, grid: DisplacementGrid): Displacement {
  const d = displacementAt(grid, m.at.x, m.at.y);
  return { ...m, dx: m.dx - d.x, dy: m.dy - d.y };
}

/** A shift ahead of a grid, and the grid's own: from the page. */
export function onTopOf(m: Displacement, grid: DisplacementGrid): Displacement {
  const d = displacementAt(grid, m.at.x + m.dx, m.at.y + m.dy);
  return { ...m, dx: m.dx + d.x, dy: m.dy + d.y };
}

/** Length of a shift in the directions the patch holds, px. */
export function offBy(m: Displacement): number {
  const [a, b, c] = m.hold;
  return Math.sqrt(Math.max(0, a * m.dx * m.dx + 2 * b * m.dx * m.dy + c * m.dy * m.dy));
}

/** What a shift that is left counts, 0..1 (Geman and McClure): a false match no more than one. */
export function lossOf(m: Displacement): number {
  const r = offBy(m) / LOSS_SCALE;
  return (m.weight * r * r) / (1 + r * r);
}

/**
 * The stiffest grid through two thirds of the matches that foretells the others no worse than the best one does,
 * within the error of that comparison: what a looser grid gains by following noise it loses where nothing was
 * measured.
 */
export function bestStiffness(page: Size, left: readonly Displacement[]): number {
  const { train, test } = leavingOut(left);
  // From stiff to loose, each from the last one: what is an outlier is told once.
  let grid: DisplacementGrid | null = null;
  const losses = STIFFNESSES.toReversed().map((stiffness) => {
    const { step, scales } = FINE_STEPS;
    const fitted = fitGrid(
      page.width,
      page.height,
      train,
      { step, scales: grid ? FOLLOWING_SCALES : scales, stiffness },
      grid,
    );
    grid = fitted;
    return test.map((m) => lossOf(less(m, fitted)));
  });
  losses.reverse();
  const totals = losses.map((loss) => loss.reduce((a, b) => a + b, 0));
  const best = losses[totals.indexOf(Math.min(...totals))];
  for (let k = STIFFNESSES.length - 1; k >= 0; k--) {
    const worse = losses[k].map((loss, m) => loss - best[m]);
    if (!isSurelyMore(worse, COMPARISON_ERRORS)) return STIFFNESSES[k];
  }
  return STIFFNESSES[0];
}

/** Two thirds of measurements to fit to, and a third to hold the fit against. */
export function leavingOut(measured: readonly Displacement[]): {
  train: Displacement[];
  test: Displacement[];
} {
  return {
    train: measured.filter((_, k) => k % 3 !== 0),
    test: measured.filter((_, k) => k % 3 === 0),
  };
}

/** Whether differences come to more in all than so many standard errors of their sum. */
export function isSurelyMore(differences: readonly number[], errors: number): boolean {
  const sum = differences.reduce((a, b) => a + b, 0);
  return sum > errors * Math.sqrt(differences.reduce((a, b) => a + b * b, 0));
}

/** What shifts that are left count in the mean, 0..1. */
export function meanLoss(left: readonly Displacement[]): number {
  return left.reduce((sum, m) => sum + lossOf(m), 0) / Math.max(1, left.length);
}
