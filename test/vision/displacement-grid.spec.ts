import {
  displacementAt,
  fitGrid,
  type Displacement,
  type DisplacementGrid,
} from '../../libs/vision/geometry/displacement-grid.js';
import { solve } from '../../libs/vision/geometry/plane-geometry.js';

const { abs, floor, hypot, sin } = Math;

const WIDTH = 241;
const HEIGHT = 181;
const STEP = 60;
const COLS = 5;
const ROWS = 4;

/** Shifts measured all over a page that bends a little, some of them along one direction alone. */
function measurements(): Displacement[] {
  return Array.from({ length: 70 }, (_, k) => {
    const at = { x: (k * 97) % WIDTH, y: (k * 61) % HEIGHT };
    const angle = k % 3;
    const hold =
      k % 4 === 0
        ? ([sin(angle) ** 2, sin(angle) * sin(angle + 1.6), 0.3] as const)
        : ([1, 0.1, 0.8] as const);
    return { at, dx: 2 * sin(at.y / 50), dy: 0.01 * at.x - 1, hold, weight: 0.4 + (k % 5) / 10 };
  });
}

/**
 * The normal equations of one round from no shifts at all, by their definition, solved by elimination: x and y of each
 * node.
 */
function plainFit(measured: readonly Displacement[], stiffness: number, scale: number): number[] {
  const n = 2 * COLS * ROWS;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const addSquare = (at: readonly number[], factors: readonly number[], weight: number): void =>
    at.forEach((p, i) => at.forEach((q, j) => (matrix[p * n + q] += weight * factors[i] * factors[j])));
  for (const { at, dx, dy, hold, weight } of measured) {
    const i = Math.min(COLS - 2, floor(at.x / STEP));
    const j = Math.min(ROWS - 2, floor(at.y / STEP));
    const [u, v] = [at.x / STEP - i, at.y / STEP - j];
    const nodes = [0, 1, COLS, COLS + 1].map((k) => j * COLS + i + k);
    const shares = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
    const [a, b, c] = hold;
    const w = weight / (1 + (a * dx * dx + 2 * b * dx * dy + c * dy * dy) / scale ** 2) ** 2;
    nodes.forEach((p, s) => {
      right[2 * p] += shares[s] * w * (a * dx + b * dy);
      right[2 * p + 1] += shares[s] * w * (b * dx + c * dy);
      nodes.forEach((q, t) => {
        const both = w * shares[s] * shares[t];
        matrix[2 * p * n + 2 * q] += both * a;
        matrix[2 * p * n + 2 * q + 1] += both * b;
        matrix[(2 * p + 1) * n + 2 * q] += both * b;
        matrix[(2 * p + 1) * n + 2 * q + 1] += both * c;
      });
    });
  }
  for (let j = 0; j < ROWS; j++)
    for (let i = 0; i < COLS; i++)
      for (const axis of [0, 1]) {
        const at = (x: number, y: number): number => 2 * ((j + y) * COLS + i + x) + axis;
        if (i > 0 && i < COLS - 1) addSquare([at(-1, 0), at(0, 0), at(1, 0)], [1, -2, 1], stiffness);
        if (j > 0 && j < ROWS - 1) addSquare([at(0, -1), at(0, 0), at(0, 1)], [1, -2, 1], stiffness);
        if (i < COLS - 1 && j < ROWS - 1)
          addSquare([at(0, 0), at(1, 0), at(0, 1), at(1, 1)], [1, -1, -1, 1], 2 * stiffness);
      }
  return [...solve(matrix, right)!];
}

describe('a grid of shifts', () => {
  it.each([0.1, 1, 10])(
    'is the least squares of what is measured and of its bending, %d times as stiff',
    (stiffness) => {
      const measured = measurements();
      const grid = fitGrid(WIDTH, HEIGHT, measured, { step: STEP, stiffness, scales: [8] });
      expect([grid.cols, grid.rows]).toEqual([COLS, ROWS]);
      plainFit(measured, stiffness, 8).forEach((shift, k) => {
        expect(abs((k % 2 ? grid.dy : grid.dx)[k >> 1] - shift)).toBeLessThan(2e-3);
      });
    },
  );

  it('lets outliers go from round to round', () => {
    const measured = measurements().map((m, k) => (k % 9 === 0 ? { ...m, dx: m.dx + 40, dy: m.dy - 30 } : m));
    const grid = fitGrid(WIDTH, HEIGHT, measured, { step: STEP, stiffness: 0.1, scales: [64, 16, 4, 1, 1] });
    for (const { at, dx, dy } of measurements()) {
      const found = displacementAt(grid, at.x, at.y);
      expect(hypot(found.x - dx, found.y - dy)).toBeLessThan(1);
    }
  });

  it('starts from another one of its size, and keeps to what that lies near', () => {
    const fit = { step: STEP, stiffness: 1, scales: [4, 2, 1] };
    const measured = measurements();
    const far = measured.map((m) => ({ ...m, dx: m.dx + 30 }));
    const both = measured.map((m, k) => (k % 2 ? far[k] : m));
    const off = (start: DisplacementGrid | null): number =>
      displacementAt(fitGrid(WIDTH, HEIGHT, both, fit, start), 120, 90).x - 2 * sin(90 / 50);
    expect(abs(off(null))).toBeLessThan(1);
    expect(abs(off(fitGrid(WIDTH, HEIGHT, far, { ...fit, scales: [64, 16, 4] })) - 30)).toBeLessThan(1);
  });
});
