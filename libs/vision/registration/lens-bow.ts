import type { Displacement } from '../geometry/displacement-grid.js';
import { solve } from '../geometry/plane-geometry.js';
import { invert, project } from '../geometry/projective.js';
import type { Homography, Point } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { hypot } = Math;

/** Residuals let in, px, round by round. */
const SCALES = [3, 1.2, 0.7];
/** Corrections of the plane, and one coefficient of the lens. */
const UNKNOWNS = 9;
const LENS = 8;
/**
 * What lenses leave of straight lines after a camera has straightened them: standard deviation of the coefficient, a part of half the
 * picture's diagonal at its corners; and of a place found, px.
 */
const LENS_DEVIATION = 0.01;
const PLACE_DEVIATION = 0.3;
/** Standard errors from which on a lens is believed: what little print says of one is noise, which would bend the rest of the page. */
const SURE = 6;
/** Step of the lens's coefficient by which its effect is told. */
const STEP = 0.01;
/** Keeps the plane's corrections small where next to nothing was measured. */
const RIDGE = 1e-6;

interface Size {
  width: number;
  height: number;
}

/** How far beside its place on a plane a px of the page lies, px of the page. */
export type Bow = (x: number, y: number) => Point;

/**
 * What a lens that bows straight lines does to a flat sheet: radial distortion of third order about the picture's middle (Brown,
 * "Decentering distortion of lenses", 1966), with the plane corrected beside it; robust least squares.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px
 * @param plane takes px of the page to px of the frame
 * @param measured what the plane leaves of places found, px of the page
 * @returns null where nothing surely says that there is one
 */
export function lensBow(
  page: Size,
  photo: Size,
  plane: Homography,
  measured: readonly Displacement[],
): Bow | null {
  const back = invert(plane);
  if (!back) return null;
  const terms = termsOf(page, photo, plane, back);
  const basis = measured.map(({ at }) => terms(at.x, at.y));
  let coefficients = new Float64Array(UNKNOWNS);
  let error = Infinity;
  for (const scale of SCALES) {
    const found = solveRound(measured, basis, coefficients, scale);
    if (!found) return null;
    ({ coefficients, error } = found);
  }
  return Math.abs(coefficients[LENS]) < SURE * error ? null : (x, y) => sumOf(terms(x, y), coefficients);
}

/** What each unknown moves a px of the page by, x and y in turn. */
type Terms = (x: number, y: number) => Float64Array;

function termsOf(page: Size, photo: Size, plane: Homography, back: Homography): Terms {
  const unit = hypot(page.width, page.height) / 2;
  const middle = { x: (photo.width - 1) / 2, y: (photo.height - 1) / 2 };
  const corner = hypot(photo.width, photo.height) / 2;
  return (x, y) => {
    const u = (x - (page.width - 1) / 2) / unit;
    const v = (y - (page.height - 1) / 2) / unit;
    const seen = project(plane, x, y);
    const [dx, dy] = [seen.x - middle.x, seen.y - middle.y];
    const more = STEP * (hypot(dx, dy) / corner) ** 2;
    const bowed = project(back, seen.x + more * dx, seen.y + more * dy);
    const lens = [(bowed.x - x) / STEP, (bowed.y - y) / STEP];
    return Float64Array.of(1, 0, 0, 1, u, 0, 0, u, v, 0, 0, v, u * u, u * v, u * v, v * v, lens[0], lens[1]);
  };
}

function sumOf(terms: Float64Array, coefficients: Float64Array): Point {
  const sum = { x: 0, y: 0 };
  for (let k = 0; k < UNKNOWNS; k++) {
    sum.x += coefficients[k] * terms[2 * k];
    sum.y += coefficients[k] * terms[2 * k + 1];
  }
  return sum;
}

/** One round of least squares, and the standard error of the lens's coefficient. */
function solveRound(
  measured: readonly Displacement[],
  basis: readonly Float64Array[],
  before: Float64Array,
  scale: number,
): { coefficients: Float64Array<ArrayBuffer>; error: number } | null {
  const matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  const right = new Float64Array(UNKNOWNS);
  let [squares, weights] = [0, 0];
  measured.forEach(({ dx, dy, hold: [a, b, c], weight }, n) => {
    const terms = basis[n];
    const now = sumOf(terms, before);
    const [rx, ry] = [dx - now.x, dy - now.y];
    const square = a * rx * rx + 2 * b * rx * ry + c * ry * ry;
    const w = weight / (1 + square / scale ** 2) ** 2;
    squares += w * square;
    weights += w;
    for (let i = 0; i < UNKNOWNS; i++) {
      const x = w * (a * terms[2 * i] + b * terms[2 * i + 1]);
      const y = w * (b * terms[2 * i] + c * terms[2 * i + 1]);
      right[i] += x * dx + y * dy;
      for (let j = 0; j <= i; j++) matrix[i * UNKNOWNS + j] += x * terms[2 * j] + y * terms[2 * j + 1];
    }
  });
  for (let i = 0; i < UNKNOWNS; i++) {
    for (let j = 0; j < i; j++) matrix[j * UNKNOWNS + i] = matrix[i * UNKNOWNS + j];
    matrix[i * UNKNOWNS + i] += i === LENS ? (PLACE_DEVIATION / LENS_DEVIATION) ** 2 : RIDGE;
  }
  const found = solve(matrix, right);
  const spread = solve(
    matrix,
    Float64Array.from(right, (_, k) => (k === LENS ? 1 : 0)),
  );
  if (!found || !spread) return null;
  return { coefficients: new Float64Array(found), error: Math.sqrt((squares / weights) * spread[LENS]) };
}
