import type { Homography } from '../pixels/raster.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { octaveScale, type Features } from '../features/orb-features.js';

const { PI, abs, cos, floor, log, max, min, sin, sqrt } = Math;

/** Tentative pairs of features: `page[k]` of the page looks like `frame[k]` of the frame. */
export interface FeaturePairs {
  page: ArrayLike<number>;
  frame: ArrayLike<number>;
}

/** An affine map page px -> frame px: x' = a x + b y + c, y' = d x + e y + f. */
type Affine = [number, number, number, number, number, number];

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
/** Fewer agreeing pairs than this prove nothing. */
const MIN_PAIRS = 4;
/** Hypotheses are thinned out evenly, to so many and up to twice that. */
const MAX_HYPOTHESES = 300;

/**
 * The affine map with which more pairs agree than would by chance. Every pair is a hypothesis by itself, since features
 * know their direction and size (Philbin et al., CVPR 2007); the best is refitted to the pairs that agree, twice.
 * Without randomness: all hypotheses are tried, from twice `MAX_HYPOTHESES` on every second, third... of them.
 */
export function affineConsensus(
  page: Features,
  frame: Features,
  pairs: FeaturePairs,
  pageSide: number,
): { map: Affine; agreeing: number[] } | null {
  if (pairs.page.length < MIN_PAIRS) return null;
  return KernelMemory.borrow((memory) => consensus(page, frame, pairs, pageSide, memory));
}

function consensus(
  page: Features,
  frame: Features,
  pairs: FeaturePairs,
  pageSide: number,
  memory: KernelMemory,
): { map: Affine; agreeing: number[] } | null {
  const n = pairs.page.length;
  const turnOf = (k: number) => (frame.angle[pairs.frame[k]] - page.angle[pairs.page[k]]) & 255;
  const { order, starts } = sortedByTurn(n, turnOf);
  const [x, y, toX, toY] = Array.from({ length: 4 }, () => memory.take(8 * n));
  const [px, py, fx, fy] = [x, y, toX, toY].map((address) => memory.doubles(address, n));
  for (let at = 0; at < n; at++) {
    const [i, j] = [pairs.page[order[at]], pairs.frame[order[at]]];
    px[at] = page.x[i];
    py[at] = page.y[i];
    fx[at] = frame.x[j];
    fy[at] = frame.y[j];
  }
  const area = max(1, extentOf(fx) * extentOf(fy));
  let best: Affine | null = null;
  let mostSurprise = 0;
  const step = max(1, floor(n / MAX_HYPOTHESES));
  for (let k = 0; k < n; k += step) {
    const [i, j] = [pairs.page[order[k]], pairs.frame[order[k]]];
    const scale = (frame.unit * octaveScale(frame.octave[j])) / (page.unit * octaveScale(page.octave[i]));
    if (!(scale > MIN_SCALE && scale < MAX_SCALE)) continue;
    const turn = turnOf(order[k]);
    const angle = (turn * PI) / 128;
    const a = scale * cos(angle);
    const d = scale * sin(angle);
    const c = fx[k] - (a * px[k] - d * py[k]);
    const f = fy[k] - (d * px[k] + a * py[k]);
    const limit = (TOLERANCE * pageSide * scale) ** 2;
    // Only pairs of about this turn are looked at; they lie together, on from the last to the first.
    const from = starts[(turn - DIRECTION_TOLERANCE + 1) & 255];
    const to = starts[((turn + DIRECTION_TOLERANCE - 1) & 255) + 1];
    const end = to > from ? to : to + n;
    let count = kernels.countAgreeing(x, y, toX, toY, from, min(end, n), a, d, c, f, limit);
    if (end > n) count += kernels.countAgreeing(x, y, toX, toY, 0, end - n, a, d, c, f, limit);
    if (count < MIN_PAIRS) continue;
    // Of a page seen large, or turned as most pairs are, many agree by chance.
    const surprise = surpriseOf(count, (end - from) * min(1, (PI * limit) / area));
    if (surprise > mostSurprise) {
      mostSurprise = surprise;
      best = [a, -d, c, d, a, f];
    }
  }
  if (!best) return null;
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
  return agreeing.length >= MIN_PAIRS ? { map, agreeing: agreeing.map((at) => order[at]) } : null;
}

/**
 * How far `count` exceeds what is expected by chance: the logarithm of how unlikely that is (large deviations of a
 * Poisson variable).
 */
function surpriseOf(count: number, expected: number): number {
  return count > expected ? count * log(count / expected) - count + expected : 0;
}

function extentOf(values: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = min(least, value);
    most = max(most, value);
  }
  return most - least;
}

/** Indices 0..n-1 by their turn (0..255), and where those of each turn start in that order. */
function sortedByTurn(n: number, turnOf: (k: number) => number): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(257);
  for (let k = 0; k < n; k++) starts[turnOf(k) + 1]++;
  for (let turn = 0; turn < 256; turn++) starts[turn + 1] += starts[turn];
  const fill = starts.slice();
  const order = new Uint32Array(n);
  for (let k = 0; k < n; k++) order[fill[turnOf(k)]++] = k;
  return { order, starts };
}

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
