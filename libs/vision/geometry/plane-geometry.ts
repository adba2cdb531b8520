import { compose, invert, project } from './projective.js';
import type { Homography, Point, Quad } from '../pixels/raster.js';

/**
 * Takes px of a raster to px of its copy resized by the given factors (2 = twice as large), with pixel
 * centres at whole numbers in both.
 */
export function resizeMap(scaleX: number, scaleY = scaleX): Homography {
  return [scaleX, 0, (scaleX - 1) / 2, 0, scaleY, (scaleY - 1) / 2, 0, 0, 1];
}

/**
 * The homography that takes `from[i]` to `to[i]`: exact for four points, least squares (weighted, algebraic
 * error on normalised points: Hartley, "In defense of the eight-point algorithm") for more.
 * Null when the points do not fix one.
 */
export function homographyFromPoints(
  from: readonly Point[],
  to: readonly Point[],
  weights?: ArrayLike<number>,
): Homography | null {
  const normalFrom = normalizer(from);
  const normalTo = normalizer(to);
  const back = normalTo && invert(normalTo);
  if (from.length < 4 || !normalFrom || !normalTo || !back) return null;
  const matrix = new Float64Array(64);
  const right = new Float64Array(8);
  const row = new Float64Array(5);
  for (let k = 0; k < from.length; k++) {
    const weight = weights ? weights[k] : 1;
    if (weight <= 0) continue;
    const p = project(normalFrom, from[k].x, from[k].y);
    const q = project(normalTo, to[k].x, to[k].y);
    row[0] = p.x;
    row[1] = p.y;
    row[2] = 1;
    row[3] = -p.x * q.x;
    row[4] = -p.y * q.x;
    addRow(matrix, right, OF_X, row, q.x, weight);
    row[3] = -p.x * q.y;
    row[4] = -p.y * q.y;
    addRow(matrix, right, OF_Y, row, q.y, weight);
  }
  const solution = solve(matrix, right);
  if (!solution) return null;
  return compose(back, compose([...solution, 1] as unknown as Homography, normalFrom));
}

/** Unknowns that where a point lies along x, and along y, depends on. */
const OF_X = [0, 1, 2, 6, 7];
const OF_Y = [3, 4, 5, 6, 7];

/** Adds a measurement to the normal equations of eight unknowns, of which it depends on those `at`. */
function addRow(
  matrix: Float64Array,
  right: Float64Array,
  at: readonly number[],
  row: Float64Array,
  value: number,
  weight: number,
): void {
  for (let i = 0; i < at.length; i++) {
    const weighted = weight * row[i];
    const first = 8 * at[i];
    for (let j = 0; j < at.length; j++) matrix[first + at[j]] += weighted * row[j];
    right[at[i]] += weighted * value;
  }
}

/** Shifts points to their centroid and scales them to a mean distance of root two. */
function normalizer(points: readonly Point[]): Homography | null {
  if (points.length === 0) return null;
  let cx = 0;
  let cy = 0;
  for (const p of points) {
    cx += p.x / points.length;
    cy += p.y / points.length;
  }
  let spread = 0;
  for (const p of points) spread += Math.hypot(p.x - cx, p.y - cy) / points.length;
  if (!(spread > 1e-12)) return null;
  const s = Math.SQRT2 / spread;
  return [s, 0, -s * cx, 0, s, -s * cy, 0, 0, 1];
}

/** Solves a dense system of n equations by Gauss with partial pivoting; null when it is singular. */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const n = right.length;
  const a = matrix.slice();
  const b = right.slice();
  for (let col = 0; col < n; col++) {
    let pivot = col;
    for (let row = col + 1; row < n; row++)
      if (Math.abs(a[row * n + col]) > Math.abs(a[pivot * n + col])) pivot = row;
    if (!(Math.abs(a[pivot * n + col]) > 1e-13)) return null;
    if (pivot !== col) {
      for (let k = 0; k < n; k++) [a[col * n + k], a[pivot * n + k]] = [a[pivot * n + k], a[col * n + k]];
      [b[col], b[pivot]] = [b[pivot], b[col]];
    }
    for (let row = col + 1; row < n; row++) {
      const factor = a[row * n + col] / a[col * n + col];
      if (factor === 0) continue;
      for (let k = col; k < n; k++) a[row * n + k] -= factor * a[col * n + k];
      b[row] -= factor * b[col];
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    for (let k = row + 1; k < n; k++) b[row] -= a[row * n + k] * b[k];
    b[row] /= a[row * n + row];
  }
  return b;
}

/** The mean of places. */
export function centroid(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
    y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
  };
}

/** Area enclosed, positive when the corners run clockwise on the screen. */
export function quadArea(quad: Quad): number {
  let twice = 0;
  for (let i = 0; i < 4; i++) {
    const p = quad[i];
    const q = quad[(i + 1) % 4];
    twice += p.x * q.y - q.x * p.y;
  }
  return twice / 2;
}

/** Lengths of a quad's sides, from side 0, from corner 0 to 1, on. */
export const sidesOf = (quad: Quad): number[] =>
  quad.map((p, i) => Math.hypot(quad[(i + 1) % 4].x - p.x, quad[(i + 1) % 4].y - p.y));

/** Area of what a quad bounds, px squared, whichever way round its corners run. */
export function areaOf({ quad }: { quad: Quad }): number {
  return Math.abs(quadArea(quad));
}

/** How far a place lies off the line from one place to another, to the left of the way on the screen; else negative. */
export function offWay({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return (dy * (x - from.x) - dx * (y - from.y)) / Math.hypot(dx, dy);
}

/** The side of a quad beyond which a place lies farthest; side i runs from corner i to i + 1. */
export function farthestSide(quad: Quad, place: Point): number {
  const turn = Math.sign(quadArea(quad));
  const beyond = quad.map((corner, i) => turn * offWay(place, corner, quad[(i + 1) % 4]));
  return beyond.indexOf(Math.max(...beyond));
}

/** Corners of a raster's outermost pixel borders, in reading order. */
export function frameQuad(width: number, height: number): Quad {
  return [
    { x: -0.5, y: -0.5 },
    { x: width - 0.5, y: -0.5 },
    { x: width - 0.5, y: height - 0.5 },
    { x: -0.5, y: height - 0.5 },
  ];
}

/**
 * A quad as the rectangle that it may be seen to be: as wide and high as its opposite sides are in the mean, at least a
 * px.
 *
 * @returns `plane` takes the quad to it; null where it is no quad
 */
export function rectangleOf(quad: Quad): { width: number; height: number; plane: Homography } | null {
  const side = (i: number): number =>
    Math.hypot(quad[(i + 1) % 4].x - quad[i].x, quad[(i + 1) % 4].y - quad[i].y);
  const width = Math.max(1, (side(0) + side(2)) / 2);
  const height = Math.max(1, (side(1) + side(3)) / 2);
  const plane = homographyFromPoints(quad, frameQuad(width, height));
  return plane && { width, height, plane };
}

export const UNIT_SQUARE: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The quad with its corners taken through a homography. */
export function projectQuad(h: Homography, quad: Quad): Quad {
  return quad.map(({ x, y }) => project(h, x, y)) as Quad;
}

/** The quad with its corners renamed after a turn: `quarters` times 90 degrees clockwise. */
export function turnQuad(quad: Quad, quarters: number): Quad {
  const first = (((-quarters % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  return [0, 1, 2, 3].map((i) => quad[(first + i) % 4]) as Quad;
}
