import type { PageProfile } from '../features/page-profile.js';
import {
  describeFrame,
  describeFrameClosely,
  nearestPairs,
  refineFit,
  type FrameFeatures,
  type PageFit,
} from '../features/page-homography.js';
import { affineConsensus, asHomography } from '../geometry/similarity-consensus.js';
import { inkEvidence } from '../ink/ink-evidence.js';
import { outlinedViews } from './outlined-view.js';
import { compose, project } from '../geometry/projective.js';
import {
  flattenFrame,
  registerInk,
  type FlatFrame,
  type InkRegistration,
  type RegisteredBlock,
} from '../ink/ink-registration.js';
import { inkBlur, tellApart, type Rival } from './look-alikes.js';
import type { FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { IndexedPage, PageIndex } from '../features/page-index.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';

/** Pages that the index proposes for geometric verification. */
const SHORTLIST = 80;
/** ... when each is compared feature by feature. */
const THOROUGH_SHORTLIST = 24;
/**
 * Of these, pages whose homography is fitted: those with most pairs that agree on an affine map. With 10 a look-alike
 * was taken for the right page, whose own turn did not come.
 */
const VERIFIED = 14;
/** A best score above this calls for another look at the frame. */
const DOUBTFUL = 0.4;
/** Candidates answered at most. */
const CANDIDATES = 6;
/** Candidates whose ink is laid onto the frame. */
const INK_CANDIDATES = 5;
/** ... if they have at least this share of the best one's inliers. */
const INK_INLIER_SHARE = 0.45;
/** Candidates whose scores lie closer than this may be look-alikes. */
const LOOK_ALIKE_GAP = 0.25;
/** What that gap counts beside the differing places, where a sheet had to be bent. */
const BENT_EVIDENCE = 0.5;
/** Margin of a look-alike's score when all places where the two differ speak for the other. */
const LOOK_ALIKE_MARGIN = 0.4;

/** What matching spends its time on. */
export type MatchStage = 'describe' | 'shortlist' | 'verify' | 'ink' | 'lookAlikes';

/** A reference page that the frame may show. */
export interface FrameCandidate {
  formId: string;
  pageNumber: number;
  /** 0..1, smaller is closer; comparable between forms. 1 minus the share of the page's visible ink that the frame shows. */
  score: number;
  /** Features that agree with the homography. */
  inliers: number;
  /** Takes px of the page (longest side PAGE_LONG_SIDE) to px of the frame as passed in. */
  homography: Homography;
  /** Agreeing places, px of the frame. */
  points: Point[];
  /** Size of the page as described, px. */
  pageWidth: number;
  pageHeight: number;
}

/** What the detector has to say of one frame. */
export interface FrameMatch {
  /** Closest first, at most one a reference page, at most six; empty when nothing resembles the frame. */
  candidates: FrameCandidate[];
}

interface Verified {
  page: IndexedPage;
  fit: PageFit;
  score: number;
  /** The page's ink and where the frame shows it; null when it was not looked at. */
  ink: ({ bitmap: InkBitmap } & InkRegistration) | null;
}

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
  if (index.size === 0) return { candidates: [] };
  onStage('describe');
  const flat = flattenFrame(frame);
  let verified: Verified[] = [];
  for (const look of looks(frame)) {
    verified = better(verified, scoredCandidates(flat, look, index, onStage));
    if (verified[0] && verified[0].score < DOUBTFUL) break;
    onStage('describe');
  }
  onStage('lookAlikes');
  decideLookAlikes(frame, verified);
  verified.sort(byScore);
  return { candidates: verified.slice(0, CANDIDATES).map((v) => answer(v, v.page.profile)) };
}

/** A way to look at a frame. */
interface Look {
  described: FrameFeatures;
  /** Takes px of what was described to px of the frame; null when it was the frame itself. */
  toFrame: Homography | null;
  /** Pairs are looked for among all features, not only those that the index met: for pages of few or repeated ones. */
  thorough: boolean;
}

/** Ways to look at a frame, each dearer or less often needed than the one before; made as they are asked for. */
function* looks(frame: Raster): Generator<Look> {
  const described = describeFrame(frame);
  yield { described, toFrame: null, thorough: false };
  for (const { raster, toFrame } of outlinedViews(frame))
    yield { described: describeFrame(raster), toFrame, thorough: false };
  yield { described: describeFrameClosely(frame), toFrame: null, thorough: false };
  yield { described, toFrame: null, thorough: true };
}

function better(a: Verified[], b: Verified[]): Verified[] {
  return b[0] && !(a[0] && a[0].score <= b[0].score) ? b : a;
}

