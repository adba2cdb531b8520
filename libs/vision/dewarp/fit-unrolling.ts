import { solve } from '../geometry/plane-geometry.js';
import type { BentLine } from './bent-line.js';
import { KNOTS, lengthAt, meet, surfaceOf } from './bent-surface.js';
import { placesOn, type Sample } from './line-places.js';
import { intoPlane, scaled, turnOf, type SheetPose, type Vector } from './sheet-pose.js';
import { COUNT, RISE, THETA, unrollingOf, type Unrolling } from './sheet-unrolling.js';

const { abs, cos, max, min, sin } = Math;

/** Directions of bending to start from, and the places that tell which is best. */
const STARTS = 6;
const FEW = 300;
const MANY = 700;
/** Residuals are measured in these, to a half diagonal: about px of a page of 1,500 px. */
export const PX_PER_UNIT = 900;
/** Residuals let in, round by round: to find the start, then to end. */
const FIRST_SCALES = [48, 48, 24, 24, 12, 12, 8, 8, 4, 4];
const SCALES = [6, 4.5, 3, 1.5, 1.5, 1.5];
/** Steepest rise. */
const MAX_RISE = 1.2;
/** Weights (px squared, against MANY places, or all if there are fewer) of rises, and of their second differences. */
const RISE_WEIGHT = 6;
const CURVATURE_WEIGHT = 500;
/** What is fitted: so many of the parameters, the others stay; and the weight of the turn. */
interface Model {
  free: number;
  turnWeight: number;
}
/** On the way to a start the plane may turn far, lest the bend take its place. */
const START: Model = { free: COUNT, turnWeight: 60 };
/**
 * Rows say nothing of how far a plane leans about them, and a slight bend hardly more: held less, it leans for lines
 * that are traced a px off.
 */
const TURN_WEIGHT = 700;
const BENT_SHEET: Model = { free: COUNT, turnWeight: TURN_WEIGHT };
const PLANE: Model = { free: THETA, turnWeight: TURN_WEIGHT };
/** Step of a numeric derivative. */
const NUDGE = 1e-5;
const DAMPING = 1e-5;
/** Longest step of a parameter, and steps tried from one place. */
const MOST = 0.4;
const ATTEMPTS = 4;

/**
 * Fits the sheet on which the lines found are straight and run along the paper's axes, each at a height of its own.
 *
 * @param pose the plane it was taken for
 * @param lines with places in px of the picture
 * @param from a sheet near to it, where one is known
 */
export function fitUnrolling(
  pose: SheetPose,
  lines: readonly BentLine[],
  from: Unrolling | null = null,
): Unrolling | null {
  const many = placesOn(pose, lines, MANY);
  if (many.count < COUNT) return null;
  let parameters = from ? Float64Array.from(from.parameters) : new Float64Array(COUNT);
  if (!from) {
    const few = placesOn(pose, lines, FEW);
    let least = Infinity;
    for (let k = 0; k < STARTS; k++) {
      const start = new Float64Array(COUNT);
      start[THETA] = (k * Math.PI) / STARTS;
      const left = fit(pose, few, start, FIRST_SCALES, START);
      if (left < least) {
        least = left;
        parameters = start;
      }
    }
  }
  fit(pose, many, parameters, SCALES, BENT_SHEET);
  return unrollingOf(pose, parameters);
}

/**
 * Fits the plane on which the lines found are level, as `fitUnrolling` fits the sheet.
 *
 * @returns its turn (rotation vector) against `pose`
 */
export function fitPlane(pose: SheetPose, lines: readonly BentLine[]): Float64Array {
  const parameters = new Float64Array(COUNT);
  fit(pose, placesOn(pose, lines, MANY), parameters, [...FIRST_SCALES, ...SCALES], PLANE);
  return parameters.subarray(0, THETA);
}

/**
 * Moves the parameters to where they fit best (Levenberg and Marquardt on robust least squares, each line's height
 * eliminated).
 *
 * @returns what is left, over all places: 0 each for a perfect one, 1 for an outlier
 */
