import { median } from '../geometry/median.js';
import { homographyFromPoints, UNIT_SQUARE } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import { channelBetween } from '../pixels/level-between.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';

const { abs, max, min } = Math;

/** px along an edge from a gap on that are looked at, and how many of them tell where it lies at least. */
const NEAREST = 4;
const FARTHEST = 46;
const FEWEST = 20;
/** The edge is looked for so far off the side, px, in steps of half a px. */
const REACH = 8;
const STEP = 0.5;
/** px about the steepest place whose steps tell where an edge lies. */
const ABOUT = 2;
/** Places lie off a straight edge by this at most, px, median. */
const NOISE = 0.6;

/** A quad as the unit square, and its usual sides, px: `wide` along the first one. */
export interface QuadView {
  picture: Raster;
  map: Homography;
  wide: number;
  long: number;
}

/**
 * px by which the paper's edge on one side of a gap lies off that on the other, each taken on straight to the gap's
 * middle; 0 where it is not seen.
 *
 * @param gap px along the quad's first or third side
 */
export function edgeJump(view: QuadView, { from, to }: { from: number; to: number }, isFar: boolean): number {
  const middle = (from + to) / 2;
  const before = edgeAt(view, middle, from, -1, isFar);
  const after = edgeAt(view, middle, to, 1, isFar);
  return before === null || after === null ? 0 : abs(before - after);
}

/** px of an edge looked at to either side of a corner, px about it left out, and a depth that no edge has. */
const ASIDE = FARTHEST + NEAREST;
const CORNER = 3;
const DEPTH = 100;

/**
 * px by which what goes on beyond a corner, straight on, lies off the edge that leads to it; 0 where either is not
 * seen.
 *
 * @param corner px of the picture, where the edge is about
 * @param along unit vector of the edge's direction there
 */
export function jumpAt(picture: Raster, corner: Point, along: Point): number {
  const off = (by: number, aside: number): Point => ({
    x: corner.x + by * along.x - aside * along.y,
    y: corner.y + by * along.y + aside * along.x,
  });
  const map = homographyFromPoints(UNIT_SQUARE, [
    off(-ASIDE, 0),
    off(ASIDE, 0),
    off(ASIDE, DEPTH),
    off(-ASIDE, DEPTH),
  ]);
  if (!map) return 0;
  const view: QuadView = { picture, map, wide: 2 * ASIDE, long: DEPTH };
  return edgeJump(view, { from: ASIDE - CORNER, to: ASIDE + CORNER }, false);
}

/** Where the edge would be at a place, px off the side, by how it runs from `start` on. */
function edgeAt(view: QuadView, at: number, start: number, way: number, isFar: boolean): number | null {
  const along: number[] = [];
  const off: number[] = [];
  for (let d = NEAREST; d < FARTHEST; d++) {
    const u = start + way * d;
    if (u < NEAREST || u > view.wide - NEAREST) break;
    along.push(u - at);
    off.push(edgeOff(view, u, isFar));
  }
  if (along.length < FEWEST) return null;
  const slopes: number[] = [];
  for (let i = 0; i < along.length; i += 2)
    for (let j = i + 8; j < along.length; j += 2) slopes.push((off[j] - off[i]) / (along[j] - along[i]));
  const slope = median(slopes);
  const feet = off.map((value, i) => value - slope * along[i]);
  const foot = median(feet);
  return median(feet.map((value) => abs(value - foot))) < NOISE ? foot : null;
}

/** px by which the steepest step lies off the side, inwards. */
function edgeOff({ picture, map, wide, long }: QuadView, u: number, isFar: boolean): number {
  const levels: number[] = [];
  for (let off = -REACH; off <= REACH; off += STEP) {
    const place = project(map, u / wide, isFar ? 1 - off / long : off / long);
    let sum = 0;
    for (let c = 0; c < picture.channels; c++) sum += channelBetween(picture, place, c);
    levels.push(sum);
  }
  const last = levels.length - 2;
  let steepest = 2;
  const rise = (k: number): number => abs(levels[k + 2] - levels[k - 2]);
  for (let k = 3; k < last; k++) if (rise(k) > rise(steepest)) steepest = k;
  let weight = 1e-6;
  let sum = 0;
  for (let k = max(1, steepest - ABOUT / STEP); k <= min(last, steepest + ABOUT / STEP); k++) {
    const step = abs(levels[k + 1] - levels[k - 1]);
    weight += step;
    sum += step * (k * STEP - REACH);
  }
  return sum / weight;
}
