import { describeFrame, describeFrameClosely, describeFully } from '../features/page-homography.js';
import type { IndexedPage, PageIndex } from '../features/page-index.js';
import type { Raster } from '../pixels/raster.js';
import { unclearPart } from './unclear-part.js';
import { decideLookAlikes } from './decide-look-alikes.js';
import type { FrameCandidate, FrameMatch } from './frame-match.js';
import { doubtMissing, layInk } from './lay-ink.js';
import { layOnByLetters } from './lay-by-letters.js';
import { isOfLikeRows } from './like-rows.js';
import { layLikeTheBest, layLookAlikes } from './lay-look-alikes.js';
import { doubtExcuses, missingOf } from './doubt-excuses.js';
import { doubtLetters } from './doubt-letters.js';
import { refuseOffTheSheet } from './off-the-sheet.js';
import { outlinedViews } from './outlined-view.js';
import { fitPages, type Look } from './page-fits.js';
import { seenFrame, type SeenFrame } from './seen-frame.js';
import { byScore, isWellLaid, scoreBesideWriting, showsFlat, type VerifiedPage } from './verified-page.js';

const { max } = Math;

/** A best score above this calls for a look at what an outline encloses: a list laid some rows off has 0.2 to 0.4. */
const UNCLEAR = 0.25;
/** ... and above this for all looks that there are. */
const DOUBTFUL = 0.4;
/**
 * Above this, once an outline was looked at, no look more makes it a known page. Before that it may be one whose print
 * comes again (boxes, rows): wrong places of it, and of others, have 30 to 62 agreeing features.
 */
const HOPELESS = 0.75;
/**
 * With so many agreeing features such a score is believed, and the page was laid on as well as it can be: what is left
 * of it to see, more features do not show. Repeated print finds up to 29 on wrong pages.
 */
const LAID_ON = 30;
/** Candidates answered at most. */
const CANDIDATES = 6;
/** Candidates whose ink is laid onto the frame. */
const INK_CANDIDATES = 5;
/** ... if they have at least this share of the best one's inliers. */
const INK_INLIER_SHARE = 0.45;
/**
 * ... or this share, where a page is laid well already: what shares most of its ink with that one shares most of its
 * features too.
 */
const RIVAL_INLIER_SHARE = 0.7;
/**
 * ... and the first of them, this many, came to this evidence; else the others, with fewer inliers, have none either.
 */
const FIRST_INK = 2;
const PROMISING = 0.25;
/**
 * Times that ink was laid after which no look more is taken. Pages of half a frame's ink (other years, on bent sheets)
 * are laid again and again, up to 130 times and 14 s; right pages were laid up to 26 times, the last that found more
 * being the ninth (of 300 photographs).
 */
const MOST_LAYINGS = 40;

/** What matching spends its time on. */
export type MatchStage = 'describe' | 'shortlist' | 'verify' | 'ink' | 'lookAlikes';

/**
 * Finds the reference pages that a frame may show. Never throws for what a frame shows: an empty or
 * meaningless one has no candidates.
 * @param frame grey, longest side FRAME_LONG_SIDE (smaller ones are taken as they are), any side up
 * @param onStage told as each stage begins, some more than once
 */
export function matchFrame(
  frame: Raster,
  index: PageIndex,
  onStage: (stage: MatchStage) => void = () => undefined,
): FrameMatch {
  if (frame.channels !== 1) throw new RangeError('a frame is matched by its grey picture');
  if (index.size === 0) return { candidates: [], missing: 0, unclear: null };
  onStage('describe');
  const seen = seenFrame(frame);
  const verified = matchPages(seen, index, onStage);
  const answers = verified.slice(0, CANDIDATES).flatMap((v) => {
    return [v.page, ...v.twins].slice(0, CANDIDATES).map((page) => answer(v, page));
  });
  const [best] = verified;
  return {
    candidates: answers.slice(0, CANDIDATES),
    missing: best ? missingOf(frame, best) : 0,
    unclear: unclearPart(seen, verified),
  };
}

/** Pages that the frame may show, and where it shows them, closest first. */
export function matchPages(
  seen: SeenFrame,
  index: PageIndex,
  onStage: (stage: MatchStage) => void = () => undefined,
): VerifiedPage[] {
  const { grey: frame } = seen;
  let verified: VerifiedPage[] = [];
  for (const look of looks(seen, () => verified[0])) {
    verified = better(verified, scoredCandidates(seen, look, index, onStage));
    if (seen.layings > MOST_LAYINGS) break;
    onStage('describe');
  }
  onStage('ink');
  if (verified[0]) layOnByLetters(seen, verified[0]);
  verified.sort(byScore);
  onStage('lookAlikes');
  const lookAlikes = layLookAlikes(seen, verified, index);
  verified = [
    ...verified.filter(({ page }) => lookAlikes.every((other) => other.page !== page)),
    ...lookAlikes,
  ];
  layLikeTheBest(seen, verified, index);
  verified.sort(byScore);
  decideLookAlikes(frame, verified);
  verified.sort(byScore);
  doubtLetters(seen, verified);
  refuseOffTheSheet(frame, verified);
  doubtExcuses(frame, verified);
  return verified;
}

