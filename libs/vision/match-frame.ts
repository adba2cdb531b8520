import { profileInk, type PageProfile } from './page-profile.js';
import {
  describeFrame,
  describeFrameClosely,
  refineFit,
  type FrameFeatures,
  type PageFit,
} from './page-homography.js';
import { affineConsensus, asHomography } from './similarity-consensus.js';
import { flattenFrame, registerInk, type RegisteredBlock } from './ink-registration.js';
import { inkBlur, tellApart, type Preference, type Rival } from './look-alikes.js';
import type { FrameSampler } from './frame-sampler.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { IndexedPage, PageIndex } from './page-index.js';
import type { Homography, Point, Raster } from './raster.js';

/** Pages that the index proposes for geometric verification. */
const SHORTLIST = 80;
/** Of these, pages whose homography is fitted: those with most pairs that agree on an affine map. */
const VERIFIED = 14;
/** A best score above this calls for a closer look at the frame. */
const DOUBTFUL = 0.5;
/** Candidates answered at most. */
const CANDIDATES = 6;
/** Candidates whose ink is laid onto the frame. */
const INK_CANDIDATES = 5;
/** ... if they have at least this share of the best one's inliers. */
const INK_INLIER_SHARE = 0.35;
/** Candidates whose scores lie closer than this may be look-alikes. */
const LOOK_ALIKE_GAP = 0.25;
/** Margin of a look-alike's score when all places where the two differ speak for the other. */
const LOOK_ALIKE_MARGIN = 0.4;
/** Correlation of a block at which it begins to speak for the page, and at which it fully does. */
const SILENT = 0.35;
const SPEAKING = 0.65;
/** A frame that shows less than this share of a page's ink cannot fully speak for it. */
const SUFFICIENT_VIEW = 0.4;

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
  ink: { bitmap: InkBitmap; blocks: RegisteredBlock[] } | null;
}

/**
 * Finds the reference pages that a frame may show. Never throws for what a frame shows: an empty or
 * meaningless one has no candidates.
 * @param frame grey, longest side FRAME_LONG_SIDE (smaller ones are taken as they are), any side up
 */
export function matchFrame(frame: Raster, index: PageIndex): FrameMatch {
  if (frame.channels !== 1) throw new RangeError('a frame is matched by its grey picture');
  if (index.size === 0) return { candidates: [] };
  let verified = scoredCandidates(frame, describeFrame(frame), index);
  if (!(verified[0] && verified[0].score < DOUBTFUL)) {
    const closer = scoredCandidates(frame, describeFrameClosely(frame), index);
    if (closer[0] && !(verified[0] && verified[0].score <= closer[0].score)) verified = closer;
  }
  decideLookAlikes(frame, verified);
  verified.sort(byScore);
  return { candidates: verified.slice(0, CANDIDATES).map((v) => answer(v, v.page.profile)) };
}

/** Pages found in a frame, best score first, look-alikes not yet told apart. */
function scoredCandidates(frame: Raster, described: FrameFeatures, index: PageIndex): Verified[] {
  const likely = index.shortlist(described.features, SHORTLIST).flatMap(({ page, pairs }) => {
    const { width, height, features } = page.profile;
    const guess = affineConsensus(features, described.features, pairs, Math.max(width, height));
    return guess ? [{ page, guess }] : [];
  });
  likely.sort((a, b) => b.guess.agreeing.length - a.guess.agreeing.length);
  const verified = likely.slice(0, VERIFIED).flatMap(({ page, guess }): Verified[] => {
    const fit = refineFit(described, page.profile, asHomography(guess.map));
    return fit ? [{ page, fit, score: 1, ink: null }] : [];
  });
  verified.sort((a, b) => b.fit.inliers - a.fit.inliers);
  scoreByInk(frame, verified);
  return verified.sort(byScore);
}

function byScore(a: Verified, b: Verified): number {
  return a.score - b.score || b.fit.inliers - a.fit.inliers;
}

/** Scores candidates, most inliers first, by the share of their ink that the frame shows. */
function scoreByInk(frame: Raster, verified: Verified[]): void {
  const flat = flattenFrame(frame);
  const most = verified[0]?.fit.inliers ?? 0;
  let evidenceOfBest = 0;
  verified.forEach((candidate, rank) => {
    const { profile } = candidate.page;
    const { inliers, homography } = candidate.fit;
    if (rank < INK_CANDIDATES && inliers >= INK_INLIER_SHARE * most) {
      const bitmap = profileInk(profile);
      const blocks = registerInk(flat, profile, bitmap, homography);
      candidate.ink = { bitmap, blocks };
      const evidence = inkEvidence(blocks);
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
    if (!preference) continue;
    if (preference.value >= 0) {
      beaten.set(rival, preference.value);
      continue;
    }
    // Whom the dethroned had beaten is measured against the new champion, whose margins they become.
    const measured = [...beaten.keys()];
    beaten.clear();
    beaten.set(champion, -preference.value);
    champion = rival;
    for (const other of measured) beaten.set(other, compare(frame, champion, other, blur)?.value ?? 1);
  }
  champion.score = best;
  for (const [rival, preference] of beaten)
    rival.score = Math.min(1, best + LOOK_ALIKE_MARGIN * Math.max(0, preference));
}

function compare(frame: Raster, first: Verified, second: Verified, blur: number): Preference | null {
  if (!first.ink || !second.ink) return null;
  return tellApart(samplerOf(frame, first.fit, first.ink.blocks), rivalOf(first), rivalOf(second), blur);
}

function samplerOf(frame: Raster, fit: PageFit, blocks: RegisteredBlock[]): FrameSampler {
  return { frame, homography: fit.homography, blocks };
}

function rivalOf({ page, fit, ink }: Verified): Rival {
  return { profile: page.profile, ink: ink!.bitmap, homography: fit.homography };
}

/** Share, 0..1, of a page's visible ink that the frame shows in its place. */
export function inkEvidence(blocks: RegisteredBlock[]): number {
  let all = 0;
  let visible = 0;
  let agreeing = 0;
  for (const block of blocks) {
    // A block's weight grows with its ink, but a black bar is not worth ten lines of print.
    const weight = Math.sqrt(block.ink);
    all += weight;
    if (!block.visible) continue;
    visible += weight;
    agreeing += weight * Math.min(1, Math.max(0, (block.correlation - SILENT) / (SPEAKING - SILENT)));
  }
  if (visible === 0) return 0;
  return (agreeing / visible) * Math.min(1, visible / all / SUFFICIENT_VIEW);
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
