import type { Vector } from './sheet-pose.js';

const { abs, floor, max, min, sqrt } = Math;

/** Knots of the rise over SPAN half diagonals to either side of the middle. */
export const KNOTS = 15;
const SPAN = 1.1;
const KNOT_STEP = (2 * SPAN) / (KNOTS - 1);
/** Steps of the table of heights and lengths between two knots. */
const FINE = 8;
const FINE_STEP = KNOT_STEP / FINE;
const ROUNDS_TO_MEET = 8;

/** Heights over the plane and lengths of paper from the middle, at steps across the plane. */
export interface Surface {
  rise: Float64Array;
  height: Float64Array;
  length: Float64Array;
}

export function surfaceOf(rises: Float64Array): Surface {
  const n = (KNOTS - 1) * FINE + 1;
  const rise = new Float64Array(n);
  const height = new Float64Array(n);
  const along = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const i = min(KNOTS - 2, floor(k / FINE));
    const t = k / FINE - i;
    rise[k] = rises[i] * (1 - t) + rises[i + 1] * t;
    if (k === 0) continue;
    const slope = (rise[k - 1] + rise[k]) / 2;
    height[k] = height[k - 1] + slope * FINE_STEP;
    along[k] = along[k - 1] + sqrt(1 + slope * slope) * FINE_STEP;
  }
  const middle = (n - 1) / 2;
  const [h, l] = [height[middle], along[middle]];
  for (let k = 0; k < n; k++) {
    height[k] -= h;
    along[k] -= l;
  }
  return { rise, height, length: along };
}

/** Cell of a place across the plane; beyond the table its last cells go on. */
function cellOf(surface: Surface, u: number): number {
  return max(0, min(surface.height.length - 2, floor((u + SPAN) / FINE_STEP)));
}

export function heightAt(surface: Surface, u: number): number {
  const k = cellOf(surface, u);
  const t = (u + SPAN) / FINE_STEP - k;
  return surface.height[k] + t * (surface.height[k + 1] - surface.height[k]);
}

export function lengthAt(surface: Surface, u: number): number {
  const k = cellOf(surface, u);
  const t = (u + SPAN) / FINE_STEP - k;
  return surface.length[k] + t * (surface.length[k + 1] - surface.length[k]);
}

/** The place across the plane at a length of paper. */
export function placeAt({ length: along }: Surface, a: number): number {
  let low = 0;
  let high = along.length - 1;
  while (high - low > 1) {
    const k = (low + high) >> 1;
    if (along[k] <= a) low = k;
    else high = k;
  }
  const t = (a - along[low]) / (along[low + 1] - along[low]);
  return (low + t) * FINE_STEP - SPAN;
}

/** Where a ray from the camera meets the sheet: across (u) and along (b) its rulings, and how far on. */
export function meet(
  surface: Surface,
  camera: Vector,
  d: Vector,
  c: number,
  s: number,
  start: number,
): { u: number; b: number; t: number } {
  const u0 = camera[0] * c + camera[1] * s;
  const du = d[0] * c + d[1] * s;
  let t = start;
  for (let round = 0; round < ROUNDS_TO_MEET; round++) {
    const u = u0 + t * du;
    const k = cellOf(surface, u);
    const slope = (surface.height[k + 1] - surface.height[k]) / FINE_STEP;
    const z = surface.height[k] + ((u + SPAN) / FINE_STEP - k) * FINE_STEP * slope;
    const miss = camera[2] + t * d[2] - z;
    const rate = d[2] - slope * du;
    // A ray that grazes the sheet meets it nowhere near.
    if (abs(rate) < 0.05 * abs(d[2])) break;
    t -= miss / rate;
    if (abs(miss) < 1e-8) break;
  }
  return { u: u0 + t * du, b: camera[1] * c - camera[0] * s + t * (d[1] * c - d[0] * s), t };
}
