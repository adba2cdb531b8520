import { solve } from '../geometry/plane-geometry.js';
import type { Point } from '../pixels/raster.js';

const { abs, floor, max, min, sqrt } = Math;

/** Places along something that is straight on the paper and runs along one of its axes. */
export interface BentLine {
  /** Whether it runs along the paper's rows (a line of text, a rule) or its columns. */
  along: 'row' | 'column';
  /** Places on it, from one end to the other. */
  points: Point[];
  /** What a place on it counts. */
  weight: number;
  /** How far its places scatter about a smooth curve, RMS, px of a page of PX_PER_UNIT to a half diagonal. */
  scatter: number;
}

/** Rounds of reweighting. */
const ROUNDS = 5;
/** Terms of the polynomial. */
const TERMS = 4;
/** Part of the places that have to lie near the curve. */
const MOST = 0.6;
/** Long lines are looked at in this many places at most. */
const MAX_POINTS = 48;

/** A smooth curve through the places of a line, with what it says of the line. */
export interface SmoothLine {
  /** The places that lie near the curve. */
  points: Point[];
  /** Largest distance of the curve from the straight line through it, px. */
  bow: number;
  length: number;
  /** How far the places kept scatter about the curve, RMS, px. */
  scatter: number;
}

/**
 * Keeps the places of a line that lie near a smooth curve (a cubic, fitted robustly): descenders and strays go. Null
 * where too few do.
 *
 * @param places along x, from left to right
 * @param reach distance from the curve up to which a place counts, px
 */
export function smoothLine(places: readonly Point[], reach: number): SmoothLine | null {
  const first = places[0].x;
  const length = places[places.length - 1].x - first;
  if (!(length > 0)) return null;
  const at = (x: number): number => (2 * (x - first)) / length - 1;
  const weights = new Float64Array(places.length).fill(1);
  let curve: Float64Array | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    curve = fitPolynomial(places, weights, at);
    if (!curve) return null;
    const scale = reach * (round < 2 ? 2 : 1);
    for (let i = 0; i < places.length; i++) {
      const r = (places[i].y - valueOf(curve, at(places[i].x))) / scale;
      weights[i] = 1 / (1 + r * r) ** 2;
    }
  }
  if (!curve) return null;
  const fitted = curve;
  const near = places.filter((p) => abs(p.y - valueOf(fitted, at(p.x))) <= reach);
  if (near.length < MOST * places.length || near.length < TERMS + 1) return null;
  const [, , b, c] = fitted;
  let high = -Infinity;
  let low = Infinity;
  // What bends: the terms of second and third degree, less the line that fits them best.
  for (let k = 0; k <= 16; k++) {
    const t = k / 8 - 1;
    const off = b * (t * t - 1 / 3) + c * (t * t * t - 0.6 * t);
    high = max(high, off);
    low = min(low, off);
  }
  const every = max(1, near.length / MAX_POINTS);
  const points: Point[] = [];
  for (let k = 0; k < near.length; k += every) points.push(near[floor(k)]);
  const scatter = sqrt(near.reduce((sum, p) => sum + (p.y - valueOf(fitted, at(p.x))) ** 2, 0) / near.length);
  return { points, bow: high - low, length, scatter };
}

function valueOf([a0, a1, a2, a3]: Float64Array, t: number): number {
  return a0 + t * (a1 + t * (a2 + t * a3));
}

function fitPolynomial(
  places: readonly Point[],
  weights: Float64Array,
  at: (x: number) => number,
): Float64Array | null {
  const matrix = new Float64Array(TERMS * TERMS);
  const right = new Float64Array(TERMS);
  const powers = new Float64Array(TERMS);
  places.forEach((p, m) => {
    const t = at(p.x);
    powers[0] = 1;
    for (let i = 1; i < TERMS; i++) powers[i] = powers[i - 1] * t;
    for (let i = 0; i < TERMS; i++) {
      right[i] += weights[m] * powers[i] * p.y;
      for (let j = 0; j < TERMS; j++) matrix[i * TERMS + j] += weights[m] * powers[i] * powers[j];
    }
  });
  // Short lines of few letters do not bend for nothing.
  for (let i = 2; i < TERMS; i++) matrix[i * TERMS + i] += 0.5;
  return solve(matrix, right);
}
