/**
 * Solves a symmetric system by Cholesky's decomposition; numbers of 64 bits.
 *
 * @param matrix row i holds the columns i - band .. i; the decomposition afterwards
 * @param x the right side; the solution afterwards
 * @param damping added to the diagonal
 */
export function solveBanded(matrix: usize, x: usize, unknowns: i32, band: i32, damping: f64): void {
  const wide = band + 1;
  for (let i = 0; i < unknowns; i++) {
    // Column k of row i stands at row + 8 k.
    const row = matrix + ((<usize>(i * wide + band - i)) << 3);
    const first = max(0, i - band);
    for (let j = first; j <= i; j++) {
      const other = matrix + ((<usize>(j * wide + band - j)) << 3);
      const at = row + ((<usize>j) << 3);
      const sum = load<f64>(at) - product(row, other, max(first, j - band), j);
      store<f64>(
        at,
        j < i ? sum / load<f64>(other + ((<usize>j) << 3)) : sqrt<f64>(max<f64>(sum + damping, damping)),
      );
    }
    let value = load<f64>(x + ((<usize>i) << 3));
    for (let k = first; k < i; k++)
      value -= load<f64>(row + ((<usize>k) << 3)) * load<f64>(x + ((<usize>k) << 3));
    store<f64>(x + ((<usize>i) << 3), value / load<f64>(row + ((<usize>i) << 3)));
  }
  for (let i = unknowns - 1; i >= 0; i--) {
    const row = matrix + ((<usize>(i * wide + band - i)) << 3);
    const value = load<f64>(x + ((<usize>i) << 3)) / load<f64>(row + ((<usize>i) << 3));
    store<f64>(x + ((<usize>i) << 3), value);
    for (let k = max(0, i - band); k < i; k++) {
      const at = x + ((<usize>k) << 3);
      store<f64>(at, load<f64>(at) - load<f64>(row + ((<usize>k) << 3)) * value);
    }
  }
}

/** Sum of the products of two rows' columns from .. to - 1: in four parts, for one sum waits for each addition. */
function product(row: usize, other: usize, from: i32, to: i32): f64 {
  let ab = f64x2.splat(0);
  let cd = f64x2.splat(0);
  let k = (<usize>from) << 3;
  const end = (<usize>to) << 3;
  for (; k + 24 < end; k += 32) {
    ab = f64x2.add(ab, f64x2.mul(v128.load(row + k), v128.load(other + k)));
    cd = f64x2.add(cd, f64x2.mul(v128.load(row + k, 16), v128.load(other + k, 16)));
  }
  let a = f64x2.extract_lane(ab, 0);
  for (; k < end; k += 8) a += load<f64>(row + k) * load<f64>(other + k);
  return a + f64x2.extract_lane(ab, 1) + (f64x2.extract_lane(cd, 0) + f64x2.extract_lane(cd, 1));
}

/**
 * Adds measurements of two coordinates to the normal equations of their least squares, each weighted by what is left of
 * it (Geman-McClure); numbers of 64 bits.
 *
 * @param slopes of each measurement those of x to all unknowns, then those of y; 8 bytes more are read
 * @param rest x and y left of each
 * @param holds how each holds, xx, xy and yy, and its weight
 * @param scale residual at which a measurement counts a quarter
 * @param matrix `unknowns` squared and one more, row-major: its lower triangle and what lies right of the diagonal
 * @param right `unknowns`
 * @returns what is left, over all measurements: 0 each for a perfect one, 1 for an outlier
 */
export function addNormal(
  slopes: usize,
  rest: usize,
  holds: usize,
  count: i32,
  unknowns: i32,
  scale: f64,
  matrix: usize,
  right: usize,
): f64 {
  let left: f64 = 0;
  const wide = (<usize>unknowns) << 3;
  for (let m = 0; m < count; m++) {
    const hold = holds + ((<usize>m) << 5);
    const a = load<f64>(hold);
    const b = load<f64>(hold, 8);
    const c = load<f64>(hold, 16);
    const rx = load<f64>(rest + ((<usize>m) << 4));
    const ry = load<f64>(rest + ((<usize>m) << 4), 8);
    const square = (a * rx * rx + 2 * b * rx * ry + c * ry * ry) / (scale * scale);
    left += square / (1 + square);
    const w = load<f64>(hold, 24) / ((1 + square) * (1 + square));
    const xs = slopes + <usize>(2 * m) * wide;
    const ys = xs + wide;
    for (let i = 0; i < unknowns; i++) {
      const at = (<usize>i) << 3;
      const px = w * (a * load<f64>(xs + at) + b * load<f64>(ys + at));
      const py = w * (b * load<f64>(xs + at) + c * load<f64>(ys + at));
      store<f64>(right + at, load<f64>(right + at) + (px * rx + py * ry));
      const alongX = f64x2.splat(px);
      const alongY = f64x2.splat(py);
      const row = matrix + <usize>i * wide;
      for (let j: usize = 0; j <= at; j += 16)
        v128.store(
          row + j,
          f64x2.add(
            v128.load(row + j),
            f64x2.add(f64x2.mul(alongX, v128.load(xs + j)), f64x2.mul(alongY, v128.load(ys + j))),
          ),
        );
    }
  }
  return left;
}
