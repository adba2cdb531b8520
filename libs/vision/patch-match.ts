import type { Point, Raster } from './raster.js';

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
  /** Correlation less that of the best rival at least 3 px away, or the correlation where there is none. */
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
): PatchMatch | null {
  const x0 = round(cx);
  const y0 = round(cy);
  const margin = radius + reach;
  if (x0 < margin || y0 < margin || x0 >= image.width - margin || y0 >= image.height - margin) return null;
  const side = 2 * radius + 1;
  const wide = side + 2 * reach;
  const count = 2 * reach + 1;
  if (scores.length < count * count) scores = new Float32Array(count * count);
  readWindow(image, x0 - margin, y0 - margin, wide);
  const area = side * side;
  const sumWide = wide + 1;
  const { template } = patch;
  let best = -2;
  let at = 0;
  for (let v = 0, s = 0; v < count; v++)
    for (let u = 0; u < count; u++, s++) {
      const a = v * sumWide + u;
      const b = a + side;
      const c = a + side * sumWide;
      const d = c + side;
      const sum = levelSums[d] - levelSums[c] - levelSums[b] + levelSums[a];
      const deviation = squareSums[d] - squareSums[c] - squareSums[b] + squareSums[a] - (sum * sum) / area;
      let score = -1;
      if (deviation > 4 * area) {
        let product = 0;
        for (let y = 0, t = 0; y < side; y++) {
          let k = (y + v) * wide + u;
          const end = k + side;
          for (; k < end; k++, t++) product += windowLevels[k] * template[t];
        }
        score = product / sqrt(deviation);
      }
      scores[s] = score;
      if (score > best) {
        best = score;
        at = s;
      }
    }
  const u = at % count;
  const v = (at - u) / count;
  if (u === 0 || v === 0 || u === count - 1 || v === count - 1) return null;
  let rival = 0;
  for (let s = 0; s < count * count; s++) {
    const far = max(abs((s % count) - u), abs(floor(s / count) - v)) >= 3;
    if (far && scores[s] > rival) rival = scores[s];
  }
  const shift = peakOf(at, count);
  return {
    dx: u - reach + shift.x + x0 - cx,
    dy: v - reach + shift.y + y0 - cy,
    correlation: best,
    lead: best - rival,
  };
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
