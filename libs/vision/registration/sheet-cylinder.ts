import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Displacement } from '../geometry/displacement-grid.js';
import { solve } from '../geometry/plane-geometry.js';
import type { Homography, Point } from '../pixels/raster.js';
import { frameOf, LIFT, viewOf, type Frame, type SheetView } from './sheet-view.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { cos, floor, max, min, sin } = Math;

/**
 * A sheet that is bent one way, as paper that does not stretch: a generalised cylinder seen by a pinhole camera. Across the
 * rulings the paper follows a curve, given by its slope over arc length.
 */
export interface SheetCylinder {
  /**
   * 8 corrections of the plane's homography, 3 of where height shows, the direction of bending (radians from the page's x
   * axis), then the slope (radians against the plane) at each knot. Lengths are in halves of the page's diagonal, from its middle.
   */
  parameters: Float64Array;
  /** How far beside its place on the plane the plane's homography has a px of the page, px of the page. */
  displacement(x: number, y: number): Point;
  /** Where a px of the page lies in space: px of the page, along the plane from the page's middle and over it. */
  inSpace(x: number, y: number): [number, number, number];
  /** What the camera sees of space. */
  view: SheetView;
}

/** Knots of the slope, from one end of the diagonal to the other. */
const KNOTS = 21;
/** Steps in which the slope is integrated, over this many half diagonals either way. */
const STEPS = 96;
const SPAN = 1.25;
const THETA = 11;
const COUNT = THETA + 1 + KNOTS;
/** Directions of bending to start from. */
const STARTS = 4;
/** Measurements that tell which start is best. */
const FEW = 160;
/** Residuals let in, px, round by round, each of a few steps of Gauss and Newton: to find the start, then to end. */
const FIRST_SCALES = [64, 32, 16, 8];
const SCALES = [16, 8, 4, 2.5, 1.5, 1.5];
/** From a cylinder near to it. */
const LAST_SCALES = [6, 2.5, 1.5];
const STEPS_A_SCALE = 2;
/** Weights, px squared, of slopes' squared differences from knot to knot, of slopes, and of the plane's corrections. */
const CURVATURE_WEIGHT = 400;
const SLOPE_WEIGHT = 1;
const PLANE_WEIGHT = 30;
const LIFT_WEIGHT = 100;
/** Part of a parameter's step in a numeric derivative. */
const NUDGE = 1e-5;
/** Damping of the normal equations. */
const DAMPING = 1e-6;

/**
 * Fits a cylinder to what a plane leaves of places found, robustly.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px; its middle is taken for the camera's axis
 * @param homography of the plane, px of the page to px of the frame
 * @param measured what it leaves, px of the page
 * @param from a cylinder near to it, where one is known
 * @returns null when there is too little to fit one
 */
export function fitCylinder(
  page: { width: number; height: number },
  photo: { width: number; height: number },
  homography: Homography,
  measured: readonly Displacement[],
  from: SheetCylinder | null = null,
): SheetCylinder | null {
  const frame = frameOf(page, photo, homography);
  if (!frame || measured.length < KNOTS) return null;
  const parameters = from ? from.parameters.slice() : bestStart(frame, measured);
  fit(frame, measured, parameters, from ? LAST_SCALES : SCALES, true);
  const profile = profileOf(parameters);
  const shown = new Float64Array(2);
  return {
    parameters,
    displacement: (x, y) => {
      const { unit, middle } = frame;
      showPlaces(frame, parameters, profile, [(x - middle.x) / unit], [(y - middle.y) / unit], shown);
      return { x: shown[0] - x, y: shown[1] - y };
    },
    inSpace: (x, y) => {
      const { unit, middle } = frame;
      const [u, v, z] = inSpace(parameters, profile, (x - middle.x) / unit, (y - middle.y) / unit);
      return [u * unit, v * unit, z * unit];
    },
    view: viewOf(frame, parameters),
  };
}

/** The paper's curve: way along the plane and height over it at steps of arc length. */
interface Profile {
  along: Float64Array;
  height: Float64Array;
}

