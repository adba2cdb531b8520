import { LIFT, type Frame } from './sheet-view.js';

const { cos, floor, max, min, sin } = Math;

/** Knots of the slope, from one end of the diagonal to the other. */
export const KNOTS = 21;
/** Steps in which the slope is integrated, over this many half diagonals either way. */
export const STEPS = 96;
export const SPAN = 1.25;
/** Place of the direction of bending among the parameters, before the slopes; and how many there are. */
export const THETA = 11;
export const COUNT = THETA + 1 + KNOTS;

/** The paper's curve: way along the plane and height over it at steps of arc length. */
export interface Profile {
  along: Float64Array;
  height: Float64Array;
}

export function profileOf(parameters: Float64Array): Profile {
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
export function inSpace(
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
export function showPlaces(
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
