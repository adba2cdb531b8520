import type { Point } from '../pixels/raster.js';

const { cos, floor, log, min, PI, sin } = Math;

/**
 * The straight edges of something that lies on a page, as the page's own ink tells: inside of them next to none of it
 * is found, outside next to all.
 */

/** Directions of an edge that are tried, degrees; then around the best. */
const STEP = 3;
const FINE_STEP = 0.5;
/** What is covered, and what is not, has at least this share of the ink. */
const MIN_SIDE = 0.05;
/**
 * Share of ink found where the page is seen, at least, and where it is covered, at most: other print meets some by
 * chance.
 */
const SEEN = 0.75;
const COVERED = 0.25;
/** Edges of one cover: a sheet's end may lie across a page. */
const MOST_EDGES = 3;
/** An edge more has to explain this much (log likelihood, each ink px by itself). */
const WORTH_AN_EDGE = 30;
/** Times that the edges are placed anew, each by the others. */
const ROUNDS = 2;
/** Longest line over a page's copy, px, and room on either side of its middle. */
export const REACH = 800;
/** Ink px by which edges are looked for, at most. */
const MOST_ASKED = 5000;

/** Ink px of the page's copy: where, and whether the frame shows them. */
export interface InkPixels {
  x: Float32Array;
  y: Float32Array;
  found: Uint8Array;
  count: number;
  /** Of which are found. */
  total: number;
}

/**
 * A line in px of the copy, `x cos + y sin = offset`, beyond which ink is covered, on the side of larger values if
 * `sign` is 1.
 */
export interface Edge {
  cos: number;
  sin: number;
  offset: number;
  sign: 1 | -1;
}

/**
 * The px of the copy that lies so far along an edge, from where the copy's first px is nearest to it, and so far beyond
 * it.
 */
export function placeBy({ cos: c, sin: s, offset, sign }: Edge, along: number, past: number): Point {
  const across = offset + sign * past;
  return { x: across * c - along * s, y: across * s + along * c };
}

/** How far a place lies beyond an edge, px; less than 0 before it. */
function beyond({ cos: c, sin: s, offset, sign }: Edge, x: number, y: number): number {
  return sign * (x * c + y * s - offset);
}

/** Whether a place lies beyond all of the edges, or no more than `by` px before any. */
export function isBeyond(edges: readonly Edge[], x: number, y: number, by = 0): boolean {
  return edges.every((edge) => beyond(edge, x, y) > -by);
}

/**
 * The edges, one to three, that part ink that is found from ink that is not best, by likelihood: what is beyond all of
 * them is covered. Empty where none part them well enough.
 */
export function likeliestCover(all: InkPixels): Edge[] {
  const pixels = sampleOf(all);
  let edges: Edge[] = [];
  let most = logLikelihood(pixels.total, pixels.count);
  for (let k = 0; k < MOST_EDGES; k++) {
    const more = withAnEdge(pixels, edges);
    if (!more || more.likelihood < most + WORTH_AN_EDGE) break;
    most = more.likelihood;
    edges = more.edges;
  }
  return edges.length > 0 && isCover(pixels, edges) ? edges : [];
}

function sampleOf({ x, y, found, count, total }: InkPixels): InkPixels {
  if (count <= MOST_ASKED) return { x, y, found, count, total };
  const take = <T extends Float32Array | Uint8Array>(from: T, to: T): T => {
    for (let i = 0; i < MOST_ASKED; i++) to[i] = from[floor((i * count) / MOST_ASKED)];
    return to;
  };
  const sample = {
    x: take(x, new Float32Array(MOST_ASKED)),
    y: take(y, new Float32Array(MOST_ASKED)),
    found: take(found, new Uint8Array(MOST_ASKED)),
  };
  return { ...sample, count: MOST_ASKED, total: sample.found.reduce((sum, f) => sum + f, 0) };
}

/** One edge more, and all of them placed anew by it; null where there is none. */
function withAnEdge(pixels: InkPixels, known: readonly Edge[]): { edges: Edge[]; likelihood: number } | null {
  const first = likeliestEdge(pixels, known);
  if (!first) return null;
  const edges = [...known, first.edge];
  let { likelihood } = first;
  // An edge is as well placed as it can be as long as the others are those it was placed by; the new one was placed by
  // all others.
  let settled = 1;
  for (let turn = 0; turn < ROUNDS * edges.length && settled < edges.length; turn++) {
    const k = turn % edges.length;
    const again = likeliestEdge(
      pixels,
      edges.filter((_, i) => i !== k),
    );
    const isBetter = again !== null && again.likelihood > likelihood;
    if (isBetter) [edges[k], likelihood] = [again.edge, again.likelihood];
    settled = isBetter ? 1 : settled + 1;
  }
  return { edges, likelihood };
}

