import { areaOf, centroid, quadArea } from '../geometry/plane-geometry.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { tableWithin } from './table-beyond.js';

const { abs, hypot, max } = Math;

/** Sides are in line where no corner between the two stands off by more, part of the sides that face each other. */
const IN_LINE = 0.04;
/** What lies between two bands is this part of all, at least: less tells nothing. */
const LEAST_BETWEEN = 0.02;
/** ...and this part of it, at most, looks like the table: of a narrow gap in which the table shows more does. */
const OF_TABLE = 0.3;

/**
 * Whether two quads, apart from each other, are bands of one page: two of their sides are in line, and what lies
 * between is not the table. Between sheets that were laid out in a row the table shows.
 *
 * @param picture with its text closed away
 */
export function areBandsOfOne(one: Quad, other: Quad, picture: Raster): boolean {
  // Each turned so that the other lies beyond its side 2.
  const [a, b] = [facing(one, centroid(other)), facing(other, centroid(one))];
  const all: Quad = [a[0], a[1], b[0], b[1]];
  const between: Quad = [a[3], a[2], b[3], b[2]];
  const most = IN_LINE * max(lengthOf(a[2], a[3]), lengthOf(b[2], b[3]));
  const inLine =
    max(off(a[2], a[1], b[0]), off(b[3], a[1], b[0])) <= most &&
    max(off(a[3], a[0], b[1]), off(b[2], a[0], b[1])) <= most;
  if (!inLine || areaOf({ quad: between }) < LEAST_BETWEEN * areaOf({ quad: all })) return false;
  return tableWithin(all, between, picture) <= OF_TABLE;
}

/** The quad, its corners in turn, from the one on that a place lies beyond the side opposite of. */
function facing(quad: Quad, { x, y }: Point): Quad {
  const turn = Math.sign(quadArea(quad));
  const beyond = quad.map((p, i) => {
    const q = quad[(i + 1) % 4];
    return (turn * ((q.y - p.y) * (x - p.x) - (q.x - p.x) * (y - p.y))) / lengthOf(p, q);
  });
  const side = beyond.indexOf(max(...beyond));
  return [2, 3, 0, 1].map((k) => quad[(side + k) % 4]) as Quad;
}

const lengthOf = (p: Point, q: Point): number => hypot(q.x - p.x, q.y - p.y);

/** How far a place is off the line through two others. */
const off = ({ x, y }: Point, p: Point, q: Point): number =>
  abs((q.y - p.y) * (x - p.x) - (q.x - p.x) * (y - p.y)) / lengthOf(p, q);
