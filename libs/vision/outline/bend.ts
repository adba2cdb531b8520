import { BandedSystem } from '../geometry/banded-system.js';

const { abs, max } = Math;

/** How a side of a page stands off the straight line between its corners. */
export interface Bend {
  /** The corners' places along the line, px; `from` may be the larger one. */
  from: number;
  to: number;
  /** px off the line in its normal's direction, of each shape at its peak, the simplest first. */
  shapes: readonly number[];
}

/** The cubic t (1 - t) (1 - 2 t) at its peak, to the power of -1. */
const SWAY_PEAK = 6 * Math.sqrt(3);

/** A parabola, 1 in the middle of a side; `t` is the part of the side (0..1), at whose ends all shapes are 0. */
export function bowAt(t: number): number {
  return 4 * t * (1 - t);
}

/** A cubic, for a side that bends both ways. */
export function swayAt(t: number): number {
  return SWAY_PEAK * t * (1 - t) * (1 - 2 * t);
}

/** The second uneven shape at its peak, to the power of -1. */
const UNEVEN_PEAK = 1.54;

/** How far a side with a shape of 1 px stands off its line at the part `t` of it, and how fast that changes. */
interface Shape {
  at(t: number): number;
  slope(t: number): number;
}

/**
 * The shapes that a side has, each 0 at both ends. Of a sheet that is bent evenly the first two are enough; one that is
 * bent near an end alone has Gegenbauer's next two, in x = 1 - 2 t.
 */
const SHAPES: readonly Shape[] = [
  { at: bowAt, slope: (t) => 4 * (1 - 2 * t) },
  { at: swayAt, slope: (t) => SWAY_PEAK * (1 - 6 * t + 6 * t * t) },
  {
    at: (t) => inX(t, (x) => (1 - x * x) * (5 * x * x - 1)),
    slope: (t) => -2 * inX(t, (x) => 12 * x - 20 * x ** 3),
  },
  {
    at: (t) => inX(t, (x) => UNEVEN_PEAK * (1 - x * x) * (7 * x ** 3 - 3 * x)),
    slope: (t) => -2 * inX(t, (x) => UNEVEN_PEAK * (-3 + 30 * x * x - 35 * x ** 4)),
  },
];
/** How many of them a bent side is fitted with, evenly bent or unevenly. */
export const EVENLY = 2;
export const UNEVENLY = SHAPES.length;

const inX = (t: number, polynomial: (x: number) => number): number => polynomial(1 - 2 * t);

/** px by which a bent side stands off its line at a place along it; 0 beyond its corners. */
export function bendAt({ from, to, shapes }: Bend, place: number): number {
  const t = (place - from) / (to - from);
  return t <= 0 || t >= 1 ? 0 : shapesAt(shapes, t);
}

/** Radians by which it is turned off its line's direction there. */
export function slopeAt({ from, to, shapes }: Bend, place: number): number {
  const t = (place - from) / (to - from);
  if (t <= 0 || t >= 1) return 0;
  return Math.atan(shapes.reduce((sum, px, k) => sum + px * SHAPES[k].slope(t), 0) / (to - from));
}

function shapesAt(shapes: readonly number[], t: number): number {
  return shapes.reduce((sum, px, k) => sum + px * SHAPES[k].at(t), 0);
}

/** px by which a side stands off at most, about. */
export function peakOf(shapes: readonly number[]): number {
  return max(...shapes.map(abs));
}

/** Rounds of reweighting in the fit of a bent side. */
const ROUNDS = 6;
const DAMPING = 1e-9;

/** Places along a side (0..1), how far they lie off the line between its supposed corners, px, and what each counts. */
export interface SidePlaces {
  along: readonly number[];
  offset: readonly number[];
  weight: readonly number[];
}

/** A bent side through places: what it is off the supposed corners at its ends, px, and how it is bent between them. */
export interface BentSide {
  start: number;
  end: number;
  shapes: readonly number[];
}

/**
 * Fits a bent side to places of which some lie on other things: iteratively reweighted least squares (Geman and
 * McClure's weights).
 *
 * @param scale px off the side at which a place counts a quarter; twice that in the first rounds
 * @param shapes how many shapes it may have
 */
export function fitBentSide(
  { along, offset, weight }: SidePlaces,
  scale: number,
  shapes: number = EVENLY,
): BentSide {
  const unknowns = 2 + shapes;
  const at = Array.from({ length: unknowns }, (_, k) => k);
  const fitted = SHAPES.slice(0, shapes);
  const terms = along.map((t) => [1 - t, t, ...fitted.map((shape) => shape.at(t))]);
  let side: BentSide = { start: 0, end: 0, shapes: fitted.map(() => 0) };
  for (let round = 0; round < ROUNDS; round++) {
    const system = new BandedSystem(unknowns, unknowns - 1);
    along.forEach((t, i) => {
      const r = round === 0 ? 0 : (offset[i] - offsetOf(side, t)) / (round < 3 ? 2 * scale : scale);
      system.add(at, terms[i], unknowns, offset[i], weight[i] / (1 + r * r) ** 2);
    });
    const [start, end, ...bent] = system.solve(DAMPING);
    side = { start, end, shapes: bent };
  }
  return side;
}

/** How far a bent side lies off the line between the supposed corners, px. */
export function offsetOf({ start, end, shapes }: BentSide, t: number): number {
  return start + (end - start) * t + shapesAt(shapes, t);
}
