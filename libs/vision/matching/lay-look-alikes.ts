import type { PageIndex } from '../features/page-index.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { layLike } from './lay-ink.js';
import { FOUND } from './like-the-best.js';
import { differenceOf } from './page-difference.js';
import type { SeenFrame } from './seen-frame.js';
import {
  LOOK_ALIKE_GAP,
  NEARLY_FOUND,
  NEXT_TO_NOTHING,
  rivalOf,
  scoreBesideWriting,
  type VerifiedPage,
} from './verified-page.js';

const { max } = Math;

/** A page that is better by so much for what is shown under writing is densely written on. */
const UNDER_WRITING = 0.05;
/** Pages of which each lacks this share of the other's ink are surely told apart. */
const UNLIKE = 0.4;

/** Look-alikes of a best page that is densely written on, laid where that lies, as far as they were not found there. */
export function layLookAlikes(
  frame: SeenFrame,
  verified: readonly VerifiedPage[],
  index: PageIndex,
): VerifiedPage[] {
  const [best] = verified;
  // One that is found has its look-alikes beside it; of fewer features, as under writing, another may have most.
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
    const lacking = best.score < NEXT_TO_NOTHING ? inkLacking(best, other, ink) : 0;
    if (lacking < UNLIKE) layLike(frame, other, ink, best);
    else if (!other.ink) other.score = max(other.score, lacking);
  }
}

/**
 * Share of a page's ink that the best one lacks, if that has as much ink of its own at least as UNLIKE; else 0. Where
 * the frame shows next to all of the best page's ink, and so what is not on the other, that one's score is no less: of
 * 184 that were laid all the same the 68 that each lacked 0.4 came to 0.6 to 0.96.
 */
function inkLacking(best: VerifiedPage, { page }: VerifiedPage, ink: InkBitmap): number {
  const difference = differenceOf({ profile: page.profile, ink }, rivalOf(best));
  return difference && difference.ofSecond >= UNLIKE ? difference.ofFirst : 0;
}
