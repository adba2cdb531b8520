import type { PageIndex } from '../features/page-index.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { LOOK_ALIKE_GAP, layLike, NEXT_TO_NOTHING, scoreBesideWriting, type SeenFrame } from './lay-ink.js';
import { differenceOf } from './page-difference.js';
import { NEARLY_FOUND, rivalOf, type VerifiedPage } from './verified-page.js';

const { max } = Math;

/**
 * A page with so many agreeing features has its look-alikes beside it, which were tried where it lies; of fewer, as
 * under writing, another may have most.
 */
const FOUND = 60;

/** A page that is better by so much for what is shown under writing is densely written on. */
const UNDER_WRITING = 0.05;
/** Two pages that differ in more than this share of their ink are surely told apart ... */
const UNLIKE = 0.75;
/** ... and where the frame shows the one, the other's score comes to this part of that share at least. */
const UNLIKE_SCORE = 0.6;
/** Share of the best page's agreeing features with which another may have been misplaced. */
const NEARLY_AS_MANY = 0.7;

/** Look-alikes of a best page that is densely written on, laid where that lies, as far as they were not found there. */
export function layLookAlikes(
  frame: SeenFrame,
  verified: readonly VerifiedPage[],
  index: PageIndex,
): VerifiedPage[] {
  const [best] = verified;
  if (!best?.ink || best.score >= NEARLY_FOUND || best.fit.inliers >= FOUND) return [];
  if (scoreBesideWriting(best) < best.score + UNDER_WRITING) return [];
  const laid = verified.flatMap(({ page, ink, score }) =>
    ink && score < NEARLY_FOUND ? [page.profile] : [],
  );
  return index.pagesLike(best.page).flatMap(({ page, twins }) => {
    const other: VerifiedPage = {
      page,
      twins,
      fit: best.fit,
      meanPlane: null,
      outlined: null,
      score: 1,
      ink: null,
    };
    return !laid.includes(page.profile) && layLike(frame, other, index.ink(page.profile), best)
      ? [other]
      : [];
  });
}

/**
 * Lays look-alikes of the best page also where that lies, if the sheet is bent or they were found far worse: there is
 * the same sheet under all of them, and features alone may place the one well and the other badly.
 */
export function layLikeTheBest(frame: SeenFrame, verified: readonly VerifiedPage[], index: PageIndex): void {
  const [best, ...others] = verified;
  if (!best?.ink) return;
  const like = new Set(index.pagesLike(best.page).map(({ page }) => page));
  for (const other of others) {
    const bent = other.ink && (best.ink.bend || other.ink.bend);
    const farWorse =
      like.has(other.page) && best.score < NEARLY_FOUND && other.score - best.score >= LOOK_ALIKE_GAP;
    if (!(bent || farWorse) || other.ink?.laidLike === best.page) continue;
    const ink = index.ink(other.page.profile);
    const unlike = other.ink ? null : scoreOfUnlike(best, other, ink);
    if (unlike === null) layLike(frame, other, ink, best);
    else other.score = max(other.score, unlike);
  }
}

/**
 * What a page comes to where next to all of another one's ink is found that has other ink mostly, told by the two pages
 * alone; null where the frame has to be asked, as where nearly as many of its own features agree. Of 42 such pages the
 * 22 that differ in more than UNLIKE came to 0.5 to 0.9, those that differ in less than a quarter to 0.1 at most.
 */
function scoreOfUnlike(best: VerifiedPage, { page, fit }: VerifiedPage, ink: InkBitmap): number | null {
  if (best.score > NEXT_TO_NOTHING || fit.inliers > NEARLY_AS_MANY * best.fit.inliers) return null;
  const difference = differenceOf({ profile: page.profile, ink }, rivalOf(best));
  return difference && difference.share > UNLIKE ? UNLIKE_SCORE * difference.share : null;
}