function fit(
  pose: SheetPose,
  sample: Sample,
  parameters: Float64Array,
  scales: readonly number[],
  { free, turnWeight }: Model,
): number {
  const { count, total, rays, row } = sample;
  const share = count / min(MANY, total);
  const slopes = new Float64Array(count * COUNT);
  const times = new Float64Array(count).fill(NaN);
  const nudgedValue = new Float64Array(count);
  let here = rest(pose, sample, parameters, times);
  let damping = DAMPING;
  let left = 0;
  for (const scale of scales) {
    left = weigh(here, sample, scale);
    const before = left * scale * scale + share * priorOf(parameters, turnWeight);
    for (let k = 0; k < free; k++) {
      const nudged = parameters.slice();
      nudged[k] += NUDGE;
      evaluate(pose, nudged, rays, row, nudgedValue, times, false);
      for (let i = 0; i < count; i++)
        slopes[i * COUNT + k] = (nudgedValue[i] * PX_PER_UNIT - here.value[i]) / NUDGE;
    }
    const { matrix, right } = normalEquations(parameters, here, sample, slopes, share, turnWeight);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const next = stepped(parameters, matrix, right, damping);
      const there = next && rest(pose, sample, next, times.slice());
      if (next && there) {
        const remains = weigh(there, sample, scale);
        if (remains * scale * scale + share * priorOf(next, turnWeight) < before) {
          parameters.set(next);
          here = there;
          left = remains;
          damping = max(DAMPING, damping / 5);
          break;
        }
      }
      damping = max(1e-3, damping * 10);
    }
  }
  return left;
}

/** Where the lines' places are on the paper, with their lines' heights and their weights. */
interface Rest {
  value: Float64Array;
  means: Float64Array;
  weights: Float64Array;
}

function rest(
  pose: SheetPose,
  { count, rays, row, lines }: Sample,
  parameters: Float64Array,
  times: Float64Array,
): Rest {
  const value = new Float64Array(count);
  evaluate(pose, parameters, rays, row, value, times, true);
  for (let i = 0; i < count; i++) value[i] *= PX_PER_UNIT;
  return { value, means: new Float64Array(lines), weights: new Float64Array(count) };
}

/** Finds the heights of the lines and the weights of the places; returns what is left, at most 1 a place. */
function weigh(
  { value, means, weights }: Rest,
  { line, weight, count, lines }: Sample,
  scale: number,
): number {
  const sums = new Float64Array(lines);
  let left = 0;
  weights.set(weight);
  for (let round = 0; round < 4; round++) {
    means.fill(0);
    sums.fill(1e-12);
    for (let i = 0; i < count; i++) {
      means[line[i]] += weights[i] * value[i];
      sums[line[i]] += weights[i];
    }
    for (let k = 0; k < lines; k++) means[k] /= sums[k];
    left = 0;
    for (let i = 0; i < count; i++) {
      const square = ((value[i] - means[line[i]]) / scale) ** 2;
      left += (weight[i] * square) / (1 + square);
      weights[i] = weight[i] / (1 + square) ** 2;
    }
  }
  return left;
}

/** The y (of rows) or x (of columns) on the paper of each ray. */
function evaluate(
  pose: SheetPose,
  parameters: Float64Array,
  rays: readonly Vector[],
  row: Uint8Array,
  value: Float64Array,
  times: Float64Array,
  keep: boolean,
): void {
  const surface = surfaceOf(parameters.subarray(RISE));
  const turn = turnOf(parameters);
  const camera = intoPlane(pose, turn, scaled(pose.middle, -1));
  const [c, s] = [cos(parameters[THETA]), sin(parameters[THETA])];
  for (let i = 0; i < rays.length; i++) {
    const d = intoPlane(pose, turn, rays[i]);
    const hit = meet(surface, camera, d, c, s, Number.isNaN(times[i]) ? -camera[2] / d[2] : times[i]);
    if (keep) times[i] = hit.t;
    const a = lengthAt(surface, hit.u);
    value[i] = row[i] ? a * s + hit.b * c : a * c - hit.b * s;
  }
}

