// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { max, min, sqrt } = Math;

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

  /** Adds weight * (sum of coefficients times unknowns - value)^2. `at` are the unknowns' indices, as many as `count`. */
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

  /** The solution, by Cholesky's decomposition; each unknown drawn to nothing by `damping`. The system is used up. */
  solve(damping: number): Float64Array {
    const { band, matrix, unknowns, right: x } = this;
    const wide = band + 1;
    for (let i = 0; i < unknowns; i++) {
      const row = i * wide + band - i;
      const first = max(0, i - band);
      for (let j = first; j <= i; j++) {
        const other = j * wide + band - j;
        const sum = matrix[row + j] - product(matrix, row, other, max(first, j - band), j);
        matrix[row + j] = j < i ? sum / matrix[other + j] : sqrt(max(sum + damping, damping));
      }
      let value = x[i];
      for (let k = first; k < i; k++) value -= matrix[row + k] * x[k];
      x[i] = value / matrix[row + i];
    }
    for (let i = unknowns - 1; i >= 0; i--) {
      const value = (x[i] /= matrix[i * wide + band]);
      for (let k = max(0, i - band), end = min(i, unknowns); k < end; k++)
        x[k] -= matrix[i * wide + band - i + k] * value;
    }
    return x;
  }
}

/** Sum of the products of two rows' columns from .. to - 1: in four parts, for one sum waits for each addition. */
function product(matrix: Float64Array, row: number, other: number, from: number, to: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let k = from;
  for (; k < to - 3; k += 4) {
    a += matrix[row + k] * matrix[other + k];
    b += matrix[row + k + 1] * matrix[other + k + 1];
    c += matrix[row + k + 2] * matrix[other + k + 2];
    d += matrix[row + k + 3] * matrix[other + k + 3];
  }
  for (; k < to; k++) a += matrix[row + k] * matrix[other + k];
  return a + b + (c + d);
}