/**
 * Ways to look at a frame, each dearer or less often needed than the one before, as long as what was found so far
 * (`best`) leaves it open whether another finds more.
 */
function* looks(seen: SeenFrame, best: () => VerifiedPage | undefined): Generator<Look> {
  yield* looksAtTheStrongest(seen, best);
  const [view] = seen.views;
  if (!view || view.isCut || (best()?.score ?? 1) < DOUBTFUL) return;
  // What is written over a page has stronger features than its print, and wrong pages agree with them by chance.
  yield { described: describeFully(view.raster), view, thorough: false, filling: true };
}

/** Looks at a frame's strongest features. */
function* looksAtTheStrongest(
  { grey: frame, flat, views }: SeenFrame,
  best: () => VerifiedPage | undefined,
): Generator<Look> {
  const inliers = () => best()?.fit.inliers ?? 0;
  const score = () => scoreBesideWriting(best() ?? null);
  const isHopeless = () => score() > HOPELESS && inliers() >= LAID_ON;
  const isSettled = () => score() < DOUBTFUL || isHopeless();
  const whole = { described: describeFrame(frame, flat), view: null };
  yield { ...whole, thorough: false };
  if (score() < UNCLEAR && !isOfLikeRows(best())) return;
  const mistrusted = isSettled();
  const outlined: Pick<Look, 'described' | 'view'>[] = [];
  for (const view of outlinedViews(frame)) {
    views.push(view);
    const look = { described: describeFrame(view.raster), view };
    outlined.push(look);
    yield { ...look, thorough: false, mistrusted };
    if (isSettled()) return;
  }
  if (inliers() >= LAID_ON) return;
  yield { described: describeFrameClosely(frame), view: null, thorough: false };
  if (inliers() >= LAID_ON) return;
  // A sheet with little print among clutter has most of its features compared where the clutter is cut off.
  yield { ...(outlined[0] ?? whole), thorough: true };
}

function better(a: VerifiedPage[], b: VerifiedPage[]): VerifiedPage[] {
  return b[0] && !(a[0] && a[0].score <= b[0].score) ? b : a;
}

/** Pages found by one look at a frame, best score first, look-alikes not yet told apart. */
function scoredCandidates(
  frame: SeenFrame,
  look: Look,
  index: PageIndex,
  onStage: (stage: MatchStage) => void,
): VerifiedPage[] {
  const verified = fitPages(look, index, onStage).map((each): VerifiedPage => ({
    ...each,
    score: 1,
    ink: null,
  }));
  onStage('ink');
  scoreByInk(frame, verified, index);
  for (const candidate of verified)
    if (look.mistrusted || candidate.byOutline) doubtMissing(frame, candidate);
  // Among next to all features of a sheet some agree with any page.
  const told = look.filling ? verified.filter(({ score }) => score <= HOPELESS) : verified;
  return told.sort(byScore);
}

/** Scores candidates, most inliers first, by the share of their ink that the frame shows. */
function scoreByInk(frame: SeenFrame, verified: VerifiedPage[], index: PageIndex): void {
  const most = verified[0]?.fit.inliers ?? 0;
  let evidenceOfBest = 0;
  let isFlat = false;
  let found: VerifiedPage | null = null;
  verified.forEach((candidate, rank) => {
    const { inliers } = candidate.fit;
    const promising = rank < FIRST_INK || evidenceOfBest >= PROMISING;
    const share = found ? RIVAL_INLIER_SHARE : INK_INLIER_SHARE;
    const isLikely = rank < INK_CANDIDATES && promising && inliers >= share * most;
    if (isLikely || candidate.outlined) {
      layInk(frame, candidate, index.ink(candidate.page.profile), { isFlat, found });
      isFlat ||= showsFlat(candidate);
      if (isWellLaid(candidate)) found ??= candidate;
      evidenceOfBest = max(1 - candidate.score, evidenceOfBest);
    } else candidate.score = 1 - (evidenceOfBest * inliers) / most;
  });
}

function answer({ fit, score }: VerifiedPage, page: IndexedPage): FrameCandidate {
  return {
    formId: page.formId,
    pageNumber: page.pageNumber,
    score,
    inliers: fit.inliers,
    homography: fit.homography,
    points: fit.points.frame,
    pageWidth: page.profile.width,
    pageHeight: page.profile.height,
  };
}
