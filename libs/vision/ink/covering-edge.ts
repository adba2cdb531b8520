import { displacementAround } from './frame-sampler.js';
import { LEADING } from './block-growth.js';
import { LOST } from './hidden-ink.js';
import { BLOCK } from './ink-block.js';
import { inkCopy } from './ink-copy.js';
import type { FlatCopy } from '../features/orb-features.js';
import { median } from '../geometry/median.js';
import { project } from '../geometry/projective.js';
import { PAPER_LEVEL } from '../pixels/local-background.js';
import type { LocalDisplacement } from '../geometry/local-affine.js';
import { levelBetween, liesBetween } from '../pixels/level-between.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { RegisteredBlock } from './ink-registration.js';

const { abs, ceil, cos, floor, log, max, min, PI, round, sin } = Math;

/**
 * The straight edge of a sheet that lies on a page: on one side of it next to all of the page's ink is found, on the other
 * next to none, and along it the paper's brightness steps. Where the edge runs is told by the ink alone, so that the step
 * can be looked for in that very place, where a few grey levels show.
 */

/** Shares of the blocks in sight that are found: with fewer an excuse would not help, with more none is needed. */
const IN_DOUBT = [0.3, 0.9] as const;
/** Ink px of the copy that are asked, coverage of 255; only every other one, for speed. */
const INKED = 100;
/** Ink is found where the frame is this dark, in parts of what found ink mostly is. */
const FOUND = 0.4;
/** Directions of an edge that are tried, degrees; then around the best. */
const STEP = 3;
const FINE_STEP = 0.5;
/** An edge leaves at least this share of the ink on either side. */
const MIN_SIDE = 0.05;
/** Share of ink found on the side that is seen, at least, and on the other, at most: other print meets some by chance. */
const SEEN = 0.75;
const COVERED = 0.25;
/** Along the edge brightness is compared in pieces of this length, in strips on either side; px of the copy. */
const PIECE = 12;
const STRIPS = [
  [-21, -15],
  [-9, -3],
  [3, 9],
  [15, 21],
] as const;
const EVERY = 1.5;
/** Px of a strip that have to be in the frame. */
const MIN_STRIP = 25;
/** Paper's brightness among px of which few carry ink. */
const PAPER_SHARE = 0.75;
/** Grey levels that count as a step (flat paper has under one), and the share of pieces that show one. */
const STEP_LEVELS = 2;
const STEP_SHARE = 0.6;
const MIN_PIECES = 6;

/** Ink px of the page's copy: where, and whether the frame shows them. */
interface InkPixels {
  x: Float32Array;
  y: Float32Array;
  found: Uint8Array;
  count: number;
  /** Of which are found. */
  total: number;
}

/** A line in px of the copy, `x cos + y sin = offset`, beyond which ink is covered, on the side of larger values if `sign` is 1. */
interface Edge {
  cos: number;
  sin: number;
  offset: number;
  sign: 1 | -1;
}

/**
 * Blocks of a page that are lost beyond the straight edge of something that lies on it; none where there is no such edge.
 * @param grey the frame as photographed; @param flat its flat copy
 * @param page size of the page as described, px; `homography` takes its px to px of the frame
 */
export function blocksBeyondEdge(
  grey: Raster,
  flat: FlatCopy,
  page: { width: number; height: number },
  ink: InkBitmap,
  homography: Homography,
  blocks: readonly RegisteredBlock[],
): RegisteredBlock[] {
  const visible = blocks.filter((b) => b.visible);
  const share = visible.filter((b) => b.correlation >= LEADING).length / max(1, visible.length);
  if (share < IN_DOUBT[0] || share > IN_DOUBT[1]) return [];
  const copy = inkCopy(ink);
  const unit = page.width / copy.width;
  const place = placeInFrame(homography, blocks, unit, copy.width);
  const pixels = inkPixels(copy, flat, place, blocks, unit);
  const edge = pixels && likeliestEdge(pixels);
  if (!edge || !isStep(edge, grey, copy, place)) return [];
  return visible.filter(
    ({ x, y, correlation }) => correlation < LOST && beyond(edge, x / unit, y / unit) > 0,
  );
}

