import type { Displacement } from '../geometry/displacement-grid.js';
import { solve } from '../geometry/plane-geometry.js';
import type { DisplacementMap } from '../geometry/point-map.js';
import { invert, project } from '../geometry/projective.js';
import type { Homography, Point, Size } from '../pixels/raster.js';

const { hypot } = Math;

/** Residuals let in, px, round by round. */
const SCALES = [3, 1.2, 0.7];
/** Corrections of the plane, and one coefficient of the lens. */
const UNKNOWNS = 9;
const LENS = 8;
/** Terms of a place: by how much each unknown moves it along x and y. */
const TERMS = 2 * UNKNOWNS;
/**
 * What lenses leave of straight lines after a camera has straightened them: standard deviation of the coefficient, a
 * part of half the picture's diagonal at its corners; and of a place found, px.
 */
const LENS_DEVIATION = 0.01;
const PLACE_DEVIATION = 0.3;
/**
 * Standard errors from which on a lens is believed: what little print says of one is noise, which would bend the rest
 * of the page.
 */
const SURE = 6;
/** Step of the lens's coefficient by which its effect is told. */
const STEP = 0.01;
/** Keeps the plane's corrections small where next to nothing was measured. */
const RIDGE = 1e-6;

/**
 * What a lens that bows straight lines does to a flat sheet: radial distortion of third order about the picture's
 * middle (Brown, "Decentering distortion of lenses", 1966), with the plane corrected beside it; robust least squares.
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
): DisplacementMap | null {
  const back = invert(plane);
  if (!back) return null;
  const bow = new LensBow(page, photo, plane, back);
  const basis = new Float64Array(measured.length * TERMS);
  for (let n = 0; n < measured.length; n++)
    bow.writeTerms(measured[n].at.x, measured[n].at.y, basis, n * TERMS);
  let error = Infinity;
  for (const scale of SCALES) {
    const found = solveRound(measured, basis, bow.coefficients, scale);
    if (!found) return null;
    bow.coefficients = found.coefficients;
    error = found.error;
  }
  return Math.abs(bow.coefficients[LENS]) < SURE * error ? null : bow;
}

/** A class, for V8 compiles closures for each frame anew. */
class LensBow implements DisplacementMap {
  coefficients = new Float64Array(UNKNOWNS);
  private readonly terms = new Float64Array(TERMS);
  private readonly unit: number;
  private readonly corner: number;

  constructor(
    private readonly page: Size,
    private readonly photo: Size,
    private readonly plane: Homography,
    private readonly back: Homography,
  ) {
    this.unit = hypot(page.width, page.height) / 2;
    this.corner = hypot(photo.width, photo.height) / 2;
  }

  displacement(x: number, y: number): Point {
    this.writeTerms(x, y, this.terms, 0);
    return {
      x: sumOf(this.terms, 0, this.coefficients),
      y: sumOf(this.terms, 1, this.coefficients),
    };
  }

  /** What each unknown moves a px of the page by, x and y in turn. */
  writeTerms(x: number, y: number, out: Float64Array, at: number): void {
    const u = (x - (this.page.width - 1) / 2) / this.unit;
    const v = (y - (this.page.height - 1) / 2) / this.unit;
    const seen = project(this.plane, x, y);
    const dx = seen.x - (this.photo.width - 1) / 2;
    const dy = seen.y - (this.photo.height - 1) / 2;
    const more = (STEP * (dx * dx + dy * dy)) / this.corner ** 2;
    const bowed = project(this.back, seen.x + more * dx, seen.y + more * dy);
    out[at] = out[at + 3] = 1;
    out[at + 4] = out[at + 7] = u;
    out[at + 8] = out[at + 11] = v;
    out[at + 12] = u * u;
    out[at + 13] = out[at + 14] = u * v;
    out[at + 15] = v * v;
    out[at + 16] = (bowed.x - x) / STEP;
    out[at + 17] = (bowed.y - y) / STEP;
  }
}

/** Sum of every other term, from `first` on, times the coefficients. */
function sumOf(terms: Float64Array, first: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < UNKNOWNS; k++) sum += coefficients[k] * terms[first + 2 * k];
  return sum;
}

/** One round of least squares, and the standard error of the lens's coefficient. */
function solveRound(
  measured: readonly Displacement[],
  basis: Float64Array,
  before: Float64Array,
  scale: number,
): { coefficients: Float64Array<ArrayBuffer>; error: number } | null {
  const matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  const right = new Float64Array(UNKNOWNS);
  let squares = 0;
  let weights = 0;
  for (let n = 0, t = 0; n < measured.length; n++, t += TERMS) {
    const { dx, dy, hold, weight } = measured[n];
    const [a, b, c] = hold;
    const rx = dx - sumOf(basis, t, before);
    const ry = dy - sumOf(basis, t + 1, before);
    const square = a * rx * rx + 2 * b * rx * ry + c * ry * ry;
    const w = weight / (1 + square / scale ** 2) ** 2;
    squares += w * square;
    weights += w;
    for (let i = 0; i < UNKNOWNS; i++) {
      const x = w * (a * basis[t + 2 * i] + b * basis[t + 2 * i + 1]);
      const y = w * (b * basis[t + 2 * i] + c * basis[t + 2 * i + 1]);
      right[i] += x * dx + y * dy;
      for (let j = 0; j <= i; j++)
        matrix[i * UNKNOWNS + j] += x * basis[t + 2 * j] + y * basis[t + 2 * j + 1];
    }
  }
  for (let i = 0; i < UNKNOWNS; i++) {
    for (let j = 0; j < i; j++) matrix[j * UNKNOWNS + i] = matrix[i * UNKNOWNS + j];
    matrix[i * UNKNOWNS + i] += i === LENS ? (PLACE_DEVIATION / LENS_DEVIATION) ** 2 : RIDGE;
  }
  const found = solve(matrix, right);
  const lensAlone = new Float64Array(UNKNOWNS);
  lensAlone[LENS] = 1;
  const spread = solve(matrix, lensAlone);
  if (!found || !spread) return null;
  return { coefficients: new Float64Array(found), error: Math.sqrt((squares / weights) * spread[LENS]) };
}
