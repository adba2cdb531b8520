import { BandedSystem } from '../../libs/vision/geometry/banded-system.js';
import { solve } from '../../libs/vision/geometry/plane-geometry.js';
import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';

const { abs, sin } = Math;

/** Numbers without order between -1 and 1, the same each time. */
const number = (k: number): number => sin(k * 12.9898 + 1) * sin(k * 78.233);

describe('least squares', () => {
  it.each([
    [40, 9],
    [23, 22],
    [30, 1],
  ])(
    'of %d unknowns, of which %d in a row share a measurement, are solved as by elimination',
    (unknowns, band) => {
      const system = new BandedSystem(unknowns, band);
      const matrix = new Float64Array(unknowns * unknowns);
      const right = new Float64Array(unknowns);
      for (let m = 0; m < 6 * unknowns; m++) {
        const first = (m * 7) % (unknowns - band);
        const at = [first, first + (m % (band + 1)), first + band].filter(
          (p, k, all) => all.indexOf(p) === k,
        );
        const factors = at.map((_, k) => number(3 * m + k));
        const weight = 1 + number(m) ** 2;
        system.add(at, factors, at.length, number(m + 500), weight);
        at.forEach((p, i) => {
          right[p] += weight * factors[i] * number(m + 500);
          at.forEach((q, j) => (matrix[p * unknowns + q] += weight * factors[i] * factors[j]));
        });
      }
      for (let p = 0; p < unknowns; p++) matrix[p * unknowns + p] += 0.01;
      const expected = solve(matrix, right)!;
      system.solve(0.01).forEach((value, p) => {
        expect(abs(value - expected[p])).toBeLessThan(1e-8);
      });
    },
  );

  it.each([33, 8])('of two coordinates and %d unknowns are summed to the last bit', (unknowns) => {
    const count = 17;
    const scale = 0.7;
    const slopes = Float64Array.from({ length: 2 * count * unknowns }, (_, k) => number(k));
    const rest = Float64Array.from({ length: 2 * count }, (_, k) => number(k + 900));
    const holds = Float64Array.from({ length: 4 * count }, (_, k) => abs(number(k + 70)));
    const matrix = new Float64Array(unknowns * unknowns);
    const right = new Float64Array(unknowns);
    let left = 0;
    for (let m = 0; m < count; m++) {
      const [a, b, c, weight] = holds.subarray(4 * m, 4 * m + 4);
      const [rx, ry] = [rest[2 * m], rest[2 * m + 1]];
      const square = (a * rx * rx + 2 * b * rx * ry + c * ry * ry) / (scale * scale);
      left += square / (1 + square);
      const w = weight / ((1 + square) * (1 + square));
      const xs = slopes.subarray(2 * m * unknowns, (2 * m + 1) * unknowns);
      const ys = slopes.subarray((2 * m + 1) * unknowns, (2 * m + 2) * unknowns);
      for (let i = 0; i < unknowns; i++) {
        const px = w * (a * xs[i] + b * ys[i]);
        const py = w * (b * xs[i] + c * ys[i]);
        right[i] += px * rx + py * ry;
        for (let j = 0; j <= i; j++) matrix[i * unknowns + j] += px * xs[j] + py * ys[j];
      }
    }
    KernelMemory.borrow((memory) => {
      const taken = [slopes, rest, holds].map((values) => memory.take(8 * values.length + 8));
      const sums = memory.take(8 * (matrix.length + 1));
      const sides = memory.take(8 * unknowns);
      [slopes, rest, holds].forEach((values, k) => memory.doubles(taken[k], values.length).set(values));
      memory.doubles(sums, matrix.length).fill(0);
      memory.doubles(sides, unknowns).fill(0);
      expect(kernels.addNormal(taken[0], taken[1], taken[2], count, unknowns, scale, sums, sides)).toBe(left);
      expect([...memory.doubles(sides, unknowns)]).toEqual([...right]);
      const summed = memory.doubles(sums, matrix.length);
      for (let i = 0; i < unknowns; i++)
        for (let j = 0; j <= i; j++) expect(summed[i * unknowns + j]).toBe(matrix[i * unknowns + j]);
    });
  });
});