function beyond(edge: Edge, x: number, y: number): number {
  return edge.sign * (x * edge.cos + y * edge.sin - edge.offset);
}

type Place = (x: number, y: number) => Point;

/** Takes px of the copy to px of the frame, by the displacements of the blocks around; these are found once for each half inch. */
function placeInFrame(
  homography: Homography,
  blocks: readonly RegisteredBlock[],
  unit: number,
  width: number,
): Place {
  const columns = ceil(width / BLOCK);
  const known = new Map<number, LocalDisplacement>();
  return (x, y) => {
    const column = max(0, min(columns - 1, floor(x / BLOCK)));
    const row = max(0, floor(y / BLOCK));
    const cx = (column + 0.5) * BLOCK * unit;
    const cy = (row + 0.5) * BLOCK * unit;
    let shift = known.get(row * columns + column);
    if (!shift) known.set(row * columns + column, (shift = displacementAround(blocks, cx, cy)));
    const u = (x + 0.5) * unit - 0.5;
    const v = (y + 0.5) * unit - 0.5;
    return project(
      homography,
      u + shift.dx + shift.dxx * (u - cx) + shift.dxy * (v - cy),
      v + shift.dy + shift.dyx * (u - cx) + shift.dyy * (v - cy),
    );
  };
}

/** Which of the page's ink the frame shows, px by px; null when no block of it is matched well. */
function inkPixels(
  copy: Raster,
  { flat, unit: flatUnit, unitY }: FlatCopy,
  place: Place,
  blocks: readonly RegisteredBlock[],
  unit: number,
): InkPixels | null {
  const columns = ceil(copy.width / BLOCK);
  const cellOf = (x: number, y: number) => floor(y / BLOCK) * columns + floor(x / BLOCK);
  const leading = new Set(
    blocks.flatMap((b) => (b.visible && b.correlation >= LEADING ? [cellOf(b.x / unit, b.y / unit)] : [])),
  );
  const room = (copy.width * copy.height + 1) >> 1;
  const pixels = {
    x: new Float32Array(room),
    y: new Float32Array(room),
    found: new Uint8Array(room),
    count: 0,
    total: 0,
  };
  const shown = new Float32Array(room);
  const gains: number[] = [];
  for (let y = 0; y < copy.height; y++)
    for (let x = y & 1; x < copy.width; x += 2) {
      const value = copy.data[y * copy.width + x];
      if (value < INKED) continue;
      const p = place(x, y);
      const fx = (p.x + 0.5) / flatUnit - 0.5;
      const fy = (p.y + 0.5) / unitY - 0.5;
      if (!liesBetween(flat, fx, fy)) continue;
      const gain = (PAPER_LEVEL - levelBetween(flat, fx, fy)) / value;
      pixels.x[pixels.count] = x;
      pixels.y[pixels.count] = y;
      shown[pixels.count++] = gain;
      if (leading.has(cellOf(x, y))) gains.push(gain);
    }
  const usual = median(gains);
  if (!(usual > 0)) return null;
  for (let i = 0; i < pixels.count; i++)
    if (shown[i] >= FOUND * usual) {
      pixels.found[i] = 1;
      pixels.total++;
    }
  return pixels;
}

/** The line that parts found ink from ink not found best, by likelihood; null when it does not part them well enough. */
function likeliestEdge(pixels: InkPixels): Edge | null {
  let best: Edge | null = null;
  let most = -Infinity;
  let bestDegrees = 0;
  const consider = (degrees: number): void => {
    const split = bestSplit(pixels, cos((degrees * PI) / 180), sin((degrees * PI) / 180));
    if (!split || split.likelihood <= most) return;
    most = split.likelihood;
    bestDegrees = degrees;
    best = split.edge;
  };
  for (let degrees = 0; degrees < 180; degrees += STEP) consider(degrees);
  const around = bestDegrees;
  for (let off = FINE_STEP; off < STEP; off += FINE_STEP) {
    consider(around - off);
    consider(around + off);
  }
  return best;
}

