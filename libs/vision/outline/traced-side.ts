import { EVENLY, fitBentSide, offsetOf, peakOf, UNEVENLY, type BentSide, type SidePlaces } from './bend.js';
import { directionOf, strengthAlong, type EdgeMap } from './edge-map.js';
import { gatherEvidence, type LineEvidence } from './line-evidence.js';
import { insideScore, join, type JoinedQuad } from './quad-score.js';
import { steepestPath } from '../geometry/steepest-path.js';
import type { Point, Raster } from '../pixels/raster.js';

const { atan2, hypot, max, min, PI, round } = Math;

/**
 * Places along a bent side, the part of it left out at its ends, and how far it may stand off, as a part of its length.
 */
const PLACES = 32;
const ENDS = 0.02;
const REACH = 0.09;
const MIN_REACH = 8;
const PLACES_ALONG = Array.from({ length: PLACES }, (_, i) => ENDS + ((1 - 2 * ENDS) * (i + 0.5)) / PLACES);
/** px by which a side may rise from one place to the next, and what a px of that costs of an edge. */
const MAX_RISE = 3;
const RISE_COST = 0.02;
/**
 * An edge px counts whose direction is within 28 degrees of the side's; in full from this strength on, levels per px.
 */
const TURN = 40;
const FULL_STRENGTH = 15;
const FAINT = 0.4;
/** How far a region's rim is followed, as a part of the side, and px of it within which its edge lies. */
const RIM_REACH = 0.2;
const NEAR_RIM = 2;
/** px off a side at which places count a quarter. */
const SCATTER = 2;
/** Edge that a bent side shows on average, at least. */
const MIN_SEEN = 0.5;
/** A side that is bent by a tenth of its length counts so much less. */
const STRAIGHTER = 0.5;

/** A side of a sheet, straight or bent, as it was traced between two supposed corners. */
export interface TracedSide {
  from: Point;
  to: Point;
  bent: BentSide;
  /** 0..1: edge along it. */
  seen: number;
}

/**
 * The bent side near the line between two corners: the path of the strongest edges, by dynamic programming, and a curve
 * through it.
 *
 * @param shapes how many shapes the curve may have
 */
export function traceSide(from: Point, to: Point, edges: EdgeMap, shapes = EVENLY): TracedSide | null {
  const { length } = directionBetween(from, to);
  const reach = round(max(MIN_REACH, REACH * length));
  const strips = PLACES_ALONG.map((t) => edgesAcross(from, to, t, reach, edges));
  const path = steepestPath(strips, MAX_RISE, (rise) => RISE_COST * rise * rise);
  const offset = path.map((row) => row - reach);
  const weight = path.map((row, i) => strips[i][row]);
  const side = sideThrough(from, to, { along: PLACES_ALONG, offset, weight }, shapes, (i, off) => {
    const row = round(off) + reach;
    return max(0, strips[i][row - 1] || 0, strips[i][row] || 0, strips[i][row + 1] || 0);
  });
  return side && peakOf(side.bent.shapes) > REACH * length ? null : side;
}

/**
 * The side of a region near the line between two of its corners, the second one clockwise of the first: the outermost
 * of its px at each place, and a curve through those on edges.
 *
 * @param region row-major, as large as the edge map; px other than 0 are its own
 */
export function traceRim(from: Point, to: Point, edges: EdgeMap, region: Uint8Array): TracedSide | null {
  const { width, height, strength } = edges;
  const { dx, dy, length, nx, ny } = directionBetween(from, to);
  const reach = round(RIM_REACH * length);
  const at = (t: number, off: number): number => {
    const x = round(from.x + t * dx + off * nx);
    const y = round(from.y + t * dy + off * ny);
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
  };
  /** Of the strongest edge at a place by the rim. */
  const edgeBy = (t: number, off: number): number => {
    let most = 0;
    for (let d = -NEAR_RIM; d <= NEAR_RIM; d++) most = max(most, strength[at(t, off + d)] ?? 0);
    return edgeValue(most);
  };
  const along: number[] = [];
  const offset: number[] = [];
  for (const t of PLACES_ALONG) {
    let off = -reach;
    while (off < reach && !region[at(t, off)]) off++;
    if (off === reach) continue;
    along.push(t);
    offset.push(off);
  }
  const weight = along.map((t, i) => edgeBy(t, offset[i]));
  return sideThrough(from, to, { along, offset, weight }, UNEVENLY, (i, off) => edgeBy(along[i], off));
}

