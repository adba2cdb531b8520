import type { Point, Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, floor, max, min, round, sqrt } = Math;

/** A square of a reference page, ready to be looked for. */
export interface Patch {
  /** Centre in px of the reference raster. */
  centre: Point;
  /** Zero mean, unit length; row-major, (2 * radius + 1)^2. */
  template: Float32Array;
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

/** Cuts a patch out of a grey page; null when it is blank or reaches over the border. */
export function cutPatch(page: Raster, cx: number, cy: number, radius: number): Patch | null {
  const { data, width, height } = page;
  if (cx < radius + 1 || cy < radius + 1 || cx >= width - radius - 1 || cy >= height - radius - 1)
    return null;
  const side = 2 * radius + 1;
  const template = new Float32Array(side * side);
  let sum = 0;
  let squares = 0;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let y = 0, k = 0; y < side; y++) {
    let i = (cy - radius + y) * width + cx - radius;
    for (let x = 0; x < side; x++, i++, k++) {
      const value = data[i];
      template[k] = value;
      sum += value;
      squares += value * value;
      const gx = data[i + 1] - data[i - 1];
      const gy = data[i + width] - data[i - width];
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  }
  const mean = sum / template.length;
  const deviation = squares - sum * mean;
  if (deviation < MIN_CONTRAST * MIN_CONTRAST * template.length) return null;
  const norm = 1 / sqrt(deviation);
  for (let k = 0; k < template.length; k++) template[k] = (template[k] - mean) * norm;
  const half = (xx + yy) / 2;
  const spread = sqrt(((xx - yy) / 2) ** 2 + xy * xy);
  const largest = half + spread;
  return {
    centre: { x: cx, y: cy },
    template,
    hold: [xx / largest, xy / largest, yy / largest],
    cornerness: (half - spread) / largest,
  };
}

/** Room for one search at a time: levels of the window, their running sums, and the correlations. */
let windowLevels = new Float32Array(0);
let levelSums = new Float64Array(0);
let squareSums = new Float64Array(0);
let scores = new Float32Array(0);

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
  const search = beginSearch(patch, radius, image, x0, y0, reach);
  const { count } = search;
  const at = highestScore(search);
  const u = at % count;
  const v = (at - u) / count;
  if (u === 0 || v === 0 || u === count - 1 || v === count - 1) return null;
  const shift = peakOf(at, count);
  return {
    dx: u - reach + shift.x + x0 - cx,
    dy: v - reach + shift.y + y0 - cy,
    correlation: scores[at],
    lead: withRival ? scores[at] - rivalScore(search, u, v) : scores[at],
  };
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
  const search = beginSearch(patch, radius, image, cx, cy, reach);
  const { count } = search;
  const alongX = patch.hold[0] > patch.hold[2];
  const line = Float32Array.from({ length: count }, (_, k) =>
    alongX ? scoreAt(search, k, reach) : scoreAt(search, reach, k),
  );
  let top = 0;
  line.forEach((score, k) => {
    if (score > line[top]) top = k;
  });
  if (top === 0 || top === count - 1) return null;
  const bow = line[top - 1] - 2 * line[top] + line[top + 1];
  const shift = top - reach + (bow < 0 ? (line[top - 1] - line[top + 1]) / (2 * bow) : 0);
  const rivals = line.filter((_, k) => abs(k - top) >= 3);
  const lead = line[top] - max(0, ...rivals);
  return { dx: alongX ? shift : 0, dy: alongX ? 0 : shift, correlation: line[top], lead };
}

interface Search {
  template: Float32Array;
  /** Sides of the template and of the window read, px. */
  side: number;
  wide: number;
  /** Shifts along each axis. */
  count: number;
}

/** Scores not computed yet. */
const UNKNOWN = -3;

/** Reads the window around (x, y) that a patch is looked for in; no score is known yet. */
function beginSearch(
  { template }: Patch,
  radius: number,
  image: Raster,
  x: number,
  y: number,
  reach: number,
): Search {
  const side = 2 * radius + 1;
  const count = 2 * reach + 1;
  const wide = side + 2 * reach;
  if (scores.length < count * count) scores = new Float32Array(count * count);
  scores.fill(UNKNOWN, 0, count * count);
  readWindow(image, x - radius - reach, y - radius - reach, wide);
  return { template, side, wide, count };
}

/**
 * The shift of the highest score: every second one along both axes first, then up to the top from the best of them.
 * Strokes are wider than a px, so a peak shows among every second shift.
 */
function highestScore(search: Search): number {
  const { count } = search;
  let at = 0;
  let best = UNKNOWN;
  for (let v = 1; v < count; v += 2)
    for (let u = 1; u < count; u += 2) {
      const score = scoreAt(search, u, v);
      if (score > best) {
        best = score;
        at = v * count + u;
      }
    }
  return climb(search, at);
}

