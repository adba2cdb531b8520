import type { Raster } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import { FULL_INK, type InkBitmap } from './ink-bitmap.js';
import type { RegisteredBlock } from './ink-registration.js';

const { max, min, round } = Math;

/**
 * A picture of two tones (a fax, a page scanned for text, one that an app has bleached) keeps a page's letters, and
 * loses its pale print and most of its hairlines: of a line narrower than a px of it the threshold leaves pieces, or
 * nothing. That such ink is not there says nothing about which page it is.
 */

/** Px of two tones are no further than this from black or white, grey levels: room for the traces of compression. */
const NEAR_TONE = 16;
/** ... as this share of a picture's px is, ... */
const TWO_TONE_SHARE = 0.9;
/** ... and this share of those that are not white: the rest are edges, where the picture was made smaller. */
const BLACK_SHARE = 0.5;

/** Whether a grey picture has black and white, and next to nothing between them. */
export const isTwoTone = remembered(hasTwoTones);

function hasTwoTones({ data }: Raster): boolean {
  const mostBetween = (1 - TWO_TONE_SHARE) * data.length;
  let between = 0;
  let black = 0;
  for (let i = 0; i < data.length; i++)
    if (data[i] <= NEAR_TONE) black++;
    else if (data[i] < 255 - NEAR_TONE && ++between > mostBetween) return false;
  return black > 0 && black >= BLACK_SHARE * (black + between);
}

/** Longest side, px, for which the sizes below hold: 150 px an inch of a Letter page. */
const LONG_SIDE = 1650;
/** A straight piece of ink at least so long (a fifth of an inch) is a rule: no stroke of a letter is. */
const RULE = 30;
/** ... and at least so long one of a rule, where nothing touches it: rules are drawn with dashes too. */
const DASH = 6;
/** ... a thin one where it is no wider than this: 1.4 points. */
const THIN = 3;

/** A page's ink without what a picture of two tones loses: pale print, and thin rules along the page's sides. */
export const keptInk = remembered(withoutRules);

function withoutRules({ data, width, height }: InkBitmap): InkBitmap {
  const scale = min(1, max(width, height) / LONG_SIDE);
  const [rule, dash, thin] = [RULE, DASH, THIN].map((length) => max(1, round(length * scale)));
  const out = new Uint8Array(data.length);
  const rowOf = (i: number): number => i - (i % width);
  /** Whether the ink at a px is thin across: no more of it is looked at than says that it is not. */
  const isThin = (i: number, across: number): boolean => {
    // A row's px are followed by those of the next one.
    const start = across === 1 ? rowOf(i) : 0;
    const end = across === 1 ? start + width : data.length;
    let from = i;
    while (from - across >= start && data[from - across] > 0 && i - from < thin * across) from -= across;
    let to = i;
    while (to + across < end && data[to + across] > 0 && to - from < thin * across) to += across;
    return to - from < thin * across;
  };
  /**
   * Whether a piece of ink along a row is a dash: thin all along, and without ink a px beyond its ends or above and
   * below those.
   */
  const isDash = (start: number, end: number): boolean => {
    const row = rowOf(start);
    const isOpen = (i: number): boolean => {
      for (let side = -thin; side <= thin; side++) if (data[i + side * width] > 0) return false;
      return true;
    };
    if (start > row && !isOpen(start - 1)) return false;
    if (end < row + width && !isOpen(end)) return false;
    for (let i = start; i < end; i++) if (!isThin(i, width)) return false;
    return true;
  };
  /** Takes out what is thin of a straight piece of ink that ended before `end`, if it is a rule or a dash of one. */
  const takeOut = (end: number, length: number, along: number, across: number): void => {
    const start = end - length * along;
    // Down the page whole rules alone are asked for.
    if (length < rule && !isDash(start, end)) return;
    for (let i = start; i < end; i += along) if (isThin(i, across)) out[i] = 0;
  };
  const down = new Int32Array(width);
  for (let y = 0, i = 0; y <= height; y++) {
    let right = 0;
    for (let x = 0; x < width; x++, i++) {
      const level = y < height ? data[i] : 0;
      if (level === 0) {
        if (right >= dash) takeOut(i, right, 1, width);
        right = 0;
        if (down[x] >= rule) takeOut(i, down[x], width, 1);
        down[x] = 0;
        continue;
      }
      if (level === FULL_INK) out[i] = level;
      down[x]++;
      right++;
    }
    if (right >= dash) takeOut(i, right, 1, width);
  }
  return { data: out, width, height };
}

/** A block that agrees so well needs no more lenient look. */
const AGREEING = 0.65;

/**
 * A page laid onto a picture of two tones: what does not agree with all of its ink is taken for what it is by the ink
 * that such a picture keeps, and where the page has none of that it is as good as out of sight.
 * @param blocks of all of the page's ink
 * @param keptBlocks of its kept ink, laid from the same plane
 */
export function withKeptInk(
  blocks: readonly RegisteredBlock[],
  keptBlocks: readonly RegisteredBlock[],
): RegisteredBlock[] {
  const keyOf = ({ x, y }: RegisteredBlock) => `${x} ${y}`;
  const byPlace = new Map(keptBlocks.map((block) => [keyOf(block), block]));
  return blocks.map((block) => {
    if (!block.visible || agreementOf(block) >= AGREEING) return block;
    const other = byPlace.get(keyOf(block));
    if (!other) return { ...block, visible: false };
    return other;
  });
}

function agreementOf({ correlation, closeBy }: RegisteredBlock): number {
  return max(correlation, closeBy);
}