/**
 * The side through places along it; null where too few of them, or too little of it, are on edges.
 *
 * @param edgeAt 0..1: edge at the place of that index, so many px off the line between the corners
 */
function sideThrough(
  from: Point,
  to: Point,
  places: SidePlaces,
  shapes: number,
  edgeAt: (place: number, off: number) => number,
): TracedSide | null {
  if (places.weight.filter((w) => w > 0).length < MIN_SEEN * PLACES) return null;
  const bent = fitBentSide(places, SCATTER, shapes);
  const seen = places.along.reduce((sum, t, i) => sum + edgeAt(i, offsetOf(bent, t)), 0) / PLACES;
  return seen < MIN_SEEN ? null : { from, to, bent, seen };
}

/** The way from one point to another, and the unit normal to the right of it as a picture is seen. */
function directionBetween(
  from: Point,
  to: Point,
): { dx: number; dy: number; length: number; nx: number; ny: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = hypot(dx, dy);
  return { dx, dy, length, nx: -dy / length, ny: dx / length };
}

/** What an edge of that strength counts, 0..1. */
function edgeValue(strength: number): number {
  return strength === 0 ? 0 : FAINT + (1 - FAINT) * min(1, strength / FULL_STRENGTH);
}

/** Edge at each place across a line at a part of it: 0..1, from -reach to reach px in the direction of (-dy, dx). */
function edgesAcross(from: Point, to: Point, t: number, reach: number, edges: EdgeMap): Float32Array {
  const { dx, dy, nx, ny } = directionBetween(from, to);
  const direction = directionOf(atan2(ny, nx));
  const strip = new Float32Array(2 * reach + 1);
  for (let d = -reach; d <= reach; d++) {
    const x = round(from.x + t * dx + d * nx);
    const y = round(from.y + t * dy + d * ny);
    strip[d + reach] = edgeValue(strengthAlong(edges, x, y, direction, TURN) ?? 0);
  }
  return strip;
}

/** A traced side as the line between its corners with what the picture has along the side. */
export function evidenceOf(
  { from, to, bent }: TracedSide,
  edges: EdgeMap,
  surface: Raster,
): LineEvidence | null {
  const across = directionBetween(from, to);
  const p = { x: from.x + bent.start * across.nx, y: from.y + bent.start * across.ny };
  const q = { x: to.x + bent.end * across.nx, y: to.y + bent.end * across.ny };
  const turned = atan2(q.x - p.x, p.y - q.y);
  // The normal's direction is one of half a turn.
  const flip = turned < 0 || turned >= PI ? -1 : 1;
  const theta = flip < 0 ? (turned + 2 * PI) % PI : turned;
  const [nx, ny] = [Math.cos(theta), Math.sin(theta)];
  const bend = {
    from: -p.x * ny + p.y * nx,
    to: -q.x * ny + q.y * nx,
    shapes: bent.shapes.map((px) => flip * px),
  };
  return gatherEvidence({ theta, rho: p.x * nx + p.y * ny, votes: 0 }, edges, surface, false, bend);
}

/**
 * The quad of four sides in a row, some of which were traced, with what it holds in its score; null where they bound
 * none.
 */
export function joinBent(
  sides: readonly LineEvidence[],
  traced: readonly TracedSide[],
  surface: Raster,
): JoinedQuad | null {
  const quad = join(sides, surface.width, surface.height);
  if (!quad) return null;
  const bends = traced.map(({ from, to, bent }) => peakOf(bent.shapes) / hypot(to.x - from.x, to.y - from.y));
  return { ...quad, score: quad.score * insideScore(quad, surface) * (1 - STRAIGHTER * max(...bends)) };
}
