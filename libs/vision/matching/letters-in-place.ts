import type { PageProfile } from '../features/page-profile.js';
import { ramp } from '../geometry/ramp.js';
import { localView, type FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { BLOCK, BLOCK_PAGE_SIDE } from '../ink/ink-block.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import { gaussianBlur } from '../pixels/gaussian-blur.js';
import type { Raster } from '../pixels/raster.js';
import { crop } from './ink-crop.js';
import type { SeenFrame } from './seen-frame.js';
import { believe, NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { floor, max, min, round, sqrt } = Math;

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
/** Px between two places looked at first. */
const STEP = 2;
/** Blocks asked at most, spread over the page, and looked through for letters. */
const MOST_ASKED = 64;
const MOST_TRIED = 160;
/** With fewer blocks nothing is said; from so many on it may be enough. */
const LEAST_ASKED = 4;
const SOME_ASKED = 6;
/** Where the answer is at least this, no more blocks are asked; nor, of this many, where it is no more than none. */
const CLEAR = 1.5;
const MANY_ASKED = 16;
/**
 * A block's gain counts within these: a stain or the edge of a shadow is no more than letters that are not there, and a
 * clear word no more than a soft one.
 */
const LEAST_GAIN = -0.2;
const MOST_GAIN = 0.6;
/** What is left to gain, of correlation, where the letters fit as well beside their place: less is blur. */
const LEAST_LEFT = 0.1;
/**
 * Spread of gains that counts as none, and blocks by which the answer is drawn towards none: a few of one say are no
 * certainty.
 */
const NOISE = 0.1;
const PRIOR_BLOCKS = 4;
/**
 * Blur of the frame's print, standard deviation, px of the ink: as a fair photograph has it. Softer print fits a little
 * worse, and so it does beside its place.
 */
const BLUR = 1.3;

/** What `lettersInPlace` says of a page that is another's, and from where on it is believed. */
const SHOWN = [0.5, 0.7] as const;

/**
 * Has the best page show its letters, and the next one where that does not: where its rules alone are met, it is
 * another page's.
 * @param verified closest first, and so again afterwards
 */
export function doubtLetters({ grey }: SeenFrame, verified: VerifiedPage[]): void {
  const asked = new Set<VerifiedPage>();
  let least = 1;
  for (;;) {
    const [best] = verified;
    if (!best?.ink || asked.has(best) || best.score >= NEARLY_FOUND) return;
    asked.add(best);
    const { ink, fit, page } = best;
    const sampler = { frame: grey, homography: fit.homography, blocks: ink.blocks };
    const shown = lettersInPlace(sampler, page.profile, ink.bitmap, ink.hidden);
    if (shown !== null && shown >= SHOWN[1]) return;
    // A page without letters to ask is no more credible than the one that it follows.
    const believed = shown === null ? least : ramp(shown, ...SHOWN);
    least = min(least, believed);
    believe(verified, believed);
  }
}

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

/**
 * How much better a page's letters fit the frame in their places than a few letters further along their lines: the mean
 * gain of correlation over blocks, in units of its spread. Rules, rows and lines of print are alike on many sheets, and
 * a page whose blocks may each move a little fits what is ruled like it; its words fit there no better than beside it.
 * What blur, noise or a coarse picture takes away is taken from both. Measured: known pages 0.7 and more (the least
 * under hard shadows, motion and defocus), pages of other lists and tables up to 0.5, a few more.
 * @returns null where too few letters can be asked
 */
function lettersInPlace(
  sampler: FrameSampler,
  profile: PageProfile,
  ink: InkBitmap,
  hidden: ReadonlySet<RegisteredBlock>,
): number | null {
  const unit = profile.width / ink.width;
  const inSight = sampler.blocks.filter((b) => b.visible && !hidden.has(b));
  // Where what is around it is not found, something may cover it.
  const seen = inSight.filter((b) => b.expected > 0);
  let gains = gainsOf(seen, sampler, ink, unit);
  if (gains.length < LEAST_ASKED) gains = gainsOf(inSight, sampler, ink, unit);
  return gains.length < LEAST_ASKED ? null : inSpreads(gains);
}

/** How much better letters of these blocks fit in their places: of as many blocks as it takes, spread over the page. */
function gainsOf(
  blocks: readonly RegisteredBlock[],
  sampler: FrameSampler,
  ink: InkBitmap,
  unit: number,
): number[] {
  const side = round((BLOCK * max(ink.width, ink.height)) / BLOCK_PAGE_SIDE);
  const gains: number[] = [];
  for (const block of spread(blocks)) {
    const left = round(block.x / unit - side / 2);
    const top = round(block.y / unit - side / 2);
    const letters = lettersOf(crop(ink, left, top, side, side));
    const view = letters && viewAround(sampler, unit, left, top, side);
    if (!letters || !view) continue;
    gains.push(gainInPlace(letters, view, side));
    if (isEnough(gains)) break;
  }
  return gains;
}

/** Whether more blocks would hardly say otherwise. */
function isEnough(gains: readonly number[]): boolean {
  const { length } = gains;
  if (length >= MOST_ASKED) return true;
  return (
    length >= SOME_ASKED && (inSpreads(gains) >= CLEAR || (length >= MANY_ASKED && inSpreads(gains) <= 0))
  );
}

/** At most MOST_TRIED of the blocks, each few of them from all over the page. */
function spread(blocks: readonly RegisteredBlock[]): RegisteredBlock[] {
  const golden = (sqrt(5) - 1) / 2;
  const taken = new Set<RegisteredBlock>();
  // Multiples of the golden section fall evenly, however many are taken (van der Corput's property of Kronecker
  // sequences).
  for (let k = 0; k < 4 * blocks.length && taken.size < min(MOST_TRIED, blocks.length); k++)
    taken.add(blocks[floor(((k * golden) % 1) * blocks.length)]);
  return [...taken];
}

function inSpreads(gains: readonly number[]): number {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length;
  return (mean / (sqrt(variance) + NOISE)) * sqrt(gains.length / (gains.length + PRIOR_BLOCKS));
}

function viewAround(
  sampler: FrameSampler,
  unit: number,
  left: number,
  top: number,
  side: number,
): Float32Array | null {
  return localView(sampler, unit, left - FARTHEST, top - REACH, side + 2 * FARTHEST, side + 2 * REACH);
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

/**
 * Best correlation of a block's letters and the frame about their place over the best one beside it, as a share of what
 * that leaves to gain.
 */
function gainInPlace(letters: Letters, view: Float32Array, side: number): number {
  const stride = side + 2 * FARTHEST;
  const at = (dx: number, dy: number) => correlation(letters, view, (REACH + dy) * stride + FARTHEST + dx);
  let [bestX, bestY, best] = [0, 0, at(0, 0)];
  const consider = (dx: number, dy: number): void => {
    const found = at(dx, dy);
    if (found > best) [bestX, bestY, best] = [dx, dy, found];
  };
  for (let dy = 1 - REACH; dy < REACH; dy += STEP)
    for (let dx = 1 - REACH; dx < REACH; dx += STEP) consider(dx, dy);
  const [mx, my] = [bestX, bestY];
  for (let dy = my - 1; dy <= my + 1; dy++) for (let dx = mx - 1; dx <= mx + 1; dx++) consider(dx, dy);
  let beside = -1;
  for (let dy = 1 - REACH; dy < REACH; dy += STEP)
    for (const dx of ASIDE) beside = max(beside, at(dx, dy), at(-dx, dy));
  const gain = (best - beside) / max(LEAST_LEFT, 1 - max(0, beside));
  return max(LEAST_GAIN, min(MOST_GAIN, gain));
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
