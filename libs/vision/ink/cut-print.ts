import { connectedCells } from '../pixels/connected-cells.js';
import type { Point } from '../pixels/raster.js';
import type { InkBitmap } from './ink-bitmap.js';
import { isBeyond, placeBy, REACH, type Edge } from './straight-cover.js';

const { floor, max, round } = Math;

/**
 * Half the width of the band along an edge in which letters are looked for, px of the ink (150 an inch), and what lies
 * too near to it to tell.
 */
const HALF = 8;
const WIDTH = 2 * HALF + 1;
const UNTOLD = 2;
/** Px of a letter on either side of the edge, to be asked. */
const MIN_PX = 4;
/** Ink at most so dark, in parts of what it is before the edge, is not there beyond it. */
const GONE = 0.4;
/** Ink is there if it is this dark, in parts of what found ink mostly is: thin strokes are paler. */
const THERE = 0.25;
/** The ink places an edge to some px: it is looked for so far to both sides, px of the ink. */
const SHIFTS = [0, -3, 3, -6, 6];
/**
 * A run straight across the edge is a rule if it goes on so far to both sides, px of the ink: rules end where a table
 * does.
 */
const RULE = 16;
/** Letters that have to be cut, and the share of those that run across. */
const MIN_CUT = 12;
const CUT_SHARE = 0.6;

/** How dark the frame is at a px of the page's copy, levels under paper; null outside of the frame. */
export type Darkness = (at: Point) => number | null;

/**
 * Whether letters that run across the edges are there on this side of them and gone on the other: something lies on the
 * print. Where a page has other print, no letter ends in its middle.
 *
 * @param ink of the page; @param copyWidth of its copy, in px of which the edges are given
 * @param gain how dark found ink mostly is, levels of the frame a level of the ink
 */
export function isPrintCut(
  edges: readonly Edge[],
  ink: InkBitmap,
  copyWidth: number,
  darkness: Darkness,
  gain: number,
): boolean {
  const counts = edges.map((edge) => {
    const others = edges.filter((other) => other !== edge);
    return SHIFTS.map((shift) => {
      const band = bandAlong(edge, shift, others, ink, ink.width / copyWidth);
      return cutIn(band, ink, darkness, gain);
    }).reduce((best, found) => (found.cut > best.cut || best.all === 0 ? found : best));
  });
  const cut = counts.reduce((sum, count) => sum + count.cut, 0);
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  return cut >= MIN_CUT && cut >= CUT_SHARE * all;
}

/** The page's ink along an edge, a row of WIDTH px for each px of it. */
interface Band {
  levels: Uint8Array;
  /** px of the ink to one of the copy. */
  scale: number;
  /** The px of the copy at a px along the edge, so many px of the ink beyond it. */
  at(along: number, beyond: number): Point;
}

function bandAlong(edge: Edge, shift: number, others: readonly Edge[], ink: InkBitmap, scale: number): Band {
  const at = (along: number, beyond: number): Point =>
    placeBy(edge, along / scale - REACH, (beyond + shift) / scale);
  const length = floor(2 * REACH * scale);
  const levels = new Uint8Array(length * WIDTH);
  for (let along = 0; along < length; along++) {
    const { x, y } = at(along, 0);
    if (x < 0 || y < 0 || x * scale >= ink.width || y * scale >= ink.height) continue;
    if (!isBeyond(others, x, y)) continue;
    for (let k = 0; k < WIDTH; k++) levels[along * WIDTH + k] = inkAt(ink, scale, at(along, k - HALF));
  }
  return { levels, scale, at };
}

function inkAt({ data, width, height }: InkBitmap, scale: number, { x, y }: Point): number {
  const u = round((x + 0.5) * scale - 0.5);
  const v = round((y + 0.5) * scale - 0.5);
  return u >= 0 && v >= 0 && u < width && v < height ? data[v * width + u] : 0;
}

/** How many letters run across the edge, rules left out, and how many of these are cut. */
function cutIn(band: Band, ink: InkBitmap, darkness: Darkness, gain: number): { cut: number; all: number } {
  let cut = 0;
  let all = 0;
  for (const letter of connectedCells(band.levels, WIDTH, { corners: true })) {
    const before = shownOf(letter, -1, band, darkness);
    const beyond = shownOf(letter, 1, band, darkness);
    if (before == null || beyond == null || isRule(letter, band, ink)) continue;
    all++;
    if (before >= THERE * gain && beyond <= GONE * before) cut++;
  }
  return { cut, all };
}

/**
 * How dark the frame is where a letter has ink on one side of the edge, levels a level of the ink; null where too
 * little is to be seen.
 */
function shownOf(
  letter: readonly number[],
  side: 1 | -1,
  { levels, at }: Band,
  darkness: Darkness,
): number | null {
  let sum = 0;
  let count = 0;
  for (const k of letter) {
    const beyond = (k % WIDTH) - HALF;
    if (side * beyond <= UNTOLD) continue;
    const dark = darkness(at(floor(k / WIDTH), beyond));
    if (dark == null) continue;
    sum += max(0, dark) / levels[k];
    count++;
  }
  return count < MIN_PX ? null : sum / count;
}

function isRule(letter: readonly number[], { scale, at }: Band, ink: InkBitmap): boolean {
  return letter.some((k) => {
    if (k % WIDTH !== HALF) return false;
    for (let d = -RULE; d <= RULE; d++) if (inkAt(ink, scale, at(floor(k / WIDTH), d)) === 0) return false;
    return true;
  });
}
