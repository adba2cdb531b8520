import { KernelMemory, kernels } from '../kernels/kernels.js';

const { ceil } = Math;

/** Rounds of over-relaxation, and its factor: those of a lattice of 100 cells. */
const ROUNDS = 120;
const RELAXATION = 1.93;

/**
 * The values whose differences between neighbouring cells are nearest to those given, by least squares: over-relaxation
 * of the cells of one colour of a chessboard, then of the other.
 */
export function putTogether(
  across: Float32Array,
  down: Float32Array,
  cols: number,
  rows: number,
): Float32Array {
  // A rim of cells that stay 0 and do not count spares the loop all questions. A row has the cells of one colour, then
  // the others.
  const half = 2 * ceil((cols + 2) / 4);
  const count = 2 * half * (rows + 2);
  return KernelMemory.borrow((memory) => {
    const [value, share, step] = [0, 1, 2].map(() => memory.take(8 * count));
    const values = memory.doubles(value, count).fill(0);
    const shares = memory.doubles(share, count).fill(0);
    const steps = memory.doubles(step, count).fill(0);
    layEquations(across, down, cols, rows, half, shares, steps);
    kernels.overRelax(value, share, step, half, rows + 2, 1 - RELAXATION, ROUNDS);
    return readCells(values, cols, rows, half);
  });
}

/** Where a cell lies among the cells of its row of one colour, then the others. */
function placeOf(i: number, j: number, half: number): number {
  return (2 * (j + 1) + ((i + j + 1) & 1)) * half + ((i + 1) >> 1);
}

/** Writes each cell's share of what is off, and the sum of the steps to it. */
function layEquations(
  across: Float32Array,
  down: Float32Array,
  cols: number,
  rows: number,
  half: number,
  shares: Float64Array,
  steps: Float64Array,
): void {
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) {
      const at = placeOf(i, j, half);
      let sides = 4;
      if (i > 0) steps[at] += across[k - 1];
      else sides--;
      if (i + 1 < cols) steps[at] -= across[k];
      else sides--;
      if (j > 0) steps[at] += down[k - cols];
      else sides--;
      if (j + 1 < rows) steps[at] -= down[k];
      else sides--;
      shares[at] = RELAXATION / sides;
    }
}

/** The cells' values, row-major. */
function readCells(values: Float64Array, cols: number, rows: number, half: number): Float32Array {
  const cells = new Float32Array(cols * rows);
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) cells[k] = values[placeOf(i, j, half)];
  return cells;
}