/** Pages found by one look at a frame, best score first, look-alikes not yet told apart. */
function scoredCandidates(
  flat: FlatFrame,
  { described, toFrame, thorough }: Look,
  index: PageIndex,
  onStage: (stage: MatchStage) => void,
): Verified[] {
  onStage('shortlist');
  const shortlist = index.shortlist(described.features, thorough ? THOROUGH_SHORTLIST : SHORTLIST);
  onStage('verify');
  const likely = shortlist.flatMap(({ page, pairs: met }) => {
    const pairs = thorough ? nearestPairs(described.features, page.profile.features) : met;
    const { width, height, features } = page.profile;
    const guess = affineConsensus(features, described.features, pairs, Math.max(width, height));
    return guess ? [{ page, guess }] : [];
  });
  likely.sort((a, b) => b.guess.agreeing.length - a.guess.agreeing.length);
  const verified = likely.slice(0, VERIFIED).flatMap(({ page, guess }): Verified[] => {
    const fit = refineFit(described, page.profile, asHomography(guess.map));
    return fit ? [{ page, fit: toFrame ? throughView(fit, toFrame) : fit, score: 1, ink: null }] : [];
  });
  verified.sort((a, b) => b.fit.inliers - a.fit.inliers);
  onStage('ink');
  scoreByInk(flat, verified, index);
  return verified.sort(byScore);
}

/** A fit to a view of the frame as a fit to the frame. */
function throughView(fit: PageFit, toFrame: Homography): PageFit {
  const { page, frame } = fit.points;
  return {
    ...fit,
    homography: compose(toFrame, fit.homography),
    points: { page, frame: frame.map(({ x, y }) => project(toFrame, x, y)) },
  };
}

function byScore(a: Verified, b: Verified): number {
  return a.score - b.score || b.fit.inliers - a.fit.inliers;
}

/** Scores candidates, most inliers first, by the share of their ink that the frame shows. */
function scoreByInk(flat: FlatFrame, verified: Verified[], index: PageIndex): void {
  const most = verified[0]?.fit.inliers ?? 0;
  let evidenceOfBest = 0;
  verified.forEach((candidate, rank) => {
    const { profile } = candidate.page;
    const { inliers, homography } = candidate.fit;
    if (rank < INK_CANDIDATES && inliers >= INK_INLIER_SHARE * most) {
      const bitmap = index.ink(profile);
      candidate.ink = { bitmap, ...registerInk(flat, profile, bitmap, homography) };
      const evidence = inkEvidence(candidate.ink.blocks);
      evidenceOfBest = Math.max(evidence, evidenceOfBest);
      candidate.score = 1 - evidence;
    } else candidate.score = 1 - (evidenceOfBest * inliers) / most;
  });
}

/**
 * Where the best candidates are look-alikes, the places where they differ decide: the winner takes the better
 * score, and its margin grows with how clearly the frame speaks for it.
 */
function decideLookAlikes(frame: Raster, verified: Verified[]): void {
  const first = verified[0];
  if (!first?.ink) return;
  const best = first.score;
  const rivals = verified.slice(1).filter((v) => v.ink && v.score - best < LOOK_ALIKE_GAP);
  if (rivals.length === 0) return;
  const unit = first.page.profile.width / first.ink.bitmap.width;
  const blur = inkBlur(samplerOf(frame, first.fit, first.ink.blocks), first.ink.bitmap, unit);
  let champion = first;
  const beaten = new Map<Verified, number>();
  for (const rival of rivals) {
    const preference = compare(frame, champion, rival, blur);
    if (preference === null) continue;
    if (preference >= 0) {
      beaten.set(rival, preference);
      continue;
    }
    // Whom the dethroned had beaten is measured against the new champion, whose margins they become.
    const measured = [...beaten.keys()];
    beaten.clear();
    beaten.set(champion, -preference);
    champion = rival;
    for (const other of measured) beaten.set(other, compare(frame, champion, other, blur) ?? 1);
  }
  champion.score = best;
  for (const [rival, preference] of beaten)
    rival.score = Math.min(1, best + LOOK_ALIKE_MARGIN * Math.max(0, preference));
}

/** -1 all for the second .. 1 all for the first; null when they are no look-alikes. */
function compare(frame: Raster, first: Verified, second: Verified, blur: number): number | null {
  const forFirst = preferenceOf(frame, first, second, blur);
  if (forFirst === null || !(first.ink?.bend || second.ink?.bend)) return forFirst;
  // A sheet bent to fit one page fits that page: each has to be asked through its own registration.
  const forSecond = preferenceOf(frame, second, first, blur);
  if (forSecond === null) return forFirst;
  const evidence = (second.score - first.score) / LOOK_ALIKE_GAP;
  return Math.max(-1, Math.min(1, (forFirst - forSecond) / 2 + BENT_EVIDENCE * evidence));
}

function preferenceOf(frame: Raster, first: Verified, second: Verified, blur: number): number | null {
  if (!first.ink || !second.ink) return null;
  const sampler = samplerOf(frame, first.fit, first.ink.blocks);
  return tellApart(sampler, rivalOf(first), rivalOf(second), blur)?.value ?? null;
}

function samplerOf(frame: Raster, fit: PageFit, blocks: RegisteredBlock[]): FrameSampler {
  return { frame, homography: fit.homography, blocks };
}

function rivalOf({ page, fit, ink }: Verified): Rival {
  return { profile: page.profile, ink: ink!.bitmap, homography: fit.homography };
}

function answer({ page, fit, score }: Verified, profile: PageProfile): FrameCandidate {
  return {
    formId: page.formId,
    pageNumber: page.pageNumber,
    score,
    inliers: fit.inliers,
    homography: fit.homography,
    points: fit.points.frame,
    pageWidth: profile.width,
    pageHeight: profile.height,
  };
}
