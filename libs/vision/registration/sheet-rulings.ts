import type { Displacement, DisplacementGrid, Rulings } from '../geometry/displacement-grid.js';

/** Directions tried, over half a turn. */
const DIRECTIONS = 36;
/** The straightest direction has to leave this part of the bending of the most bent one, at most. */
const MAX_REST = 0.9;

/**
 * The direction in which a bent sheet stays straight: paper does not stretch, so what is bent one way lies on a
 * cylinder, whose rulings a camera sees as straight lines. Told from the grid's second differences where it was
 * measured.
 *
 * @returns null where the sheet seems to bend both ways
 */
export function findRulings(
  grid: DisplacementGrid,
  measured: readonly Displacement[],
  stiffness: number,
): Rulings | null {
  const { cols, rows, step } = grid;
  const near = new Uint16Array(cols * rows);
  for (const { at } of measured) near[Math.round(at.y / step) * cols + Math.round(at.x / step)]++;
  // Sums of products of the second differences (xx, 2xy, yy), from which any direction's follows.
  const sums = new Float64Array(6);
  for (let j = 1; j < rows - 1; j++)
    for (let i = 1; i < cols - 1; i++) {
      const c = j * cols + i;
      if (!near[c]) continue;
      for (const f of [grid.dx, grid.dy]) {
        const xx = f[c - 1] - 2 * f[c] + f[c + 1];
        const yy = f[c - cols] - 2 * f[c] + f[c + cols];
        const xy = (f[c - cols - 1] - f[c - cols + 1] - f[c + cols - 1] + f[c + cols + 1]) / 2;
        sums[0] += xx * xx;
        sums[1] += xy * xy;
        sums[2] += yy * yy;
        sums[3] += 2 * xx * xy;
        sums[4] += 2 * xx * yy;
        sums[5] += 2 * xy * yy;
      }
    }
  let least = Infinity;
  let most = 0;
  let best: Rulings | null = null;
  for (let k = 0; k < DIRECTIONS; k++) {
    const x = Math.cos((k * Math.PI) / DIRECTIONS);
    const y = Math.sin((k * Math.PI) / DIRECTIONS);
    const [a, b, c] = [x * x, x * y, y * y];
    const bending =
      a * a * sums[0] +
      b * b * sums[1] +
      c * c * sums[2] +
      a * b * sums[3] +
      a * c * sums[4] +
      b * c * sums[5];
    most = Math.max(most, bending);
    if (bending < least) {
      least = bending;
      best = { x, y, stiffness };
    }
  }
  return least < MAX_REST * most ? best : null;
}