function normalEquations(
  parameters: Float64Array,
  { value, means, weights }: Rest,
  { line, lines }: Sample,
  slopes: Float64Array,
  share: number,
  turnWeight: number,
): { matrix: Float64Array; right: Float64Array } {
  const mean = new Float64Array(lines * COUNT);
  const total = new Float64Array(lines).fill(1e-12);
  for (let i = 0; i < value.length; i++) {
    total[line[i]] += weights[i];
    for (let k = 0; k < COUNT; k++) mean[line[i] * COUNT + k] += weights[i] * slopes[i * COUNT + k];
  }
  for (let l = 0; l < lines; l++) for (let k = 0; k < COUNT; k++) mean[l * COUNT + k] /= total[l];
  const matrix = new Float64Array(COUNT * COUNT);
  const right = new Float64Array(COUNT);
  const own = new Float64Array(COUNT);
  for (let i = 0; i < value.length; i++) {
    const w = weights[i];
    const off = means[line[i]] - value[i];
    for (let k = 0; k < COUNT; k++) own[k] = slopes[i * COUNT + k] - mean[line[i] * COUNT + k];
    for (let k = 0; k < COUNT; k++) {
      const pull = w * own[k];
      right[k] += pull * off;
      for (let j = 0; j <= k; j++) matrix[k * COUNT + j] += pull * own[j];
    }
  }
  for (let k = 0; k < COUNT; k++) for (let j = 0; j < k; j++) matrix[j * COUNT + k] = matrix[k * COUNT + j];
  for (let k = 0; k < COUNT; k++) {
    const weight = share * (k < THETA ? turnWeight : k === THETA ? 0 : RISE_WEIGHT);
    matrix[k * COUNT + k] += weight;
    right[k] -= weight * parameters[k];
  }
  const overall = riseOf(parameters);
  for (let k = RISE; k < COUNT; k++) {
    right[k] -= (share * turnWeight * overall) / KNOTS;
    for (let j = RISE; j < COUNT; j++) matrix[k * COUNT + j] += (share * turnWeight) / KNOTS ** 2;
  }
  for (let k = RISE + 1; k < COUNT - 1; k++) {
    const second = parameters[k - 1] - 2 * parameters[k] + parameters[k + 1];
    for (let i = 0; i < 3; i++) {
      right[k - 1 + i] -= share * CURVATURE_WEIGHT * SECOND[i] * second;
      for (let j = 0; j < 3; j++)
        matrix[(k - 1 + i) * COUNT + k - 1 + j] += share * CURVATURE_WEIGHT * SECOND[i] * SECOND[j];
    }
  }
  return { matrix, right };
}

/** The second difference. */
const SECOND = [1, -2, 1];

/** How steeply a sheet rises on the whole: it leans by as much as a plane that is turned so. */
const riseOf = (parameters: Float64Array): number =>
  parameters.subarray(RISE).reduce((sum, rise) => sum + rise, 0) / KNOTS;

/**
 * What the parameters cost by themselves, px squared: turns, what the sheet rises on the whole and from place to place,
 * and changes of that change.
 */
function priorOf(parameters: Float64Array, turnWeight: number): number {
  let sum = turnWeight * riseOf(parameters) ** 2;
  for (let k = 0; k < COUNT; k++)
    sum += (k < THETA ? turnWeight : k === THETA ? 0 : RISE_WEIGHT) * parameters[k] ** 2;
  for (let k = RISE + 1; k < COUNT - 1; k++)
    sum += CURVATURE_WEIGHT * (parameters[k - 1] - 2 * parameters[k] + parameters[k + 1]) ** 2;
  return sum;
}

/** The parameters after a step, which is kept short: where it leads far the model is not straight. */
function stepped(
  parameters: Float64Array,
  matrix: Float64Array,
  right: Float64Array,
  damping: number,
): Float64Array | null {
  const damped = matrix.slice();
  for (let k = 0; k < COUNT; k++) damped[k * COUNT + k] += damping * damped[k * COUNT + k] + 1e-6;
  const step = solve(damped, right);
  if (!step) return null;
  const longest = step.reduce((most, v) => max(most, abs(v)), 0);
  const part = min(1, MOST / longest);
  return parameters.map((v, k) => {
    const next = v + part * step[k];
    return k < RISE ? next : max(-MAX_RISE, min(MAX_RISE, next));
  });
}
