import type { Homography } from '../pixels/raster.js';
import { octaveScale, type Features } from '../features/orb-features.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, cos, floor, max, sin, sqrt } = Math;

/** Tentative pairs of features: `page[k]` of the page looks like `frame[k]` of the frame. */
export interface FeaturePairs {
  page: number[];
  frame: number[];
}

/** An affine map page px -> frame px: x' = a x + b y + c, y' = d x + e y + f. */
export type Affine = [number, number, number, number, number, number];

export function asHomography([a, b, c, d, e, f]: Affine): Homography {
  return [a, b, c, d, e, f, 0, 0, 1];
}

/** How far, relative to the page's size in the frame, a pair may lie from a hypothesis: room for tilt and curl. */
const TOLERANCE = 0.04;
/** A map is looked for in pairs with at most this difference of direction, 256ths of a turn (30 degrees). */
const DIRECTION_TOLERANCE = 22;
/** Sizes of the page in the frame, px of the frame a px of the page, that a capture may have. */
const MIN_SCALE = 0.15;
const MAX_SCALE = 4;

/**
 * The affine map that most pairs agree with. Every pair is a hypothesis by itself, since features know their
 * direction and size (Philbin et al., CVPR 2007); the best is refitted to the pairs that agree, twice.
 * Without randomness: all hypotheses are tried, up to `MAX_HYPOTHESES` evenly chosen.
 */
export function affineConsensus(
  page: Features,
  frame: Features,
  pairs: FeaturePairs,
  pageSide: number,
): { map: Affine; agreeing: number[] } | null {
  const n = pairs.page.length;
  if (n < MIN_PAIRS) return null;
  const px = Float64Array.from(pairs.page, (i) => page.x[i]);
  const py = Float64Array.from(pairs.page, (i) => page.y[i]);
  const fx = Float64Array.from(pairs.frame, (i) => frame.x[i]);
  const fy = Float64Array.from(pairs.frame, (i) => frame.y[i]);
  const turn = Int32Array.from(pairs.page, (i, k) => (frame.angle[pairs.frame[k]] - page.angle[i]) & 255);
  let best: Affine | null = null;
  let bestCount = 0;
  const step = max(1, floor(n / MAX_HYPOTHESES));
  for (let k = 0; k < n; k += step) {
    const frameSize = frame.unit * octaveScale(frame.octave[pairs.frame[k]]);
    const scale = frameSize / (page.unit * octaveScale(page.octave[pairs.page[k]]));
    const angle = (turn[k] * Math.PI) / 128;
    const a = scale * cos(angle);
    const d = scale * sin(angle);
    const c = fx[k] - (a * px[k] - d * py[k]);
    const f = fy[k] - (d * px[k] + a * py[k]);
    const limit = (TOLERANCE * pageSide * scale) ** 2;
    let count = 0;
    for (let i = 0; i < n; i++) {
      const ex = a * px[i] - d * py[i] + c - fx[i];
      const ey = d * px[i] + a * py[i] + f - fy[i];
      const off = (turn[i] - turn[k] + 128) & 255;
      if (ex * ex + ey * ey < limit && abs(off - 128) < DIRECTION_TOLERANCE) count++;
    }
    if (count > bestCount) {
      bestCount = count;
      best = [a, -d, c, d, a, f];
    }
  }
  if (!best || bestCount < MIN_PAIRS) return null;
  let map: Affine = best;
  let agreeing: number[] = [];
  for (let round = 0; round < 3; round++) {
    const scale = sqrt(abs(map[0] * map[4] - map[1] * map[3]));
    if (!(scale > MIN_SCALE && scale < MAX_SCALE)) return null;
    const limit = (TOLERANCE * pageSide * scale) ** 2;
    const within: number[] = [];
    for (let i = 0; i < n; i++) {
      const ex = map[0] * px[i] + map[1] * py[i] + map[2] - fx[i];
      const ey = map[3] * px[i] + map[4] * py[i] + map[5] - fy[i];
      if (ex * ex + ey * ey < limit) within.push(i);
    }
    if (within.length < MIN_PAIRS || within.length < agreeing.length) break;
    agreeing = within;
    if (round === 2) break;
    const fitted = fitAffine(px, py, fx, fy, agreeing);
    if (!fitted) break;
    map = fitted;
  }
  return agreeing.length >= MIN_PAIRS ? { map, agreeing } : null;
}

/** Fewer agreeing pairs than this prove nothing. */
export const MIN_PAIRS = 4;
const MAX_HYPOTHESES = 300;

/** Least squares over the chosen pairs, about their means for the sake of conditioning. */
function fitAffine(
  px: Float64Array,
  py: Float64Array,
  fx: Float64Array,
  fy: Float64Array,
  chosen: number[],
): Affine | null {
  const n = chosen.length;
  let mx = 0;
  let my = 0;
  let ux = 0;
  let uy = 0;
  for (const i of chosen) {
    mx += px[i] / n;
    my += py[i] / n;
    ux += fx[i] / n;
    uy += fy[i] / n;
  }
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  let xu = 0;
  let yu = 0;
  let xv = 0;
  let yv = 0;
  for (const i of chosen) {
    const x = px[i] - mx;
    const y = py[i] - my;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
    xu += x * (fx[i] - ux);
    yu += y * (fx[i] - ux);
    xv += x * (fy[i] - uy);
    yv += y * (fy[i] - uy);
  }
  const det = sxx * syy - sxy * sxy;
  if (det < 1e-3 * sxx * syy || det <= 0) return null;
  const a = (xu * syy - yu * sxy) / det;
  const b = (yu * sxx - xu * sxy) / det;
  const d = (xv * syy - yv * sxy) / det;
  const e = (yv * sxx - xv * sxy) / det;
  if (a * e - b * d <= 0) return null;
  return [a, b, ux - a * mx - b * my, d, e, uy - d * mx - e * my];
}
