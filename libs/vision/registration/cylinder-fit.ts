import type { Displacement } from '../geometry/displacement-grid.js';
import { solve } from '../geometry/plane-geometry.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { COUNT, profileOf, showPlaces, SPAN, STEPS, THETA, type Profile } from './sheet-profile.js';
import { LIFT, type Frame } from './sheet-view.js';

const { cos, max, min, sin } = Math;

/** Steps of Gauss and Newton for each of the residuals let in. */
const STEPS_A_SCALE = 2;
/** Weights, px squared, of slopes' squared differences from knot to knot, of slopes, and of the plane's corrections. */
const CURVATURE_WEIGHT = 100;
const SLOPE_WEIGHT = 1;
const PLANE_WEIGHT = 30;
const LIFT_WEIGHT = 100;
/** Part of a parameter's step in a numeric derivative. */
const NUDGE = 1e-5;
/** Damping of the normal equations. */
const DAMPING = 1e-6;
/** Sets of nudged parameters, an even number; numbers of a set, and of a profile. */
const PADDED = COUNT + (COUNT & 1);
const SET_ROWS = 2 + LIFT + 3;
const PROFILE = 2 * (STEPS + 1);

/**
 * Moves the parameters to where they fit best, by Gauss and Newton.
 * @returns what is left, over all measurements: 0 each for a perfect one, 1 for an outlier
 */
export function fitParameters(
  frame: Frame,
  measured: readonly Displacement[],
  parameters: Float64Array,
  scales: readonly number[],
  turning: boolean,
): number {
  const n = measured.length;
  return KernelMemory.borrow((memory) => {
    const equations: Equations = {
      memory,
      count: n,
      slopes: memory.take(8 * (2 * n * COUNT + 1)),
      places: memory.take(16 * n),
      shown: memory.take(16 * n),
      sets: memory.take(8 * SET_ROWS * PADDED),
      profiles: memory.take(8 * PROFILE * PADDED),
      rest: memory.take(16 * n),
      holds: memory.take(32 * n),
      matrix: memory.take(8 * (COUNT * COUNT + 1)),
      right: memory.take(8 * COUNT),
    };
    const holds = memory.doubles(equations.holds, 4 * n);
    measured.forEach(({ hold, weight }, m) => {
      holds.set(hold, 4 * m);
      holds[4 * m + 3] = weight;
    });
    return approach(frame, measured, parameters, scales, turning, equations);
  });
}

/** Least squares in the kernels' memory: addresses, and measurements. */
interface Equations {
  memory: KernelMemory;
  count: number;
  slopes: number;
  /** x and y of each, in units from the sheet's middle, and where they show, px of the page. */
  places: number;
  shown: number;
  /** As `nudgeSheet` has them. */
  sets: number;
  profiles: number;
  rest: number;
  holds: number;
  matrix: number;
  right: number;
}

function approach(
  frame: Frame,
  measured: readonly Displacement[],
  parameters: Float64Array,
  scales: readonly number[],
  turning: boolean,
  equations: Equations,
): number {
  const { middle, unit } = frame;
  const { memory, count: n } = equations;
  const x = Float64Array.from(measured, (m) => (m.at.x - middle.x) / unit);
  const y = Float64Array.from(measured, (m) => (m.at.y - middle.y) / unit);
  const rest = memory.doubles(equations.rest, 2 * n);
  const shown = memory.doubles(equations.shown, 2 * n);
  const places = memory.doubles(equations.places, 2 * n);
  for (let m = 0; m < n; m++) {
    places[2 * m] = x[m];
    places[2 * m + 1] = y[m];
  }
  let left = 0;
  for (const scale of scales)
    for (let step = 0; step < STEPS_A_SCALE; step++) {
      const profile = profileOf(parameters);
      showPlaces(frame, parameters, profile, x, y, shown);
      for (let m = 0; m < n; m++) {
        const { at, dx, dy } = measured[m];
        rest[2 * m] = at.x + dx - shown[2 * m];
        rest[2 * m + 1] = at.y + dy - shown[2 * m + 1];
      }
      layOutSets(frame, parameters, profile, equations);
      kernels.nudgeSheet(
        equations.places,
        equations.shown,
        n,
        equations.sets,
        equations.profiles,
        COUNT,
        STEPS,
        SPAN,
        unit,
        middle.x,
        middle.y,
        NUDGE,
        equations.slopes,
      );
      left = advance(equations, parameters, scale, turning);
    }
  return left;
}

/** Writes the parameters nudged one by one, each set with its profile. */
function layOutSets(
  { lift }: Frame,
  parameters: Float64Array,
  profile: Profile,
  { memory, ...at }: Equations,
): void {
  const sets = memory.doubles(at.sets, SET_ROWS * PADDED);
  const profiles = memory.doubles(at.profiles, PROFILE * PADDED);
  for (let k = 0; k < PADDED; k++) {
    const nudged = parameters.slice();
    if (k < COUNT) nudged[k] += NUDGE;
    sets[k] = cos(nudged[THETA]);
    sets[PADDED + k] = sin(nudged[THETA]);
    for (let i = 0; i < LIFT; i++) sets[(2 + i) * PADDED + k] = nudged[i];
    for (let i = 0; i < lift.length; i++) sets[(2 + LIFT + i) * PADDED + k] = lift[i] + nudged[LIFT + i];
    const { along, height } = k > THETA && k < COUNT ? profileOf(nudged) : profile;
    profiles.set(along, k * PROFILE);
    profiles.set(height, k * PROFILE + STEPS + 1);
  }
}

/** One step of Gauss and Newton on the robust least squares. */
function advance(
  { memory, count, slopes, rest, holds, ...sums }: Equations,
  parameters: Float64Array,
  scale: number,
  turning: boolean,
): number {
  const matrix = memory.doubles(sums.matrix, COUNT * COUNT);
  const right = memory.doubles(sums.right, COUNT);
  matrix.fill(0);
  right.fill(0);
  const left = kernels.addNormal(slopes, rest, holds, count, COUNT, scale, sums.matrix, sums.right);
  for (let i = 0; i < COUNT; i++) for (let j = 0; j < i; j++) matrix[j * COUNT + i] = matrix[i * COUNT + j];
  for (let i = 0; i < COUNT; i++) {
    const prior = i < LIFT ? PLANE_WEIGHT : i < THETA ? LIFT_WEIGHT : i === THETA ? 0 : SLOPE_WEIGHT;
    matrix[i * COUNT + i] += prior + DAMPING * matrix[i * COUNT + i] + DAMPING;
    right[i] -= prior * parameters[i];
  }
  for (let i = THETA + 1; i < COUNT - 1; i++) {
    const change = parameters[i + 1] - parameters[i];
    matrix[i * COUNT + i] += CURVATURE_WEIGHT;
    matrix[(i + 1) * COUNT + i + 1] += CURVATURE_WEIGHT;
    matrix[i * COUNT + i + 1] -= CURVATURE_WEIGHT;
    matrix[(i + 1) * COUNT + i] -= CURVATURE_WEIGHT;
    right[i] += CURVATURE_WEIGHT * change;
    right[i + 1] -= CURVATURE_WEIGHT * change;
  }
  if (!turning) matrix[THETA * COUNT + THETA] += 1e12;
  const step = solve(matrix, right);
  // Slopes of paper that can be read change by far less in a step: a longer one would leave where the model is
  // straight.
  if (step) for (let i = 0; i < COUNT; i++) parameters[i] += max(-MOST, min(MOST, step[i]));
  return left;
}

/** Longest step of a parameter. */
const MOST = 0.3;
