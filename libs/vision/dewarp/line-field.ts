import { solve } from '../geometry/plane-geometry.js';
import type { Size } from '../pixels/raster.js';
import type { SmoothLine } from './bent-line.js';
import { spreadBeyond, unitOf } from './straightening.js';

const { max, min } = Math;

/** Terms along a line (tilt, then what bends, up to the fourth power), times those across (up to the second). */
const ALONG = 4;
const ACROSS = 3;
const COUNT = ALONG * ACROSS;
/** Residuals let in, round by round, px of a page of 1,500 px. */
const SCALES = [16, 8, 4, 2, 2, 2];
/** Rounds in which a line's height is found. */
const HEIGHT_ROUNDS = 3;
/** What a coefficient costs by itself, px squared a place: few lines bend nothing far from where they are. */
const RIDGE = 0.05;

/**
 * How far each place of a picture stands below where it stood had the lines that run along x been straight and level.
 * Nothing at both ends of a row, but for what is tilted, so that the picture keeps its borders.
 */
export class LineField {
  constructor(
    /** Px, of each term. */
    readonly coefficients: Float64Array,
    private readonly size: Size,
  ) {}

  /** Px to be taken off y at a place. */
  at(x: number, y: number): number {
    const terms = termsAt(x, y, this.size);
    let sum = 0;
    for (let k = 0; k < COUNT; k++) sum += this.coefficients[k] * terms[k];
    return sum;
  }

  /** By how much y grows along a row of the middle for each px of x, the bend left out. */
  get tilt(): number {
    return this.coefficients[0] / (this.size.width / 2);
  }
}

/**
 * Fits the field that makes lines straight and level, each at a height of its own: robust least squares, the heights
 * eliminated.
 *
 * @param lines places in px of the picture, along x
 * @param tilt what rows that no line tells of are tilted by, px of y for each px of x
 */
export function fitLineField(lines: readonly SmoothLine[], size: Size, tilt: number): LineField | null {
  let field = tiltedField(tilt, size);
  const prior = field.coefficients;
  for (const scale of SCALES) {
    const matrix = new Float64Array(COUNT * COUNT);
    const right = new Float64Array(COUNT);
    for (const line of lines) addLine(line, field, scale * unitOf(size), size, matrix, right);
    for (let k = 0; k < COUNT; k++) {
      matrix[k * COUNT + k] += RIDGE;
      right[k] += RIDGE * prior[k];
      for (let j = 0; j < k; j++) matrix[j * COUNT + k] = matrix[k * COUNT + j];
    }
    const coefficients = solve(matrix, right);
    if (!coefficients) return null;
    field = new LineField(coefficients, size);
  }
  return field;
}

/** Adds a line's places to the normal equations, weighted by how near the field so far has them to their height. */
function addLine(
  { points }: SmoothLine,
  field: LineField,
  scale: number,
  size: Size,
  matrix: Float64Array,
  right: Float64Array,
): void {
  const levels = points.map(({ x, y }) => y - field.at(x, y));
  const weights = weightsOf(levels, scale);
  const total = weights.reduce((sum, w) => sum + w, 1e-12);
  const terms = points.map(({ x, y }) => termsAt(x, y, size));
  const mean = new Float64Array(COUNT);
  let height = 0;
  points.forEach(({ y }, i) => {
    height += (weights[i] * y) / total;
    for (let k = 0; k < COUNT; k++) mean[k] += (weights[i] * terms[i][k]) / total;
  });
  points.forEach(({ y }, i) => {
    for (let k = 0; k < COUNT; k++) {
      const pull = weights[i] * (terms[i][k] - mean[k]);
      right[k] += pull * (y - height);
      for (let j = 0; j <= k; j++) matrix[k * COUNT + j] += pull * (terms[i][j] - mean[j]);
    }
  });
}

/** What places on a line count: less, the further they stand off its height. */
function weightsOf(levels: readonly number[], scale: number): number[] {
  let height = [...levels].sort((a, b) => a - b)[levels.length >> 1];
  let weights: number[] = [];
  for (let round = 0; round < HEIGHT_ROUNDS; round++) {
    weights = levels.map((level) => 1 / (1 + ((level - height) / scale) ** 2) ** 2);
    const total = weights.reduce((sum, w) => sum + w, 1e-12);
    height = levels.reduce((sum, level, i) => sum + weights[i] * level, 0) / total;
  }
  return weights;
}

function termsAt(x: number, y: number, { width, height }: Size): Float64Array {
  const t = max(-1, min(1, (2 * x) / width - 1));
  const s = max(-1, min(1, (2 * y) / height - 1));
  const bow = t * t - 1;
  const along = [t, bow, t * bow, t * t * bow];
  const terms = new Float64Array(COUNT);
  for (let i = 0, k = 0; i < ALONG; i++)
    for (let j = 0, power = 1; j < ACROSS; j++, k++, power *= s) terms[k] = along[i] * power;
  return terms;
}

/** A picture that is turned, and nothing else: the slope that most of the length of its lines has. */
export function turnedField(lines: readonly SmoothLine[], size: Size): LineField {
  const slopes = lines.map((line) => ({ slope: slopeOf(line), length: line.length }));
  slopes.sort((a, b) => a.slope - b.slope);
  const half = slopes.reduce((sum, { length }) => sum + length, 0) / 2;
  let sum = 0;
  const middle = slopes.find(({ length }) => (sum += length) >= half)?.slope ?? 0;
  return tiltedField(middle, size);
}

/** The field of a picture all of whose rows are tilted alike. @param tilt px of y for each px of x */
export function tiltedField(tilt: number, size: Size): LineField {
  const coefficients = new Float64Array(COUNT);
  coefficients[0] = (tilt * size.width) / 2;
  return new LineField(coefficients, size);
}

function slopeOf({ points }: SmoothLine): number {
  const n = points.length;
  const [mx, my] = [points.reduce((sum, p) => sum + p.x, 0) / n, points.reduce((sum, p) => sum + p.y, 0) / n];
  let [xx, xy] = [1e-12, 0];
  for (const { x, y } of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
  }
  return xy / xx;
}

/** How far a field leaves a line off its height: RMS, beyond the scatter of its places, px. */
export function bendLeft({ points, scatter }: SmoothLine, field: LineField): number {
  return spreadBeyond(
    points.map(({ x, y }) => y - field.at(x, y)),
    scatter,
  );
}
