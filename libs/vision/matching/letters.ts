import { localView, type FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { BLOCK, BLOCK_PAGE_SIDE } from '../ink/ink-block.js';
import { gaussianBlur } from '../pixels/gaussian-blur.js';
import type { Raster } from '../pixels/raster.js';
import { crop } from './ink-crop.js';

const { abs, max, min, round, sqrt } = Math;

/**
 * A straight run of ink at least so long is a rule or an area, px of the ink: a fifth of an inch, as no stroke of small
 * print is.
 */
const RULE = 30;
/**
 * Px around letters that are compared too, and around rules that are not: these agree wherever there is a like rule.
 */
const CLOSE = 5;
const BESIDE_RULE = 3;
/** Px of letters in a block to be asked for them, and px compared. */
const MIN_LETTERS = 40;
const MIN_COMPARED = 75;
/**
 * Letters are looked for up to so far from where the sheet around them says they are, px, up and down, right and left.
 */
const REACH = 5;
/** ... and, to see what chance makes of them, so far to both sides: along the line, where as much print stands. */
const FARTHEST = 25;
const ASIDE = [10, 13, 16, 19, 22, FARTHEST];
/** Places beside the letters' own, and all along the line, px. */
const BESIDE = ASIDE.flatMap((dx) => [dx, -dx]);
const ALONG = [0, 3, -3, 7, -7, ...BESIDE];
/** Px between two places looked at first. */
const STEP = 2;
/**
 * A block's gain counts within these: a stain or the edge of a shadow is no more than letters that are not there, and a
 * clear word no more than a soft one.
 */
const LEAST_GAIN = -0.2;
const MOST_GAIN = 0.6;
/**
 * Letters that correlate so well with what the page has beside them are the same again: dots that lead to a field, or
 * stand for a rule, have 0.99, words 0.85 at most.
 */
const REPEATED = 0.93;
/** What is left to gain, of correlation, where the letters fit as well beside their place: less is blur. */
const LEAST_LEFT = 0.1;
/**
 * Blur of the frame's print, standard deviation, px of the ink: as a fair photograph has it. Softer print fits a little
 * worse, and so it does beside its place.
 */
const BLUR = 1.3;

/** A block's letters as the frame should show them, and which px tell. */
interface Letters {
  count: number;
  /** Places in a view of the frame, px from its upper left, and how much ink is expected there. */
  places: Int32Array;
  levels: Float32Array;
  /** Sum of the levels, and of their squares about the mean. */
  ink: number;
  scatter: number;
}

/** Where a frame shows a block's letters, px of the ink from where the sheet around them says, and how surely. */
export interface LettersFound {
  dx: number;
  dy: number;
  /**
   * Their best correlation there over the best one beside it, as a share of what that leaves to gain: LEAST_GAIN to
   * MOST_GAIN.
   */
  gain: number;
}

/**
 * Looks for a block's letters where a registration of its page has them in the frame.
 *
 * @param at the block's centre, px of the page as described
 * @param unit px of the page a px of its ink
 * @param wide looks for them along the line too, as far as `FARTHEST`: gain is then over all other places there
 * @returns null where the block has no letters to speak of, or lies beyond the frame; unless `wide`, also where the
 *   page has the same letters again beside them: that they fit as well there says nothing
 */
export function findLetters(
  sampler: FrameSampler,
  ink: InkBitmap,
  at: { x: number; y: number },
  unit: number,
  wide = false,
): LettersFound | null {
  const side = round((BLOCK * max(ink.width, ink.height)) / BLOCK_PAGE_SIDE);
  const left = round(at.x / unit - side / 2);
  const top = round(at.y / unit - side / 2);
  const letters = lettersOf(crop(ink, left, top, side, side));
  if (!letters || (!wide && likenessBeside(letters, ink, left, top, side) >= REPEATED)) return null;
  const view = localView(sampler, unit, left - FARTHEST, top - REACH, side + 2 * FARTHEST, side + 2 * REACH);
  return view && placed(letters, view, side, wide ? FARTHEST : REACH);
}

/** Highest correlation of a block's letters with what the page itself has beside them, along their lines. */
function likenessBeside(letters: Letters, ink: InkBitmap, left: number, top: number, side: number): number {
  const along = crop(ink, left - FARTHEST, top, side + 2 * FARTHEST, side);
  const light = gaussianBlur(along, BLUR).map((level) => -level);
  let most = -1;
  for (let dx = ASIDE[0]; dx <= FARTHEST; dx++)
    for (const by of [dx, -dx]) most = max(most, correlation(letters, light, FARTHEST + by));
  return most;
}

/** Null where a window of a page's ink has no letters to speak of. */
function lettersOf(window: Raster): Letters | null {
  const { data, width, height } = window;
  const isRule = rulesOf(window);
  const strokes = new Uint8Array(data.length);
  let inked = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0 || isRule[i] === 1) continue;
    strokes[i] = data[i];
    inked++;
  }
  if (inked < MIN_LETTERS) return null;
  const compared = grown(strokes, width, height, CLOSE);
  const ruled = grown(isRule, width, height, BESIDE_RULE);
  const blurred = gaussianBlur({ ...window, data: strokes }, BLUR);
  const places = new Int32Array(data.length);
  const levels = new Float32Array(data.length);
  const stride = width + 2 * FARTHEST;
  let [count, ink, squares] = [0, 0, 0];
  for (let y = 0; y < height; y++)
    // As on a chessboard: blurred print is smooth enough.
    for (let x = y % 2; x < width; x += 2) {
      const i = y * width + x;
      if (compared[i] === 0 || ruled[i] === 1) continue;
      const level = blurred[i];
      places[count] = y * stride + x;
      levels[count++] = level;
      ink += level;
      squares += level * level;
    }
  return count < MIN_COMPARED ? null : { count, places, levels, ink, scatter: squares - (ink * ink) / count };
}

