import { displacementAround } from '../ink/frame-sampler.js';
import { inkEvidence } from '../ink/ink-evidence.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import { laidAs } from './lay-ink.js';
import { findLetters } from './letters.js';
import { LETTERS_SHOWN, lettersInPlace } from './letters-in-place.js';
import type { SeenFrame } from './seen-frame.js';
import { HALF_LAID, isWellLaid, NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { hypot } = Math;

/** Letters that gain so much of correlation lie where they were found. */
const SURE = 0.3;
/** Blocks whose letters must be found, for a page to be laid by them. */
const LEAST_FOUND = 8;
/** Blocks so near, px of the page, say where the next one lies, and so many of them must. */
const ABOUT = 250;
const LEAST_ABOUT = 3;
/** Rounds of looking on from what was found, each about a block's side farther. */
const MOST_ROUNDS = 12;
/** Times that a page is laid anew, while its score goes down by so much. */
const MOST_LAYS = 3;
const WORTH_A_LAY = 0.02;
/**
 * A page that shows its letters is not laid anew if its score could gain no more than this: what lies under something
 * no letters find. Of 83 sheets a third of which another one covers two gained 0.02 and more, one of them 0.14: nothing
 * was taken to lie on that.
 */
const WORTH_A_SEARCH = 0.06;

/**
 * Lays a page anew by its letters where much of it is not found, or where it does not show them: rules hold a page
 * across them alone, so that on a bent sheet the blocks of a table slide along its rules, each a little farther than
 * the one before, with nothing to say so but the few words that are missed.
 */
export function layOnByLetters(frame: SeenFrame, page: VerifiedPage): void {
  for (let lay = 0; lay < MOST_LAYS && page.score <= HALF_LAID; lay++) {
    const shown = lettersInPlace(frame.grey, page);
    const isDoubted = shown !== null && shown < LETTERS_SHOWN[1];
    if (!isDoubted && (isWellLaid(page) || page.score - leastScore(page) <= WORTH_A_SEARCH)) return;
    const laid = laidByLetters(frame, page);
    if (!laid) return;
    const isCloser = laid.score < page.score - WORTH_A_LAY;
    const showsMore =
      isDoubted && laid.score < NEARLY_FOUND && (lettersInPlace(frame.grey, laid) ?? 0) > shown;
    if (!isCloser && !showsMore) return;
    Object.assign(page, laid);
  }
}

/** The score of a page if all of it were found that nothing hides. */
function leastScore({ ink, score }: VerifiedPage): number {
  if (!ink) return score;
  const { blocks, hidden } = ink;
  const found = blocks.map((block) => (hidden.has(block) ? block : { ...block, correlation: 1 }));
  return 1 - inkEvidence(found, hidden);
}

/** The page as its letters say that it lies; null where too few of them are found. */
function laidByLetters(frame: SeenFrame, page: VerifiedPage): VerifiedPage | null {
  if (!page.ink) return null;
  const found = new Map<RegisteredBlock, RegisteredBlock>();
  for (const block of page.ink.blocks) {
    const placed = block.visible && placedByLetters(frame, page, block, page.ink.blocks);
    if (placed) found.set(block, placed);
  }
  if (found.size < LEAST_FOUND) return null;
  lookOn(frame, page, found);
  return laidAs(frame, page, page.ink.bitmap, [...found.values()]);
}

/**
 * Looks for the letters of further blocks from where those that were found say that they lie, as long as more are.
 * @param found blocks as they were laid, and as their letters lie; grows
 */
function lookOn(frame: SeenFrame, page: VerifiedPage, found: Map<RegisteredBlock, RegisteredBlock>): void {
  // A block is asked again once more is known about it.
  const askedWith = new Map<RegisteredBlock, number>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = [...found.values()];
    for (const block of page.ink!.blocks) {
      if (found.has(block)) continue;
      const about = known.filter(({ x, y }) => hypot(x - block.x, y - block.y) < ABOUT);
      if (about.length < LEAST_ABOUT || about.length === askedWith.get(block)) continue;
      askedWith.set(block, about.length);
      const placed = placedByLetters(frame, page, block, about);
      if (placed) found.set(block, placed);
    }
    if (found.size === known.length) return;
  }
}

/** A block where its letters lie, looked for where those about it are; null where they are not found. */
function placedByLetters(
  { grey }: SeenFrame,
  { page, fit, ink }: VerifiedPage,
  block: RegisteredBlock,
  about: RegisteredBlock[],
): RegisteredBlock | null {
  const unit = page.profile.width / ink!.bitmap.width;
  const sampler = { frame: grey, homography: fit.homography, blocks: about };
  const found = findLetters(sampler, ink!.bitmap, block, unit, true);
  if (!found || found.gain < SURE) return null;
  const { dx, dy, dxx, dxy, dyx, dyy } = displacementAround(about, block.x, block.y);
  const [x, y] = [found.dx * unit, found.dy * unit];
  return {
    ...block,
    dx: dx + x + dxx * x + dxy * y,
    dy: dy + y + dyx * x + dyy * y,
    correlation: 1,
    visible: true,
  };
}
