import type { InkBox } from '../orientation/ink-boxes.js';
import { smoothLine, type SmoothLine } from './bent-line.js';

const { abs, floor, max, min } = Math;

/** Letters, and words joined by blur: heights, px, and width over height at most. */
const MIN_HEIGHT = 5;
const MAX_HEIGHT = 60;
const MAX_WIDE = 15;
/**
 * The next letter of a line begins within this many heights, is at most so much higher or lower, and beside it by this
 * much.
 */
const MAX_GAP = 2.5;
const MAX_HEIGHT_RATIO = 2.5;
const MIN_OVERLAP = 0.4;
/** A line has at least so many letters and is so long, in heights of its letters. */
const MIN_LETTERS = 6;
const MIN_LENGTH = 7;
/** Feet of letters stand on the line within this part of their height. */
const FOOT_REACH = 0.12;
/** Height of the bands by which neighbours are found, px. */
const BAND = 32;

/**
 * Lines of text as curves through the feet of their letters.
 *
 * @param boxes pieces of ink of an upright page
 */
export function traceTextLines(boxes: readonly InkBox[], pageHeight: number): SmoothLine[] {
  const letters = boxes
    .filter((box) => {
      const height = heightOf(box);
      return height >= MIN_HEIGHT && height <= MAX_HEIGHT && box.right - box.left + 1 <= MAX_WIDE * height;
    })
    .sort((a, b) => a.left - b.left);
  const next = linkLetters(letters, pageHeight);
  const started = new Uint8Array(letters.length);
  for (const k of next) if (k >= 0) started[k] = 1;
  const lines: SmoothLine[] = [];
  for (let k = 0; k < letters.length; k++) {
    if (started[k]) continue;
    const chain: InkBox[] = [];
    for (let i = k; i >= 0; i = next[i]) chain.push(letters[i]);
    if (chain.length < MIN_LETTERS) continue;
    const height = chain.map(heightOf).sort((a, b) => a - b)[chain.length >> 1];
    if (chain[chain.length - 1].right - chain[0].left < MIN_LENGTH * height) continue;
    const feet = chain.map((box) => ({ x: (box.left + box.right) / 2, y: box.bottom + 0.5 }));
    const line = smoothLine(feet, max(1, FOOT_REACH * height));
    if (line) lines.push(line);
  }
  return lines;
}

const heightOf = (box: InkBox): number => box.bottom - box.top + 1;

/** The letter that follows each one on its line; -1 where none does. */
function linkLetters(letters: readonly InkBox[], pageHeight: number): Int32Array {
  const bands: number[][] = Array.from({ length: floor(pageHeight / BAND) + 1 }, () => []);
  letters.forEach((box, k) => bands[floor((box.top + box.bottom) / 2 / BAND)].push(k));
  const next = new Int32Array(letters.length).fill(-1);
  const before = new Int32Array(letters.length).fill(-1);
  const gapBefore = new Float64Array(letters.length).fill(Infinity);
  for (let k = letters.length - 1; k >= 0; k--) {
    const box = letters[k];
    const height = heightOf(box);
    let best = -1;
    let least = Infinity;
    const from = max(0, floor((box.top - height) / BAND));
    const to = min(bands.length - 1, floor((box.bottom + height) / BAND));
    for (let band = from; band <= to; band++)
      for (const other of bands[band]) {
        const that = letters[other];
        const gap = that.left - box.right;
        if (that.left <= (box.left + box.right) / 2 || gap >= least || gap > MAX_GAP * height) continue;
        const otherHeight = heightOf(that);
        const small = min(height, otherHeight);
        if (max(height, otherHeight) > MAX_HEIGHT_RATIO * small) continue;
        const overlap = min(box.bottom, that.bottom) - max(box.top, that.top) + 1;
        if (overlap < MIN_OVERLAP * small || abs(that.bottom - box.bottom) > 0.6 * small) continue;
        best = other;
        least = gap;
      }
    // A letter follows one other, the nearest.
    if (best < 0 || gapBefore[best] <= least) continue;
    if (before[best] >= 0) next[before[best]] = -1;
    before[best] = k;
    gapBefore[best] = least;
    next[k] = best;
  }
  return next;
}
