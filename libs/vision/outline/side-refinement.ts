import { weightedQuantile } from '../geometry/median.js';
import { fitStraight, type StraightLine } from '../geometry/straight-line.js';
import { bendAt, fitBentSide, offsetOf, peakOf, UNEVENLY, type SidePlaces } from './bend.js';
import { placeAlong, type LineEvidence } from './line-evidence.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

const { abs, hypot, max, min } = Math;

/** Places looked at along each side. */
const PLACES = 64;
/** Corners are rounded, folded or held: the ends of a side are left out, as parts of its length. */
const END_MARGIN = 0.05;
/** Profile samples either side of the guess, each one px of the reduced search picture... */
const REACH = 5;
/** ...taken in steps this much finer. */
const STEPS_PER_PX = 3;
/** Rounds of reweighting in the line fit. */
const ROUNDS = 6;
/** Search px off a curve at which a place counts a quarter. */
const CURVE_SCATTER = 0.8;
/** A side is bent where a curve has this part of the places more on it than a line has. */
const MORE = 0.15;
/** ...and its ends lie off the corners by this many search px at most: where no side is seen a curve goes anywhere. */
const CORNER_OFF = 20;

/**
 * Moves the sides of a quad onto the steepest step of the picture near them: profiles across each side, a
 * robust line through their steepest places, corners where the lines meet.
 *
 * @param unit px of the picture a px of the picture the quad was found on; the search reaches 5 of those
 * @param fixed sides that stay where they are
 * @param found lines on which the quad was found, with what is known of how the sides are bent
 * @param mayBend whether a side that was found straight may turn out to be bent
 */
export function refineSides(
  picture: Raster,
  quad: Quad,
  fixed: readonly boolean[],
  unit: number,
  found: readonly LineEvidence[] = [],
  mayBend = false,
): RefinedQuad {
  const sides = quad.map((from, i) => {
    const to = quad[(i + 1) % 4];
    return fixed[i]
      ? null
      : refineSide(picture, from, to, unit, bentAsFound(found[i], from, to, unit), mayBend);
  });
  const lines = sides.map((side, i) => side?.line ?? through(quad[i], quad[(i + 1) % 4]));
  const refined = quad.map((corner, i) => {
    const p = lines[(i + 3) % 4];
    const q = lines[i];
    const determinant = p.a * q.b - p.b * q.a;
    if (abs(determinant) < 0.2) return corner;
    return { x: (p.c * q.b - q.c * p.b) / determinant, y: (p.a * q.c - q.a * p.c) / determinant };
  }) as Quad;
  return {
    quad: refined,
    bow: max(0, ...sides.map((side) => side?.bow ?? 0)),
    borne: min(1, ...sides.map((side, i) => (fixed[i] ? 1 : (side?.borne ?? 0)))),
  };
}

/** A quad with its sides on the picture's edges. */
interface RefinedQuad {
  quad: Quad;
  /** How far the most bent side stands off its line in the middle against its ends, as a part of its length. */
  bow: number;
  /**
   * Part of the places along the side that is seen least whose steepest step lies within a px of the search picture of
   * its line.
   */
  borne: number;
}

/** ax + by = c, (a, b) of length 1. */
interface Line {
  a: number;
  b: number;
  c: number;
}

/** A side on the picture's edges: the line through its ends where it was found bent; bow and borne as of the quad. */
interface RefinedSide {
  line: Line;
  bow: number;
  borne: number;
}

function through(p: Point, q: Point): Line {
  const length = hypot(q.x - p.x, q.y - p.y);
  const a = (p.y - q.y) / length;
  const b = (q.x - p.x) / length;
  return { a, b, c: a * p.x + b * p.y };
}

/** px by which a point lies off a line. */
const offLine = ({ a, b, c }: Line, { x, y }: Point): number => abs(a * x + b * y - c);

/** A side as it was found: px off the line between its corners at 0..1 of it, and the number of its shapes. */
interface FoundBent {
  offAt(t: number): number;
  shapes: number;
}

/** Null where the side was found straight. */
function bentAsFound(side: LineEvidence | undefined, from: Point, to: Point, unit: number): FoundBent | null {
  const bend = side?.bend;
  if (!bend) return null;
  const { a, b } = through(from, to);
  const sign = Math.sign(a * side.nx + b * side.ny);
  const place = (p: Point): number => placeAlong(side, { x: p.x / unit, y: p.y / unit });
  const [start, end] = [place(from), place(to)];
  return {
    offAt: (t) => sign * unit * bendAt(bend, start + t * (end - start)),
    shapes: bend.shapes.length,
  };
}

