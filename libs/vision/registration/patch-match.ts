import { CorrelationSearch, templateOf, type Template } from './correlation.js';
import type { Point, Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, floor, max, min, round, sqrt } = Math;

/** A square of a reference page, ready to be looked for. */
export interface Patch {
  /** Centre in px of the reference raster. */
  centre: Point;
  /** Its side is 2 * radius + 1. */
  template: Template;
  /** The same at half the size, px averaged by twos; the last row and column of an odd number are left out. */
  halved: Template;
  /**
   * How well each direction of a shift is held, 0..1: the structure tensor (xx, xy, yy) over its own largest
   * eigenvalue. A patch that shows one ruled line only holds the direction across it.
   */
  hold: readonly [number, number, number];
  /** Smaller eigenvalue of the structure tensor over the larger: 0 an edge, 1 a corner. */
  cornerness: number;
}

/** Where a patch was found. */
export interface PatchMatch {
  /** Shift from the place looked at, px, to a part of a px. */
  dx: number;
  dy: number;
  /** Normalized correlation, -1..1. */
  correlation: number;
  /** Correlation less that of the best rival at least 3 px away, or the correlation where there is none or none was asked for. */
  lead: number;
}

/** Standard deviation of levels under which a square holds nothing to look for. */
const MIN_CONTRAST = 7;
/** A rival lies at least so far, px, from the peak. */
const FROM_PEAK = 3;
/** Correlation by which a rival at half the size has to be behind to be left at that: its own is not so much higher. */
const FAR_BEHIND = 0.35;

/** Cuts a patch out of a grey page; null when it is blank or reaches over the border. */
export function cutPatch(page: Raster, cx: number, cy: number, radius: number): Patch | null {
  const { data, width, height } = page;
  if (cx < radius + 1 || cy < radius + 1 || cx >= width - radius - 1 || cy >= height - radius - 1)
    return null;
  const side = 2 * radius + 1;
  const area = side * side;
  const levels = new Uint8Array(area);
  const origin = (cy - radius) * width + cx - radius;
  let sum = 0;
  let squares = 0;
  for (let y = 0, k = 0; y < side; y++)
    for (let i = origin + y * width, end = i + side; i < end; i++, k++) {
      const level = data[i];
      levels[k] = level;
      sum += level;
      squares += level * level;
    }
  if (squares - (sum * sum) / area < MIN_CONTRAST * MIN_CONTRAST * area) return null;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let y = 0; y < side; y++)
    for (let i = origin + y * width, end = i + side; i < end; i++) {
      const gx = data[i + 1] - data[i - 1];
      const gy = data[i + width] - data[i - width];
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  const half = (xx + yy) / 2;
  const spread = sqrt(((xx - yy) / 2) ** 2 + xy * xy);
  const largest = half + spread;
  return {
    centre: { x: cx, y: cy },
    template: templateOf(levels, side),
    halved: templateOf(halvedLevels(levels, 0, side, side), side >> 1),
    hold: [xx / largest, xy / largest, yy / largest],
    cornerness: (half - spread) / largest,
  };
}

/** Averages squares of two px. @returns half as wide and high, row-major; good until the next call of its size */
function halvedLevels(picture: Uint8Array, origin: number, stride: number, wide: number): Uint8Array {
  const half = wide >> 1;
  if (halves.length < half * half) halves = new Uint8Array(half * half);
  for (let y = 0, o = 0; y < half; y++)
    for (let x = 0, k = origin + 2 * y * stride; x < half; x++, k += 2)
      halves[o++] = (picture[k] + picture[k + 1] + picture[k + stride] + picture[k + stride + 1] + 2) >> 2;
  return halves;
}

/** Room for one search at a time. */
let halves: Uint8Array = new Uint8Array(0);
const whole = new CorrelationSearch();
const half = new CorrelationSearch();

/**
 * Looks for a patch around (cx, cy) of a grey image, whole-px shifts up to `reach` each way, and interpolates
 * the peak. Null when the search leaves the image, meets a blank, or peaks at the edge of the search.
 */
