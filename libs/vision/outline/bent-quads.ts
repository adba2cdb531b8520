import type { EdgeMap } from './edge-map.js';
import { centroid } from '../geometry/plane-geometry.js';
import { offLine, pointAt, placeAlong, type LineEvidence } from './line-evidence.js';
import { angleBetween, MAX_CONVERGENCE, sizeValue, type JoinedQuad } from './quad-score.js';
import { stretchBetween, stretchesOf, type SideStretch } from './side-stretch.js';
import { evidenceOf, joinBent, traceSide, type TracedSide } from './traced-side.js';
import type { Point, Raster } from '../pixels/raster.js';

const { abs, hypot, max, min } = Math;

/** A side has at least this part of the picture's shorter side; two opposite ones are as far apart. */
export const MIN_SIDE = 0.18;
/**
 * Pairs of opposite sides between which bent ones are looked for, and of those, such whose bent sides are looked at
 * closely.
 */
const TRACED = 24;
const JOINED = 6;
/** px by which a sheet goes on beyond a part of it, at least, and the part of each other that the ends of both have. */
const BEYOND = 8;
const ALIKE = 0.6;

/** Opposite sides, each a stretch of an edge, whose ends are the corners: a, b on one, c, d on the other, in turn. */
interface SidePair {
  sides: [SideStretch, SideStretch];
  corners: [Point, Point, Point, Point];
  value: number;
}

/**
 * Quads of which two opposite sides are seen as straight edges that end at the corners, and the others lie between
 * those ends, bent or straight: a sheet bent one way shows its rulings straight and its other sides as curves, along
 * which no straight edge is found; and of a straight side the edge may be outvoted.
 *
 * @param stretches of the picture's lines
 * @param edges of the surface
 * @param surface the picture with its text closed away
 * @returns best first, with what they hold in their scores
 */
export function bentQuads(stretches: readonly SideStretch[], edges: EdgeMap, surface: Raster): JoinedQuad[] {
  return joinPairs(pairsOf(stretches, edges), edges, surface);
}

/**
 * Quads with bent sides that have a side of another quad as theirs, and go on beyond its opposite side: where that one
 * is no end of a sheet, but of what is printed on it. What is printed may be darker than what the sheet lies on.
 *
 * @returns best first, with what they hold in their scores
 */
export function bentQuadsBeyond(
  { quad, sides }: JoinedQuad,
  stretches: readonly SideStretch[],
  edges: EdgeMap,
  surface: Raster,
): JoinedQuad[] {
  const middle = centroid(quad);
  const pairs = sides.flatMap((line, i) => {
    if (line.border || line.bend) return [];
    const places = [quad[i], quad[(i + 1) % 4]].map((corner) => placeAlong(line, corner));
    const end = stretchBetween(line, min(...places), max(...places));
    const opposite = sides[(i + 2) % 4];
    const outwards = -Math.sign(offLine(opposite, middle));
    return stretches
      .filter((far) =>
        [far.from, far.to].every((place) => outwards * offLine(opposite, pointAt(far.line, place)) >= BEYOND),
      )
      .filter((far) => {
        const part = (far.to - far.from) / (end.to - end.from);
        return part >= ALIKE && part <= 1 / ALIKE;
      })
      .map((far) => pairOf(end, far, edges))
      .filter((pair) => pair !== null);
  });
  return joinPairs(
    pairs.sort((a, b) => b.value - a.value),
    edges,
    surface,
  );
}

/** Stretches of edge that may be sides of a page. */
export function sideStretches(lines: readonly LineEvidence[], edges: EdgeMap): SideStretch[] {
  const least = leastSide(edges);
  return lines.filter((line) => !line.border).flatMap((line) => stretchesOf(line, least));
}

function leastSide({ width, height }: EdgeMap): number {
  return MIN_SIDE * min(width, height);
}

/** The quads of pairs of opposite sides, best first, with the sides between traced. */
function joinPairs(pairs: readonly SidePair[], edges: EdgeMap, surface: Raster): JoinedQuad[] {
  return pairs
    .slice(0, TRACED)
    .map((pair) => trace(pair, edges))
    .filter((traced) => traced !== null)
    .sort((a, b) => b.value - a.value)
    .slice(0, JOINED)
    .map((traced) => joinTraced(traced, edges, surface))
    .filter((quad) => quad !== null)
    .sort((a, b) => b.score - a.score);
}

/** Pairs that may be opposite sides of a page lighter than what it lies on, best first. */
function pairsOf(stretches: readonly SideStretch[], edges: EdgeMap): SidePair[] {
  const pairs: SidePair[] = [];
  stretches.forEach((a, i) => {
    for (const b of stretches.slice(i + 1)) {
      const pair = pairOf(a, b, edges);
      if (pair && isLighter(pair)) pairs.push(pair);
    }
  });
  return pairs.sort((a, b) => b.value - a.value);
}

/** Two stretches as opposite sides; null where they cannot be. */
function pairOf(a: SideStretch, b: SideStretch, edges: EdgeMap): SidePair | null {
  if (a.line === b.line || angleBetween(a.line, b.line) > MAX_CONVERGENCE) return null;
  const least = leastSide(edges);
  const [p, q] = [pointAt(a.line, a.from), pointAt(a.line, a.to)];
  const [r, s] = [pointAt(b.line, b.from), pointAt(b.line, b.to)];
  const turned = (q.x - p.x) * (s.x - r.x) + (q.y - p.y) * (s.y - r.y) < 0;
  const corners: SidePair['corners'] = turned ? [p, q, r, s] : [p, q, s, r];
  const [, , c, d] = corners;
  if (hypot(c.x - q.x, c.y - q.y) < least || hypot(p.x - d.x, p.y - d.y) < least) return null;
  const area = abs((c.x - p.x) * (d.y - q.y) - (c.y - p.y) * (d.x - q.x)) / 2 / (edges.width * edges.height);
  return { sides: [a, b], corners, value: a.value * b.value * sizeValue(area) };
}

function isLighter({ sides, corners }: SidePair): boolean {
  const middle = centroid(corners);
  return sides.every(({ line, step }) => step * Math.sign(offLine(line, middle)) >= 0);
}

/** A pair with the two sides between. */
interface TracedPair extends SidePair {
  between: [TracedSide, TracedSide];
}

function trace(pair: SidePair, edges: EdgeMap): TracedPair | null {
  const [a, b, c, d] = pair.corners;
  const first = traceSide(b, c, edges);
  if (!first) return null;
  const second = traceSide(d, a, edges);
  return second && { ...pair, between: [first, second], value: pair.value * first.seen * second.seen };
}

function joinTraced(
  { sides: [a, b], between }: TracedPair,
  edges: EdgeMap,
  surface: Raster,
): JoinedQuad | null {
  const [first, second] = between.map((side) => evidenceOf(side, edges, surface));
  return first && second && joinBent([a.line, first, b.line, second], between, surface);
}