/** The highest score at least 3 px away from a peak, 0 where there is none. */
function rivalScore(search: Search, peakU: number, peakV: number): number {
  const { count } = search;
  let rival = 0;
  let at = -1;
  for (let v = 0, s = 0; v < count; v++)
    for (let u = 0; u < count; u++, s++)
      if (scores[s] > rival && max(abs(u - peakU), abs(v - peakV)) >= 3) {
        rival = scores[s];
        at = s;
      }
  if (at < 0) return 0;
  // Between the shifts looked at the rival may be higher.
  const [u0, v0] = [at % count, floor(at / count)];
  for (let v = max(0, v0 - 1); v <= min(count - 1, v0 + 1); v++)
    for (let u = max(0, u0 - 1); u <= min(count - 1, u0 + 1); u++)
      if (max(abs(u - peakU), abs(v - peakV)) >= 3) rival = max(rival, scoreAt(search, u, v));
  return rival;
}

/** From a shift to the top of the scores around it; all neighbours of the top are known then. */
function climb(search: Search, from: number): number {
  const { count } = search;
  for (let at = from; ;) {
    const u0 = at % count;
    const v0 = (at - u0) / count;
    let top = at;
    for (let v = max(0, v0 - 1); v <= min(count - 1, v0 + 1); v++)
      for (let u = max(0, u0 - 1); u <= min(count - 1, u0 + 1); u++)
        if (scoreAt(search, u, v) > scores[top]) top = v * count + u;
    if (top === at) return at;
    at = top;
  }
}

/** Normalized correlation of the template with the window at a shift; -1 where that is blank. */
function scoreAt({ template, side, wide, count }: Search, u: number, v: number): number {
  const s = v * count + u;
  if (scores[s] !== UNKNOWN) return scores[s];
  const area = side * side;
  const sumWide = wide + 1;
  const a = v * sumWide + u;
  const b = a + side;
  const c = a + side * sumWide;
  const d = c + side;
  const sum = levelSums[d] - levelSums[c] - levelSums[b] + levelSums[a];
  const deviation = squareSums[d] - squareSums[c] - squareSums[b] + squareSums[a] - (sum * sum) / area;
  if (deviation <= 4 * area) return (scores[s] = -1);
  let product = 0;
  for (let y = 0, t = 0; y < side; y++) {
    let k = (y + v) * wide + u;
    for (const end = k + side; k < end; k++, t++) product += windowLevels[k] * template[t];
  }
  return (scores[s] = product / sqrt(deviation));
}

/** Copies a square window and sums its levels and their squares from its upper left corner. */
function readWindow(image: Raster, left: number, top: number, wide: number): void {
  const sumWide = wide + 1;
  if (windowLevels.length < wide * wide) {
    windowLevels = new Float32Array(wide * wide);
    levelSums = new Float64Array(sumWide * sumWide);
    squareSums = new Float64Array(sumWide * sumWide);
  }
  levelSums.fill(0, 0, sumWide);
  squareSums.fill(0, 0, sumWide);
  for (let y = 0, k = 0; y < wide; y++) {
    const from = (top + y) * image.width + left;
    let o = (y + 1) * sumWide;
    levelSums[o] = 0;
    squareSums[o] = 0;
    o++;
    let sum = 0;
    let squares = 0;
    for (let x = 0; x < wide; x++, k++, o++) {
      const level = image.data[from + x];
      windowLevels[k] = level;
      sum += level;
      squares += level * level;
      levelSums[o] = levelSums[o - sumWide] + sum;
      squareSums[o] = squareSums[o - sumWide] + squares;
    }
  }
}

/** The top of the paraboloid through the nine scores around a peak, at most 0.6 px from it. */
function peakOf(at: number, count: number): Point {
  const f = (du: number, dv: number): number => scores[at + dv * count + du];
  const gx = (f(1, 0) - f(-1, 0)) / 2;
  const gy = (f(0, 1) - f(0, -1)) / 2;
  const xx = f(1, 0) - 2 * f(0, 0) + f(-1, 0);
  const yy = f(0, 1) - 2 * f(0, 0) + f(0, -1);
  const xy = (f(1, 1) - f(-1, 1) - f(1, -1) + f(-1, -1)) / 4;
  const determinant = xx * yy - xy * xy;
  const limit = (v: number): number => max(-0.6, min(0.6, v));
  if (determinant > 1e-6 && xx < 0)
    return { x: limit((xy * gy - yy * gx) / determinant), y: limit((xy * gx - xx * gy) / determinant) };
  return { x: xx < 0 ? limit(-gx / xx) : 0, y: yy < 0 ? limit(-gy / yy) : 0 };
}
