import { meanAlong, placeAlong, pointAt } from './line-evidence.js';
import type { JoinedQuad } from './quad-score.js';
import { close } from '../pixels/morphology.js';
import { pearson } from '../pixels/pearson.js';
import type { Raster } from '../pixels/raster.js';

const { abs, max, min, round } = Math;

/** Strips on either side of a side are looked at from so many px off it on, so deep: px of the picture. */
const OFF = 5;
const DEPTH = 8;
/** Left out at a side's ends, px. */
const AT_CORNER = 8;
/** Strokes that cross a side at a slant are met so many px further along it, at most. */
const SLANT = 16;
/** Half the widest stroke, px: what is wider is a shadow, or another surface. */
const STROKE = 15;
/** Part of the paper's level by which a stroke lies under it, at least. */
const INK = 0.08;
/** Strokes that cross a side, from which on they count. */
const STROKES = 3;
/** Sides shorter than this, px, tell nothing, nor does a smaller part of a side. */
const SHORTEST = 60;
const LEAST_PART = 0.5;
/**
 * px of the copy about a place, where on average the picture changes across the side by this part of a full contrast,
 * or something lies on it there.
 */
const ABOUT = 8;
const CONTRAST = 0.7;

/**
 * 0..1: how much alike the ink within and beyond a side of an outline is, place by place, where strokes cross it. They
 * do where the side is no paper's edge, but a shadow's, or the rim of a sheet on the page: a page's margin is blank,
 * whatever it lies on. Where little changes across the side it tells nothing: another sheet may lie there.
 *
 * @param outline px of a reduced copy
 * @param side i: from corner i to corner i + 1
 * @param unit px of the picture a px of the copy
 */
export function inkAcross({ quad, sides }: JoinedQuad, side: number, picture: Raster, unit: number): number {
  const line = sides[side];
  const [from, to] = [placeAlong(line, quad[side]), placeAlong(line, quad[(side + 1) % 4])];
  const count = max(0, round(abs(to - from) * unit) - 2 * AT_CORNER);
  const places = Array.from({ length: count }, (_, i) => min(from, to) + (i + AT_CORNER) / unit)
    .filter((place) => meanAlong(line, line.contrast, place - ABOUT, place + ABOUT) >= CONTRAST)
    .map((place) => pointAt(line, place))
    .map(({ x, y }) => ({ x: (x + 0.5) * unit - 0.5, y: (y + 0.5) * unit - 0.5 }))
    .filter(({ x, y }) => isWellWithin(picture, x, y));
  if (count < SHORTEST || places.length < LEAST_PART * count) return 0;
  const [one, other] = [-1, 1].map((sign) =>
    inkAlong(places.map(({ x, y }) => meanAcross(picture, x, y, sign * line.nx, sign * line.ny))),
  );
  return likeness(one, other);
}

function isWellWithin({ width, height }: Raster, x: number, y: number): boolean {
  const margin = OFF + DEPTH;
  return min(x, y) >= margin && x < width - margin && y < height - margin;
}

/** Mean level of the px of a strip that lie in a direction from a place on the side. */
function meanAcross({ data, width, channels }: Raster, x: number, y: number, nx: number, ny: number): number {
  let sum = 0;
  for (let d = OFF; d < OFF + DEPTH; d++) {
    const k = (round(y + d * ny) * width + round(x + d * nx)) * channels;
    for (let c = 0; c < channels; c++) sum += data[k + c];
  }
  return round(sum / (DEPTH * channels));
}

/** How much darker than the paper about it each place of a strip is, parts of 255; what is wide is no ink. */
function inkAlong(levels: readonly number[]): Uint8Array {
  const strip: Raster = { data: Uint8Array.from(levels), width: levels.length, height: 1, channels: 1 };
  const paper = close(strip, STROKE).data;
  return strip.data.map((level, i) => (255 * (paper[i] - level)) / max(20, paper[i]));
}

/** Highest correlation of two strips, one moved by a slant; 0 where they have too few strokes in common. */
function likeness(a: Uint8Array, b: Uint8Array): number {
  let highest = 0;
  let slant = 0;
  for (let move = -SLANT; move <= SLANT; move++) {
    const correlation = pearson(...overlap(a, b, move));
    if (correlation <= highest) continue;
    highest = correlation;
    slant = move;
  }
  return strokesInBoth(...overlap(a, b, slant)) >= STROKES ? highest : 0;
}

function overlap(a: Uint8Array, b: Uint8Array, move: number): [Uint8Array, Uint8Array] {
  return move < 0
    ? [a.subarray(-move), b.subarray(0, move)]
    : [a.subarray(0, a.length - move), b.subarray(move)];
}

function strokesInBoth(a: Uint8Array, b: Uint8Array): number {
  const isInk = (i: number): boolean => min(a[i], b[i]) > 255 * INK;
  return a.reduce((strokes, _, i) => strokes + (isInk(i) && !(i > 0 && isInk(i - 1)) ? 1 : 0), 0);
}