export function matchPatch(
  patch: Patch,
  radius: number,
  image: Raster,
  cx: number,
  cy: number,
  reach: number,
  withRival = true,
): PatchMatch | null {
  const x0 = round(cx);
  const y0 = round(cy);
  const margin = radius + reach;
  if (x0 < margin || y0 < margin || x0 >= image.width - margin || y0 >= image.height - margin) return null;
  const { data, width } = image;
  const origin = (y0 - margin) * width + x0 - margin;
  const count = 2 * reach + 1;
  whole.begin(patch.template, data, origin, width, count);
  // At half the size first, every second shift within the outermost, then up to the top from the best of them.
  const wide = patch.halved.side + reach - 1;
  half.begin(patch.halved, halvedLevels(data, origin + width + 1, width, 2 * wide), 0, wide, reach);
  const first = highest(-reach, -reach);
  if (first < 0) return null;
  const at = whole.climb(wholeShift(floor(first / reach)) * count + wholeShift(first % reach));
  const u = at % count;
  const v = (at - u) / count;
  if (u === 0 || v === 0 || u === count - 1 || v === count - 1) return null;
  const shift = peakOf(whole.scores, at, count);
  const correlation = whole.scores[at];
  return {
    dx: u - reach + shift.x + x0 - cx,
    dy: v - reach + shift.y + y0 - cy,
    correlation,
    lead: withRival ? correlation - rivalScore(u, v, correlation) : correlation,
  };
}

/** The shift of the whole window for one of the halved, whose first lies at the second. */
const wholeShift = (k: number): number => 2 * k + 1;

/** The highest of the halved scores that lies 3 px or more from a place of the whole; -1 where there is none. */
function highest(peakU: number, peakV: number): number {
  const { count } = half;
  let best = -1;
  let at = -1;
  for (let v = 0; v < count; v++)
    for (let u = 0; u < count; u++) {
      if (max(abs(wholeShift(u) - peakU), abs(wholeShift(v) - peakV)) < FROM_PEAK) continue;
      const score = half.at(u, v);
      if (score > best) {
        best = score;
        at = v * count + u;
      }
    }
  return at;
}

/** The highest score of another place than the peak's. */
function rivalScore(peakU: number, peakV: number, peak: number): number {
  const at = highest(peakU, peakV);
  if (at < 0) return 0;
  const rough = max(0, half.scores[at]);
  if (rough < peak - FAR_BEHIND) return rough;
  // Between the shifts looked at the rival may be higher.
  const u0 = wholeShift(at % half.count);
  const v0 = wholeShift(floor(at / half.count));
  let rival = 0;
  for (let v = v0 - 1; v <= v0 + 1; v++)
    for (let u = u0 - 1; u <= u0 + 1; u++)
      if (max(abs(u - peakU), abs(v - peakV)) >= FROM_PEAK) rival = max(rival, whole.at(u, v));
  return rival;
}

/**
 * Looks for a patch of lines all in one direction, which would slide along them: whole-px shifts along the axis that lies
 * more across them. What it finds holds in the direction of the patch's `hold` alone.
 */
export function matchAcross(
  patch: Patch,
  radius: number,
  image: Raster,
  cx: number,
  cy: number,
  reach: number,
): PatchMatch | null {
  const count = 2 * reach + 1;
  const margin = radius + reach;
  const { data, width } = image;
  whole.begin(patch.template, data, (cy - margin) * width + cx - margin, width, count);
  const alongX = patch.hold[0] > patch.hold[2];
  const line = (k: number): number => (alongX ? whole.at(k, reach) : whole.at(reach, k));
  let top = 0;
  for (let k = 1; k < count; k++) if (line(k) > line(top)) top = k;
  if (top === 0 || top === count - 1) return null;
  const peak = line(top);
  const bow = line(top - 1) - 2 * peak + line(top + 1);
  const shift = top - reach + (bow < 0 ? (line(top - 1) - line(top + 1)) / (2 * bow) : 0);
  let rival = 0;
  for (let k = 0; k < count; k++) if (abs(k - top) >= FROM_PEAK) rival = max(rival, line(k));
  return { dx: alongX ? shift : 0, dy: alongX ? 0 : shift, correlation: peak, lead: peak - rival };
}

/** The top of the paraboloid through the nine scores around a peak, at most 0.6 px from it. */
function peakOf(scores: Float32Array, at: number, count: number): Point {
  const middle = scores[at];
  const left = scores[at - 1];
  const right = scores[at + 1];
  const above = scores[at - count];
  const below = scores[at + count];
  const gx = (right - left) / 2;
  const gy = (below - above) / 2;
  const xx = right - 2 * middle + left;
  const yy = below - 2 * middle + above;
  const xy =
    (scores[at + count + 1] - scores[at + count - 1] - scores[at - count + 1] + scores[at - count - 1]) / 4;
  const determinant = xx * yy - xy * xy;
  if (determinant > 1e-6 && xx < 0)
    return { x: within((xy * gy - yy * gx) / determinant), y: within((xy * gx - xx * gy) / determinant) };
  return { x: xx < 0 ? within(-gx / xx) : 0, y: yy < 0 ? within(-gy / yy) : 0 };
}

const within = (v: number): number => max(-0.6, min(0.6, v));
