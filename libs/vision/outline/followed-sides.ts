import { UNEVENLY } from './bend.js';
import { jumpAt } from './edge-jump.js';
import type { EdgeMap } from './edge-map.js';
import { placeAlong, pointAt, type LineEvidence } from './line-evidence.js';
import { pathBeyond } from './path-beyond.js';
import type { JoinedQuad } from './quad-score.js';
import { isTableBeyond } from './table-beyond.js';
import { evidenceOf, joinBent, traceSide, type TracedSide } from './traced-side.js';
import type { Point, Raster } from '../pixels/raster.js';

const { hypot, max, min, round } = Math;

/**
 * Sides of another sheet, laid beside one by hand, lie off its sides by so many px of the picture at both corners, or
 * at one (of ten bands that are printed 0.4 at either, and 0.7 at one).
 */
const JUMP = 0.5;
const FAR_JUMP = 1.5;
/** A side is followed beyond its corner for so many times its length at most, and ends so far beyond it at least. */
const MOST = 1.2;
const LEAST = 0.04;
/** The direction in which it goes on is that of this part of it before the corner. */
const TANGENT = 0.25;
/**
 * px by which the corner may be off, and px a px by which the side may leave its direction; further than `REACH` px of
 * the reduced picture it leaves it nowhere.
 */
const SLACK = 3;
const TURN_OFF = 0.2;
const REACH = 40;
/** An edge px counts whose direction is within 28 degrees of the side's. */
const EDGE_TURN = 40;
/** What a place costs at which the side cannot be. */
const OFF_COST = 1;
/**
 * A side ends where less than this part of what follows has an edge, and may end where this many px have none in a row.
 */
const EDGE = 0.6;
const GAP_PX = 10;
const GAP = EDGE * GAP_PX;

/** A picture in which sides are followed. */
interface View {
  /** Its reduced copy with its text closed away, and the edges of that. */
  surface: Raster;
  edges: EdgeMap;
  picture: Raster;
  /** px of the picture for one of the copy. */
  unit: number;
}

/**
 * Quads of which three sides are those of another one, two of them followed beyond a side of it to where both end: what
 * is printed on a sheet from one side to the other, straight or bent, ends in line with the sheet's own sides.
 *
 * @returns best first, with what they hold in their scores
 */
export function followedBeyond(part: JoinedQuad, view: View): JoinedQuad[] {
  return [0, 1, 2, 3]
    .flatMap((side) => quadsBeyond(part, side, view))
    .filter(({ quad }) => !isTableBeyond(quad, part.quad, view.surface))
    .sort((p, q) => q.score - p.score);
}

function quadsBeyond(part: JoinedQuad, side: number, view: View): JoinedQuad[] {
  const [before, own, after] = [3, 0, 1].map((k) => part.sides[(side + k) % 4]);
  if (before.border || own.border || after.border) return [];
  const [d, a, b, c] = [3, 0, 1, 2].map((k) => part.quad[(side + k) % 4]);
  const first = follow(before, d, a, view.edges);
  const second = follow(after, c, b, view.edges);
  const ratio = hypot(b.x - c.x, b.y - c.y) / hypot(a.x - d.x, a.y - d.y);
  const ends = endsOf(first, second, ratio);
  if (ends.length === 0 || areOfAnotherSheet([first, second], view)) return [];
  return ends.map(([e, f]) => joinAround(part, side, [d, e, f, c], view)).filter((quad) => quad !== null);
}

/** Whether what two sides go on with does not lie in line with them. */
function areOfAnotherSheet(sides: readonly Followed[], { picture, unit }: View): boolean {
  const jumps = sides.map(({ corner: { x, y }, along }) =>
    jumpAt(picture, { x: x * unit, y: y * unit }, along),
  );
  return min(...jumps) >= JUMP || max(...jumps) >= FAR_JUMP;
}

/** A side beyond its corner. */
interface Followed {
  corner: Point;
  /** Unit vector of its direction there. */
  along: Point;
  /** px beyond the corner at which it may end, none or more. */
  ends: readonly number[];
  /** Where it is so many px beyond it. */
  at: (px: number) => Point;
}

/**
 * Where both sides may end: each of them where it does, or one where it does and the other, as far beyond its corner
 * for its length, where it should.
 *
 * @param ratio length of the second side over that of the first
 */
function endsOf(first: Followed, second: Followed, ratio: number): [Point, Point][] {
  return [
    ...first.ends.flatMap((p) => second.ends.map((q) => [p, q])),
    ...first.ends.map((p) => [p, p * ratio]),
    ...second.ends.map((q) => [q / ratio, q]),
  ].map(([p, q]) => [first.at(p), second.at(q)]);
}

/** Follows a side from one corner beyond another one: the path of most edge, to where there is none. */
function follow(side: LineEvidence, from: Point, to: Point, edges: EdgeMap): Followed {
  const length = hypot(to.x - from.x, to.y - from.y);
  const [start, end] = [placeAlong(side, from), placeAlong(side, to)];
  const before = pointAt(side, end + TANGENT * (start - end));
  const tangent = hypot(to.x - before.x, to.y - before.y);
  const [ux, uy] = [(to.x - before.x) / tangent, (to.y - before.y) / tangent];
  const normal = { x: -uy, y: ux };
  const path = pathBeyond(
    {
      corner: to,
      along: { x: ux, y: uy },
      normal,
      places: Array.from({ length: round(MOST * length) }, (_, k) => k),
      reach: REACH,
      reachAt: (k) => min(REACH, round(SLACK + TURN_OFF * k)),
    },
    { turn: EDGE_TURN, offCost: OFF_COST, startCost: 0 },
    edges,
  );
  return {
    corner: to,
    along: { x: ux, y: uy },
    ends: endsAlong(path.map(({ edge }) => edge)).filter((px) => px >= LEAST * length),
    at: (px) => {
      const { off } = path[min(path.length - 1, round(px))];
      return { x: to.x + px * ux + off * normal.x, y: to.y + px * uy + off * normal.y };
    },
  };
}

/**
 * Where what has an edge at some px ends: where the first of it does, and all of it.
 *
 * @param edge by px: 1 where there is one, 0 where there is none, less beyond the picture
 */
function endsAlong(edge: readonly number[]): number[] {
  let [sum, most, last] = [0, 0, 0];
  let first = 0;
  edge.forEach((value, k) => {
    sum += value - EDGE;
    if (sum > most) [most, last] = [sum, k];
    else if (most - sum > GAP && first === 0) first = last;
  });
  return [...new Set([first, last])];
}

/** The quad with two sides of the part gone on to new ends, and the side between those. */
function joinAround(
  { sides }: JoinedQuad,
  side: number,
  [d, e, f, c]: readonly [Point, Point, Point, Point],
  { edges, surface }: View,
): JoinedQuad | null {
  const trace = (from: Point, to: Point): TracedSide | null => traceSide(from, to, edges, UNEVENLY);
  const traced = [trace(d, e), trace(e, f), trace(f, c)];
  if (!traced.every((one) => one !== null)) return null;
  const lines = traced.map((one) => evidenceOf(one, edges, surface));
  if (!lines.every((line) => line !== null)) return null;
  const [before, between, after] = lines;
  return joinBent([between, after, sides[(side + 2) % 4], before], traced, surface);
}
