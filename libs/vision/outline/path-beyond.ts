import { directionOf, strengthAlong, type EdgeMap } from './edge-map.js';
import { steepestPath } from '../geometry/steepest-path.js';
import type { Point } from '../pixels/raster.js';

const { abs, atan2, round } = Math;

/** px by which a side may rise from one px to the next, and what that costs of an edge px. */
const MAX_RISE = 1;
const RISE_COST = 0.1;

/** The way on from a corner, about straight. */
interface WayOn {
  corner: Point;
  /** Unit vectors: its direction, and the normal along which it may be left. */
  along: Point;
  normal: Point;
  /** px beyond the corner at which a side is looked for. */
  places: readonly number[];
  /** px off the way at which it may be at most, and at the place of an index. */
  reach: number;
  reachAt: (place: number) => number;
}

/** What counts as an edge of the side. */
interface Counting {
  /** An edge's direction is off the side's by this at most, 1/256 of half a turn. */
  turn: number;
  /** What a place costs at which the side cannot be, of an edge px. */
  offCost: number;
  /** What the first place costs a px off the way. */
  startCost: number;
}

/** A place of a side: px off the way on; 1 where there is an edge, 0 where there is none, less where it cannot be. */
interface PlaceBeyond {
  off: number;
  edge: number;
}

/** The path of most edge on from a corner, by dynamic programming: where a side goes on, if it does. */
export function pathBeyond(
  { corner, along, normal, places, reach, reachAt }: WayOn,
  { turn, offCost, startCost }: Counting,
  edges: EdgeMap,
): PlaceBeyond[] {
  const direction = directionOf(atan2(normal.y, normal.x));
  const strips = places.map((beyond, k) => {
    const strip = new Float32Array(2 * reach + 1).fill(-offCost);
    const free = reachAt(k);
    for (let off = -free; off <= free; off++) {
      const x = round(corner.x + along.x * beyond + normal.x * off);
      const y = round(corner.y + along.y * beyond + normal.y * off);
      const strength = strengthAlong(edges, x, y, direction, turn);
      if (strength === null) continue;
      strip[off + reach] = (strength > 0 ? 1 : 0) - (k > 0 ? 0 : startCost * abs(off));
    }
    return strip;
  });
  const path = steepestPath(strips, MAX_RISE, (rise) => RISE_COST * rise * rise);
  return path.map((row, k) => ({ off: row - reach, edge: strips[k][row] }));
}