function profileOf(parameters: Float64Array): Profile {
  const along = new Float64Array(STEPS + 1);
  const height = new Float64Array(STEPS + 1);
  const step = (2 * SPAN) / STEPS;
  for (let k = 0; k < STEPS; k++) {
    const at = ((k + 0.5) * step - SPAN + 1) * ((KNOTS - 1) / 2);
    const i = max(0, min(KNOTS - 2, floor(at)));
    const t = max(0, min(1, at - i));
    const left = parameters[THETA + 1 + i];
    const slope = left + (parameters[THETA + 2 + i] - left) * t;
    along[k + 1] = along[k] + cos(slope) * step;
    height[k + 1] = height[k] + sin(slope) * step;
  }
  const middleAlong = along[STEPS / 2];
  const middleHeight = height[STEPS / 2];
  for (let k = 0; k <= STEPS; k++) {
    along[k] -= middleAlong;
    height[k] -= middleHeight;
  }
  return { along, height };
}

/** Where a place of the sheet lies: along the plane, and over it; all in units from its middle. */
function inSpace(
  d: Float64Array,
  { along, height }: Profile,
  x: number,
  y: number,
): [number, number, number] {
  const c = cos(d[THETA]);
  const s = sin(d[THETA]);
  const b = y * c - x * s;
  const at = max(0, min(STEPS - 1e-6, ((x * c + y * s + SPAN) * STEPS) / (2 * SPAN)));
  const i = floor(at);
  const a = along[i] + (along[i + 1] - along[i]) * (at - i);
  const z = height[i] + (height[i + 1] - height[i]) * (at - i);
  return [a * c - b * s, a * s + b * c, z];
}

/** Where places of the sheet, in units from its middle, show on the plane: px of the page, x and y of each in turn. */
function showPlaces(
  { lift, middle, unit }: Frame,
  d: Float64Array,
  { along, height }: Profile,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  out: Float64Array,
): void {
  const c = cos(d[THETA]);
  const s = sin(d[THETA]);
  const liftX = lift[0] + d[LIFT];
  const liftY = lift[1] + d[LIFT + 1];
  const liftW = lift[2] + d[LIFT + 2];
  for (let m = 0; m < x.length; m++) {
    const b = y[m] * c - x[m] * s;
    const at = max(0, min(STEPS - 1e-6, ((x[m] * c + y[m] * s + SPAN) * STEPS) / (2 * SPAN)));
    const i = floor(at);
    const a = along[i] + (along[i + 1] - along[i]) * (at - i);
    const z = height[i] + (height[i + 1] - height[i]) * (at - i);
    const u = a * c - b * s;
    const v = a * s + b * c;
    const scale = unit / (d[6] * u + d[7] * v + 1 + liftW * z);
    out[2 * m] = middle.x + (u + d[0] * u + d[1] * v + d[2] + liftX * z) * scale;
    out[2 * m + 1] = middle.y + (v + d[3] * u + d[4] * v + d[5] + liftY * z) * scale;
  }
}

/** Parameters from the direction of bending that explains a sample of the measurements best. */
function bestStart(frame: Frame, measured: readonly Displacement[]): Float64Array {
  const stride = max(1, measured.length / FEW);
  const few = Array.from({ length: floor(measured.length / stride) }, (_, k) => measured[floor(k * stride)]);
  let best = new Float64Array(COUNT);
  let least = Infinity;
  for (let k = 0; k < STARTS; k++) {
    const parameters = new Float64Array(COUNT);
    parameters[THETA] = (k * Math.PI) / STARTS;
    const left = fit(frame, few, parameters, FIRST_SCALES, k % 2 === 1);
    if (left < least) {
      least = left;
      best = parameters;
    }
  }
  return best;
}

/**
 * Moves the parameters to where they fit best, by Gauss and Newton.
 * @returns what is left, over all measurements: 0 each for a perfect one, 1 for an outlier
 */
function fit(
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
  const slopes = memory.doubles(equations.slopes, 2 * n * COUNT);
  const rest = memory.doubles(equations.rest, 2 * n);
  const shown = new Float64Array(2 * n);
  const nudgedShown = new Float64Array(2 * n);
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
      for (let k = 0; k < COUNT; k++) {
        const nudged = parameters.slice();
        nudged[k] += NUDGE;
        showPlaces(frame, nudged, k > THETA ? profileOf(nudged) : profile, x, y, nudgedShown);
        for (let i = 0; i < 2 * n; i++) slopes[i * COUNT + k] = (nudgedShown[i] - shown[i]) / NUDGE;
      }
      left = advance(equations, parameters, scale, turning);
    }
  return left;
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
  // Slopes of paper that can be read change by far less in a step: a longer one would leave where the model is straight.
  if (step) for (let i = 0; i < COUNT; i++) parameters[i] += max(-MOST, min(MOST, step[i]));
  return left;
}

/** Longest step of a parameter. */
const MOST = 0.3;