function refineSide(
  picture: Raster,
  from: Point,
  to: Point,
  unit: number,
  bent: FoundBent | null,
  mayBend: boolean,
): RefinedSide | null {
  const { a, b } = through(from, to);
  const half = REACH * STEPS_PER_PX;
  const step = unit / STEPS_PER_PX;
  const span = max(1, Math.round(STEPS_PER_PX * 0.8));
  const along: number[] = [];
  const offset: number[] = [];
  const weight: number[] = [];
  const profile = new Float64Array((2 * half + 1) * picture.channels);
  for (let i = 0; i < PLACES; i++) {
    const t = END_MARGIN + ((1 - 2 * END_MARGIN) * (i + 0.5)) / PLACES;
    const off = bent?.offAt(t) ?? 0;
    const x = from.x + t * (to.x - from.x) + a * off;
    const y = from.y + t * (to.y - from.y) + b * off;
    if (!readProfile(picture, x, y, a, b, half, step, unit, profile)) continue;
    const found = steepest(profile, half, span, picture.channels);
    if (!found) continue;
    along.push(t);
    offset.push(off + found.place * step);
    weight.push(found.strength);
  }
  if (along.length < PLACES / 4) return null;
  const places = { along, offset, weight };
  let straight: StraightLine = { start: weightedQuantile(offset, weight, 0.5), slope: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const scale = unit * (round < 2 ? 2 : 0.8);
    const fitted = fitStraight(along, offset, along.map(nearness(places, straight, scale)));
    if (!fitted) return null;
    straight = fitted;
  }
  const { start, slope } = straight;
  const length = hypot(to.x - from.x, to.y - from.y);
  const lineBetween = (first: number, last: number): Line =>
    through({ x: from.x + a * first, y: from.y + b * first }, { x: to.x + a * last, y: to.y + b * last });
  const near = (offAt: (t: number) => number): number =>
    along.filter((t, i) => abs(offset[i] - offAt(t)) <= unit).length / PLACES;
  const borne = near((t) => start + slope * t);
  if (bent) {
    const curve = fitBentSide(places, CURVE_SCATTER * unit, bent.shapes);
    return {
      line: lineBetween(curve.start, curve.end),
      bow: peakOf(curve.shapes) / length,
      borne,
    };
  }
  if (mayBend) {
    const curve = fitBentSide(places, CURVE_SCATTER * unit, UNEVENLY);
    const offAt = (t: number): number => offsetOf(curve, t);
    if (near(offAt) >= borne + MORE) {
      // Once more, along the curve: what of it lies beyond reach of the line is seen then.
      const side = refineSide(picture, from, to, unit, { offAt, shapes: UNEVENLY }, false);
      if (side && [from, to].every((corner) => offLine(side.line, corner) <= CORNER_OFF * unit)) return side;
    }
  }
  return {
    line: lineBetween(start, start + slope),
    bow: bend(places, straight, unit) / length,
    borne,
  };
}

/** What places of a side count that stand off a line: half way to nothing at 0.64 of the scale, px. */
function nearness(
  { offset, weight }: SidePlaces,
  { start, slope }: StraightLine,
  scale: number,
): (t: number, i: number) => number {
  return (t, i) => {
    const r = (offset[i] - start - slope * t) / scale;
    return weight[i] / (1 + r * r) ** 2;
  };
}

/** Sagitta (px) of the parabola through the places of a side that stand off its line. */
function bend({ along, offset, weight }: SidePlaces, { start, slope }: StraightLine, unit: number): number {
  let numerator = 0;
  let denominator = 0;
  for (let i = 0; i < along.length; i++) {
    const r = offset[i] - start - slope * along[i];
    // Orthogonal to lines over the whole side: 1 at the ends, -1/2 in the middle.
    const shape = 6 * (along[i] - 0.5) ** 2 - 0.5;
    const w = weight[i] / (1 + (r / (2 * unit)) ** 2);
    numerator += w * shape * r;
    denominator += w * shape * shape;
  }
  return denominator > 0 ? abs(1.5 * numerator) / denominator : 0;
}

/** Reads the picture across the side, each sample averaged over 5 places along it. False beyond the border. */
function readProfile(
  picture: Raster,
  x: number,
  y: number,
  a: number,
  b: number,
  half: number,
  step: number,
  unit: number,
  profile: Float64Array,
): boolean {
  const { data, width, height, channels } = picture;
  profile.fill(0);
  for (let k = -half; k <= half; k++)
    for (let m = -2; m <= 2; m++) {
      const px = Math.round(x + a * k * step - b * m * unit * 0.5);
      const py = Math.round(y + b * k * step + a * m * unit * 0.5);
      if (px < 0 || py < 0 || px >= width || py >= height) return false;
      const from = (py * width + px) * channels;
      const to = (k + half) * channels;
      for (let c = 0; c < channels; c++) profile[to + c] += data[from + c] / 5;
    }
  return true;
}

/** The place (in steps) where the profile changes most, to a part of a step, and how much (levels, capped). */
function steepest(
  profile: Float64Array,
  half: number,
  span: number,
  channels: number,
): { place: number; strength: number } | null {
  const slope = (k: number): number => {
    let best = 0;
    for (let c = 0; c < channels; c++) {
      let difference = 0;
      for (let d = 1; d <= span; d++)
        difference += profile[(k + half + d) * channels + c] - profile[(k + half - d) * channels + c];
      best = max(best, abs(difference) / span);
    }
    return best;
  };
  let place = 0;
  let strength = 0;
  for (let k = -half + span; k <= half - span; k++) {
    // Nearer to the guess wins between equals.
    const value = slope(k) * (1 - 0.35 * abs(k / half));
    if (value > strength) {
      strength = value;
      place = k;
    }
  }
  if (strength < 4 || abs(place) >= half - span) return null;
  const before = slope(place - 1);
  const here = slope(place);
  const after = slope(place + 1);
  const bend = before - 2 * here + after;
  const shift = bend < 0 ? max(-0.5, min(0.5, (before - after) / (2 * bend))) : 0;
  return { place: place + shift, strength: min(40, strength) };
}
