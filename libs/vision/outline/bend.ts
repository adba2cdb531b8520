import { BandedSystem } from '../geometry/banded-system.js';

/**
 * How a side of a page stands off the straight line between its corners: a parabola, and a cubic for one that bends
 * both ways.
 */
export interface Bend {
  /** The corners' places along the line, px; `from` may be the larger one. */
  from: number;
  to: number;
  /** px off the line in its normal's direction: of the parabola in the middle, of the cubic at its first peak. */
  bow: number;
  sway: number;
}

/** The cubic t (1 - t) (1 - 2 t) at its peak, to the power of -1. */
const SWAY_PEAK = 6 * Math.sqrt(3);

/** Shapes of a bow and of a sway of 1 px at the part `t` (0..1) of a side; 0 at its ends. */
export function bowAt(t: number): number {
  return 4 * t * (1 - t);
}

export function swayAt(t: number): number {
  return SWAY_PEAK * t * (1 - t) * (1 - 2 * t);
}

/** px by which a bent side stands off its line at a place along it; 0 beyond its corners. */
export function bendAt({ from, to, bow, sway }: Bend, place: number): number {
  const t = (place - from) / (to - from);
  return t <= 0 || t >= 1 ? 0 : bow * bowAt(t) + sway * swayAt(t);
}

/** Radians by which it is turned off its line's direction there. */
export function slopeAt({ from, to, bow, sway }: Bend, place: number): number {
  const t = (place - from) / (to - from);
  if (t <= 0 || t >= 1) return 0;
  return Math.atan((4 * bow * (1 - 2 * t) + SWAY_PEAK * sway * (1 - 6 * t + 6 * t * t)) / (to - from));
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
  bow: number;
  sway: number;
}

/**
 * Fits a bent side to places of which some lie on other things: iteratively reweighted least squares (Geman and
 * McClure's weights).
 *
 * @param scale px off the side at which a place counts a quarter; twice that in the first rounds
 */
export function fitBentSide({ along, offset, weight }: SidePlaces, scale: number): BentSide {
  let side: BentSide = { start: 0, end: 0, bow: 0, sway: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const system = new BandedSystem(4, 3);
    along.forEach((t, i) => {
      const r = round === 0 ? 0 : (offset[i] - offsetOf(side, t)) / (round < 3 ? 2 * scale : scale);
      system.add([0, 1, 2, 3], [1 - t, t, bowAt(t), swayAt(t)], 4, offset[i], weight[i] / (1 + r * r) ** 2);
    });
    const [start, end, bow, sway] = system.solve(DAMPING);
    side = { start, end, bow, sway };
  }
  return side;
}

/** How far a bent side lies off the line between the supposed corners, px. */
export function offsetOf({ start, end, bow, sway }: BentSide, t: number): number {
  return start + (end - start) * t + bow * bowAt(t) + sway * swayAt(t);
}