/** Marks px of straight runs of ink, across and down. */
function rulesOf({ data, width, height }: Raster): Uint8Array {
  const marks = new Uint8Array(data.length);
  const mark = (end: number, length: number, step: number): void => {
    if (length >= RULE) for (let k = 1; k <= length; k++) marks[end - k * step] = 1;
  };
  const along = (start: number, count: number, step: number): void => {
    let length = 0;
    for (let k = 0, i = start; k < count; k++, i += step) {
      if (data[i] > 0) {
        length++;
        continue;
      }
      mark(i, length, step);
      length = 0;
    }
    mark(start + count * step, length, step);
  };
  for (let y = 0; y < height; y++) along(y * width, width, 1);
  for (let x = 0; x < width; x++) along(x, height, width);
  return marks;
}

/** Marks px at most `by` px, across and down, from what is marked: first across, then down. */
function grown(marked: Uint8Array, width: number, height: number, by: number): Uint8Array {
  return grownAlong(grownAlong(marked, height, width, 1, width, by), width, height, width, 1, by);
}

/** @param step from px to px of a line, `next` from line to line */
function grownAlong(
  marked: Uint8Array,
  lines: number,
  length: number,
  step: number,
  next: number,
  by: number,
): Uint8Array {
  const out = new Uint8Array(marked.length);
  for (let line = 0; line < lines; line++) {
    let until = -1;
    for (let k = 0; k < length + by; k++) {
      if (k < length && marked[line * next + k * step]) until = k + 2 * by;
      if (k >= by && k <= until) out[line * next + (k - by) * step] = 1;
    }
  }
  return out;
}

/** @param along how far they are looked for along the line, px */
function placed(letters: Letters, view: Float32Array, side: number, along: number): LettersFound {
  const stride = side + 2 * FARTHEST;
  const at = (dx: number, dy: number) => correlation(letters, view, (REACH + dy) * stride + FARTHEST + dx);
  let [bestX, bestY, best] = [0, 0, at(0, 0)];
  const consider = (dx: number, dy: number): void => {
    const found = at(dx, dy);
    if (found > best) [bestX, bestY, best] = [dx, dy, found];
  };
  for (let dy = 1 - REACH; dy < REACH; dy += STEP)
    for (let dx = 1 - along; dx < along; dx += STEP) consider(dx, dy);
  const [mx, my] = [bestX, bestY];
  for (let dy = my - 1; dy <= my + 1; dy++) for (let dx = mx - 1; dx <= mx + 1; dx++) consider(dx, dy);
  const others = along > REACH ? ALONG.filter((dx) => abs(dx - bestX) >= ASIDE[0]) : BESIDE;
  let beside = -1;
  for (let dy = 1 - REACH; dy < REACH; dy += STEP) for (const dx of others) beside = max(beside, at(dx, dy));
  const gain = (best - beside) / max(LEAST_LEFT, 1 - max(0, beside));
  return { dx: bestX, dy: bestY, gain: max(LEAST_GAIN, min(MOST_GAIN, gain)) };
}

/** Of ink expected and the frame's darkness, -1..1, the window put at `offset` of the view. */
function correlation(
  { count, places, levels, ink, scatter }: Letters,
  view: Float32Array,
  offset: number,
): number {
  let dark = 0;
  let darkSquares = 0;
  let products = 0;
  for (let k = 0; k < count; k++) {
    const b = view[offset + places[k]];
    dark -= b;
    darkSquares += b * b;
    products -= levels[k] * b;
  }
  const scatters = scatter * (darkSquares - (dark * dark) / count);
  return scatters > 0 ? (products - (ink * dark) / count) / sqrt(scatters) : 0;
}