/** Whether the ink beyond all edges is covered, and the rest is not. */
function isCover({ x, y, found, count, total }: InkPixels, edges: readonly Edge[]): boolean {
  let [covered, shown] = [0, 0];
  for (let i = 0; i < count; i++)
    if (isBeyond(edges, x[i], y[i])) {
      covered++;
      shown += found[i];
    }
  return shown <= COVERED * covered && total - shown >= SEEN * (count - covered);
}

/** The line that parts found ink from ink not found best, among what lies beyond the edges that are known. */
function likeliestEdge(all: InkPixels, known: readonly Edge[]): { edge: Edge; likelihood: number } | null {
  const inside = insideOf(all, known);
  let best: { edge: Edge; likelihood: number } | null = null;
  let bestDegrees = 0;
  const consider = (degrees: number): void => {
    const split = bestSplit(inside, all, cos((degrees * PI) / 180), sin((degrees * PI) / 180));
    if (!split || (best && split.likelihood <= best.likelihood)) return;
    best = split;
    bestDegrees = degrees;
  };
  for (let degrees = 0; degrees < 180; degrees += STEP) consider(degrees);
  const around = bestDegrees;
  for (let off = FINE_STEP; off < STEP; off += FINE_STEP) {
    consider(around - off);
    consider(around + off);
  }
  return best;
}

function insideOf(all: InkPixels, edges: readonly Edge[]): InkPixels {
  if (edges.length === 0) return all;
  const inside: InkPixels = {
    x: new Float32Array(all.count),
    y: new Float32Array(all.count),
    found: new Uint8Array(all.count),
    count: 0,
    total: 0,
  };
  for (let i = 0; i < all.count; i++) {
    if (!isBeyond(edges, all.x[i], all.y[i])) continue;
    inside.x[inside.count] = all.x[i];
    inside.y[inside.count] = all.y[i];
    inside.found[inside.count++] = all.found[i];
    inside.total += all.found[i];
  }
  return inside;
}

/** Room to count px of lines in, and those of them that are found in the upper half of the number. */
const tally = new Int32Array(2 * REACH);

function bestSplit(
  { x, y, found, count, total }: InkPixels,
  all: InkPixels,
  cosine: number,
  sine: number,
): { edge: Edge; likelihood: number } | null {
  tally.fill(0);
  for (let i = 0; i < count; i++)
    tally[(x[i] * cosine + y[i] * sine + (REACH + 0.5)) | 0] += 1 + (found[i] << 16);
  const least = MIN_SIDE * all.count;
  const rate = all.total / all.count;
  let most = -Infinity;
  let offset = 0;
  let sign: 1 | -1 = 1;
  let n = 0;
  let f = 0;
  for (let at = 0; at < 2 * REACH; at++) {
    if (tally[at] === 0) continue;
    n += tally[at] & 0xffff;
    f += tally[at] >>> 16;
    // What is covered, before the line or beyond it, has less of its ink found than the rest.
    if (min(n, all.count - n) >= least && f < n * rate) {
      const likelihood = logLikelihood(f, n) + logLikelihood(all.total - f, all.count - n);
      if (likelihood > most) [most, offset, sign] = [likelihood, at, -1];
    }
    const [m, g] = [count - n, total - f];
    if (min(m, all.count - m) >= least && g < m * rate) {
      const likelihood = logLikelihood(g, m) + logLikelihood(all.total - g, all.count - m);
      if (likelihood > most) [most, offset, sign] = [likelihood, at, 1];
    }
  }
  if (most === -Infinity) return null;
  return { edge: { cos: cosine, sin: sine, offset: offset - REACH + 0.5, sign }, likelihood: most };
}

/**
 * k log(k + 1/2) and k log(k + 1), of each number of px that are asked: a cover is looked for along some 100,000 lines.
 */
const HALF_LOGS = Float64Array.from({ length: MOST_ASKED + 1 }, (_, k) => k * log(k + 0.5));
const WHOLE_LOGS = Float64Array.from({ length: MOST_ASKED + 1 }, (_, k) => k * log(k + 1));

/** Of `f` finds among `n` at their own rate, (f + 1/2) / (n + 1). */
function logLikelihood(f: number, n: number): number {
  return HALF_LOGS[f] + HALF_LOGS[n - f] - WHOLE_LOGS[n];
}
