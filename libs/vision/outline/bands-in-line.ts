import { areaOf, centroid, farthestSide, offWay, sidesOf, turnQuad } from '../geometry/plane-geometry.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { tableWithin } from './table-beyond.js';

const { abs, max } = Math;

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
  const [a, b] = [facing(one, centroid(other)), facing(other, centroid(one))];
  const all: Quad = [a[0], a[1], b[0], b[1]];
  const between: Quad = [a[3], a[2], b[3], b[2]];
  const most = IN_LINE * max(sidesOf(a)[2], sidesOf(b)[2]);
  const off = (place: Point, side: number): number => abs(offWay(place, all[side], all[(side + 1) % 4]));
  const inLine = max(off(a[2], 1), off(b[3], 1), off(a[3], 3), off(b[2], 3)) <= most;
  if (!inLine || areaOf({ quad: between }) < LEAST_BETWEEN * areaOf({ quad: all })) return false;
  return tableWithin(all, between, picture) <= OF_TABLE;
}

/** The quad turned so that a place lies beyond its side 2. */
const facing = (quad: Quad, place: Point): Quad => turnQuad(quad, 2 - farthestSide(quad, place));
