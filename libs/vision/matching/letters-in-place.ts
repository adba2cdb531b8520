import type { FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import type { Raster } from '../pixels/raster.js';
import { findLetters } from './letters.js';
import type { VerifiedPage } from './verified-page.js';

const { floor, min, sqrt } = Math;

/** What `lettersInPlace` says of a page that is another's, and from where on it is believed. */
export const LETTERS_SHOWN = [0.5, 0.7] as const;
/**
 * ... of a page of like rows, whose rules are met on any sheet of the same: with another word as its heading it has up
 * to 0.85, right ones (85 photographs of six, easy, hard, curled, cut) 1.02 and more, three quarters of them over 4.
 */
export const LETTERS_SHOWN_AMID_ROWS = [0.85, 1] as const;

/** Blocks asked at most, spread over the page, and looked through for letters. */
const MOST_ASKED = 64;
const MOST_TRIED = 160;
/** With fewer blocks those are asked too about which nothing is found; from so many on it may be enough. */
const FEW_ASKED = 4;
const SOME_ASKED = 6;
/** Where the answer is at least this, no more blocks are asked; nor, of this many, where it is no more than none. */
const CLEAR = 1.5;
const MANY_ASKED = 16;
/**
 * Spread of gains that counts as none, and blocks by which the answer is drawn towards none: a few of one say are no
 * certainty.
 */
const NOISE = 0.1;
const PRIOR_BLOCKS = 4;
/**
 * How much better a page's letters fit the frame in their places than a few letters further along their lines: the mean
 * gain of correlation over blocks, in units of its spread. Rules, rows and lines of print are alike on many sheets, and
 * a page whose blocks may each move a little fits what is ruled like it; its words fit there no better than beside it.
 * What blur, noise or a coarse picture takes away is taken from both. Measured: known pages 0.7 and more (the least
 * under hard shadows, motion and defocus), pages of other lists and tables up to 0.5, a few more.
 *
 * A heading of one word tells what would else be found on any sheet of the same rules.
 *
 * @returns null where no letters can be asked
 */
export function lettersInPlace(frame: Raster, page: VerifiedPage): number | null {
  if (!page.ink) return null;
  if (page.ink.letters === undefined) page.ink.letters = askedForLetters(frame, page);
  return page.ink.letters;
}

function askedForLetters(frame: Raster, { page, fit, ink }: VerifiedPage): number | null {
  const { bitmap, blocks, hidden } = ink!;
  const sampler = { frame, homography: fit.homography, blocks };
  const unit = page.profile.width / bitmap.width;
  const inSight = blocks.filter((b) => b.visible && !hidden.has(b));
  // Where what is around it is not found, something may cover it.
  const seen = inSight.filter((b) => b.expected > 0);
  let gains = gainsOf(seen, sampler, bitmap, unit);
  if (gains.length < FEW_ASKED) gains = gainsOf(inSight, sampler, bitmap, unit);
  return gains.length > 0 ? inSpreads(gains) : null;
}

/** How much better letters of these blocks fit in their places: of as many blocks as it takes, spread over the page. */
function gainsOf(
  blocks: readonly RegisteredBlock[],
  sampler: FrameSampler,
  ink: InkBitmap,
  unit: number,
): number[] {
  const gains: number[] = [];
  for (const block of spread(blocks)) {
    const found = findLetters(sampler, ink, block, unit);
    if (!found) continue;
    gains.push(found.gain);
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
