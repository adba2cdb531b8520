import { KernelMemory, kernels } from '../kernels/kernels.js';

/** Normal equations of a least-squares problem in which only unknowns at most `band` apart share a measurement. */
export class BandedSystem {
  /** Row i holds the columns i - band .. i. */
  private readonly matrix: Float64Array;
  private readonly right: Float64Array;

  constructor(
    readonly unknowns: number,
    readonly band: number,
  ) {
    this.matrix = new Float64Array(unknowns * (band + 1));
    this.right = new Float64Array(unknowns);
  }

  /**
   * Adds weight * (sum of coefficients times unknowns - value)^2. `at` are the unknowns' indices, as many as `count`.
   */
  add(
    at: ArrayLike<number>,
    coefficients: ArrayLike<number>,
    count: number,
    value: number,
    weight: number,
  ): void {
    const { band, matrix, right } = this;
    for (let i = 0; i < count; i++) {
      const p = at[i];
      const w = weight * coefficients[i];
      right[p] += w * value;
      const row = p * (band + 1) + band - p;
      for (let j = 0; j < count; j++) if (at[j] <= p) matrix[row + at[j]] += w * coefficients[j];
    }
  }

  /** The solution, by Cholesky's decomposition; each unknown drawn to nothing by `damping`. */
  solve(damping: number): Float64Array {
    const { band, matrix, unknowns, right } = this;
    return KernelMemory.borrow((memory) => {
      const rows = memory.take(8 * matrix.length);
      const x = memory.take(8 * unknowns);
      memory.doubles(rows, matrix.length).set(matrix);
      memory.doubles(x, unknowns).set(right);
      kernels.solveBanded(rows, x, unknowns, band, damping);
      return memory.doubles(x, unknowns).slice();
    });
  }
}
