import { directionOf, strengthAlong, type EdgeMap } from './edge-map.js';
import { bendAt, slopeAt, type Bend } from './bend.js';
import type { EdgeLine } from './edge-lines.js';
import type { Point, Raster } from '../pixels/raster.js';

const { abs, ceil, cos, floor, max, min, round, sin } = Math;

/** How far from a line its two sides are compared, px of the reduced picture. */
const SIDE_NEAR = 3;
const SIDE_FAR = 7;
/** Colour difference, largest channel, that counts as a full contrast. */
export const FULL_CONTRAST = 24;
/** What edges, and contrast, count of what is seen along a side. */
const EDGE_WEIGHT = 0.6;
/** An edge px belongs to a line when it lies within this many px and its direction within 16 degrees. */
const EDGE_REACH = 2;
const EDGE_TURN = 23;

/**
 * A straight line across a picture with what the picture says along it, in running sums, so that the
 * evidence of any stretch costs two look-ups.
 */
export interface LineEvidence {
  line: EdgeLine;
  /** Normal (unit) and a point of the line; the direction along is (-ny, nx). */
  nx: number;
  ny: number;
  originX: number;
  originY: number;
  /** Places along the line (px from the origin) that lie in the picture: `first` .. `first + length`. */
  first: number;
  length: number;
  /** Running sum of 1 for each place with an edge of the line's direction. */
  edge: Float32Array;
  /** Running sum of contrast across the line, 0..1 a place. */
  contrast: Float32Array;
  /** Running sum of the luminance on the normal's side minus the other's, -1..1 a place. */
  step: Float32Array;
  /** True for a border of the picture itself: the page may be cut off there. */
  border: boolean;
  /** How the side of a page that was looked at along the line stands off it; null where it is straight. */
  bend: Bend | null;
}

/**
 * Walks the line over `edges` and over `surface` (same size; text closed away) and sums what it meets.
 *
 * @param bend a bent side's: what lies off the line by it is walked over, and the line itself beyond its corners
 */
export function gatherEvidence(
  line: EdgeLine,
  edges: EdgeMap,
  surface: Raster,
  border: boolean,
  bend: Bend | null = null,
): LineEvidence | null {
  const { width, height } = edges;
  const nx = cos(line.theta);
  const ny = sin(line.theta);
  const originX = line.rho * nx;
  const originY = line.rho * ny;
  // Clip x = originX - t ny, y = originY + t nx to the picture.
  let low = -Infinity;
  let high = Infinity;
  for (const [start, slope, size] of [
    [originX, -ny, width - 1],
    [originY, nx, height - 1],
  ]) {
    if (abs(slope) < 1e-9) {
      if (start < -0.6 || start > size + 0.6) return null;
      continue;
    }
    const a = -start / slope;
    const b = (size - start) / slope;
    low = max(low, min(a, b));
    high = min(high, max(a, b));
  }
  const first = ceil(low);
  const length = floor(high) - first + 1;
  if (!(length > 8)) return null;
  const edge = new Float32Array(length + 1);
  const contrast = new Float32Array(length + 1);
  const step = new Float32Array(length + 1);
  const straight = directionOf(line.theta);
  for (let i = 0; i < length; i++) {
    const off = bend ? bendAt(bend, first + i) : 0;
    const direction = bend ? directionOf(line.theta - slopeAt(bend, first + i)) : straight;
    const x = originX - (first + i) * ny + off * nx;
    const y = originY + (first + i) * nx + off * ny;
    edge[i + 1] = edge[i] + (border ? 0 : nearEdge(edges, x, y, nx, ny, direction));
    const [difference, luminance] = border ? [0, 0] : sides(surface, x, y, nx, ny);
    contrast[i + 1] = contrast[i] + difference;
    step[i + 1] = step[i] + luminance;
  }
  return { line, nx, ny, originX, originY, first, length, edge, contrast, step, border, bend };
}

function nearEdge(edges: EdgeMap, x: number, y: number, nx: number, ny: number, direction: number): number {
  for (let d = -EDGE_REACH; d <= EDGE_REACH; d++) {
    const px = round(x + d * nx);
    const py = round(y + d * ny);
    if (strengthAlong(edges, px, py, direction, EDGE_TURN)) return 1;
  }
  return 0;
}

function sides(surface: Raster, x: number, y: number, nx: number, ny: number): [number, number] {
  const { data, width, height, channels } = surface;
  let largest = 0;
  let luminance = 0;
  for (let c = 0; c < channels; c++) {
    let plus = 0;
    let minus = 0;
    for (let d = SIDE_NEAR; d <= SIDE_FAR; d += 2) {
      const px = min(width - 1, max(0, round(x + d * nx)));
      const py = min(height - 1, max(0, round(y + d * ny)));
      const qx = min(width - 1, max(0, round(x - d * nx)));
      const qy = min(height - 1, max(0, round(y - d * ny)));
      plus += data[(py * width + px) * channels + c];
      minus += data[(qy * width + qx) * channels + c];
    }
    const difference = (plus - minus) / 3;
    if (abs(difference) > largest) largest = abs(difference);
    luminance += difference / channels;
  }
  return [min(1, largest / FULL_CONTRAST), max(-1, min(1, luminance / FULL_CONTRAST))];
}

/** 0..1: what an edge and contrast, each 0..1, say together. */
export function evidenceOf(edge: number, contrast: number): number {
  return EDGE_WEIGHT * edge + (1 - EDGE_WEIGHT) * contrast;
}

/** Place of a point along a line, px from its origin. */
export function placeAlong({ originX, originY, nx, ny }: LineEvidence, { x, y }: Point): number {
  return -(x - originX) * ny + (y - originY) * nx;
}

/** The point of a side, bent as it is, at a place along its line. */
export function pointAt({ originX, originY, nx, ny, bend }: LineEvidence, place: number): Point {
  const off = bend ? bendAt(bend, place) : 0;
  return { x: originX - place * ny + off * nx, y: originY + place * nx + off * ny };
}

/** px by which a point lies off a line, straight as it is, to the normal's side. */
export function offLine({ nx, ny, line }: LineEvidence, { x, y }: Point): number {
  return x * nx + y * ny - line.rho;
}

/** px by which a point lies off a side, bent as it is, to its normal's side. */
export function offSide(side: LineEvidence, point: Point): number {
  const off = offLine(side, point);
  return side.bend ? off - bendAt(side.bend, placeAlong(side, point)) : off;
}

/** Mean of a running sum over the places `from`..`to` (px along the line), those outside the picture left out. */
export function meanAlong(evidence: LineEvidence, sum: Float32Array, from: number, to: number): number {
  const a = max(0, min(evidence.length, round(min(from, to)) - evidence.first));
  const b = max(0, min(evidence.length, round(max(from, to)) - evidence.first));
  return b > a ? (sum[b] - sum[a]) / (b - a) : 0;
}