/** Longest line over a page's copy, px, and room on either side of its middle. */
const REACH = 800;

function bestSplit(
  { x, y, found, count, total }: InkPixels,
  cosine: number,
  sine: number,
): { edge: Edge | null; likelihood: number } | null {
  // Px of a line, and in the upper half of the number those of them that are found.
  const tally = new Int32Array(2 * REACH);
  for (let i = 0; i < count; i++)
    tally[(x[i] * cosine + y[i] * sine + (REACH + 0.5)) | 0] += 1 + (found[i] << 16);
  let best: { edge: Edge | null; likelihood: number } | null = null;
  let n = 0;
  let f = 0;
  for (let at = 0; at < 2 * REACH; at++) {
    if (tally[at] === 0) continue;
    n += tally[at] & 0xffff;
    f += tally[at] >>> 16;
    if (n < MIN_SIDE * count || n > (1 - MIN_SIDE) * count) continue;
    const likelihood = logLikelihood(f, n) + logLikelihood(total - f, count - n);
    if (best && likelihood <= best.likelihood) continue;
    const [before, after] = [f / n, (total - f) / (count - n)];
    const sign = before > after ? 1 : -1;
    const isEdge = max(before, after) >= SEEN && min(before, after) <= COVERED;
    best = { edge: isEdge ? { cos: cosine, sin: sine, offset: at - REACH + 0.5, sign } : null, likelihood };
  }
  return best;
}

/** Of `f` finds among `n` at their own rate. */
function logLikelihood(f: number, n: number): number {
  const rate = (f + 0.5) / (n + 1);
  return f * log(rate) + (n - f) * log(1 - rate);
}

/**
 * Whether brightness steps along most of an edge, beyond how it changes beside it anyway. Where the page's light falls off the
 * step may turn from brighter to darker on its way.
 */
function isStep(edge: Edge, grey: Raster, copy: Raster, place: Place): boolean {
  const steps: number[] = [];
  for (let along = -REACH; along < REACH; along += PIECE) {
    const [far, near, over, further] = STRIPS.map((strip) =>
      stripLevel(edge, strip, along, grey, copy, place),
    );
    if (far == null || near == null || over == null || further == null) continue;
    steps.push(over - near - (near - far + further - over) / 2);
  }
  const shown = steps.filter((_, i) => abs(median(steps.slice(max(0, i - 1), i + 2))) >= STEP_LEVELS);
  return steps.length >= MIN_PIECES && shown.length >= STEP_SHARE * steps.length;
}

/** Brightness of the paper in a strip along an edge, `from` to `to` px beyond it; null where most of it is not in sight. */
function stripLevel(
  edge: Edge,
  [from, to]: readonly [number, number],
  along: number,
  grey: Raster,
  copy: Raster,
  place: Place,
): number | null {
  const levels: number[] = [];
  for (let t = along; t < along + PIECE; t += EVERY)
    for (let d = from; d <= to; d += EVERY) {
      const across = edge.offset + edge.sign * d;
      const x = across * edge.cos - t * edge.sin;
      const y = across * edge.sin + t * edge.cos;
      if (x < 0 || y < 0 || x >= copy.width || y >= copy.height) continue;
      const p = place(x, y);
      const column = round(p.x);
      const row = round(p.y);
      if (column >= 0 && row >= 0 && column < grey.width && row < grey.height)
        levels.push(grey.data[row * grey.width + column]);
    }
  return levels.length < MIN_STRIP ? null : levels.sort((a, b) => a - b)[floor(PAPER_SHARE * levels.length)];
}
