import { flatten, type FlatCopy } from '../features/orb-features.js';
import type { IndexedPage, PageIndex } from '../features/page-index.js';
import type { PageProfile } from '../features/page-profile.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import { compose, invert, project } from '../geometry/projective.js';
import { ramp } from '../geometry/ramp.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { blocksBeyondEdge } from '../ink/covering-edge.js';
import { hiddenBlocks, LOST } from '../ink/hidden-ink.js';
import { EXCUSED_MISSING, inkEvidence } from '../ink/ink-evidence.js';
import { isTwoTone, keptInk, withKeptInk } from '../ink/kept-ink.js';
import {
  registerInk,
  wellMatched,
  type InkRegistration,
  type RegisteredBlock,
} from '../ink/ink-registration.js';
import type { Homography, Raster } from '../pixels/raster.js';
import type { OutlinedView } from './outlined-view.js';
import { mapBetween } from './page-difference.js';
import { missingPrint } from './missing-print.js';
import { MIN_FOUND, rolledOut } from './rolled-blocks.js';
import { NEARLY_FOUND, rivalOf, type VerifiedPage } from './verified-page.js';

const { hypot, max } = Math;

/** A frame as photographed, in grey, and its flat copy. */
export interface SeenFrame {
  grey: Raster;
  flat: FlatCopy;
  /** See `isTwoTone`. */
  isTwoTone: boolean;
  /** Times that a page's ink was laid onto it. */
  layings: number;
  /** What its outlines enclose, likeliest first, as far as that was looked at. */
  views: OutlinedView[];
}

export function seenFrame(grey: Raster): SeenFrame {
  return { grey, flat: flatten(grey), isTwoTone: isTwoTone(grey), layings: 0, views: [] };
}

/**
 * Lays a candidate's ink onto the frame and scores it. On a bent sheet the plane of most agreeing features may hold for
 * a part of the sheet only, from which the rest is not found; the mean plane lies near to all of it. Where features
 * place a page badly, as they do a table with little print, the ink that is found places it better. Where a look-alike
 * is laid well on a bent sheet, the bend is known.
 * @param isFlat see `showsFlat`
 * @param found another page that is laid well already (`isWellLaid`)
 */
export function layInk(
  frame: SeenFrame,
  candidate: VerifiedPage,
  bitmap: InkBitmap,
  { isFlat = false, found = null }: { isFlat?: boolean; found?: VerifiedPage | null } = {},
): void {
  if (found?.ink?.bend && layLike(frame, candidate, bitmap, found)) return;
  const mayBend = !isFlat;
  if (!candidate.outlined?.alone) {
    layFrom(frame, candidate, bitmap, candidate.fit.homography, { mayBend });
    if (candidate.ink?.bend && candidate.meanPlane && candidate.score > NEXT_TO_NOTHING)
      layFrom(frame, candidate, bitmap, candidate.meanPlane);
    layAsRolled(frame, candidate, bitmap);
    if (!found) layOnFromFound(frame, candidate, bitmap, mayBend);
  }
  if (candidate.outlined && !isWellLaid(candidate)) layAsOutlined(frame, candidate, bitmap, mayBend);
}

/**
 * Lays a page that was partly found on a bent sheet as a sheet bent one way lies that explains what was found: it goes
 * on over wide gaps and sharp bends, where no neighbour says where a block lies.
 */
function layAsRolled(frame: SeenFrame, candidate: VerifiedPage, bitmap: InkBitmap): void {
  for (let round = 0; round < ROLLED_ROUNDS; round++) {
    const { ink, score, fit, page } = candidate;
    if (!ink?.bend || isWellLaid(candidate) || score > HALF_LAID) return;
    const bentAs = rolledOut(ink.blocks, page.profile, frame.grey, fit.homography);
    if (!bentAs) return;
    layFrom(frame, candidate, bitmap, fit.homography, { bentAs });
    if (candidate.score > score - WORTH_A_ROUND) return;
  }
}

/** Lays a page that was half found once more, from the plane of what was found, and rolled from there. */
function layOnFromFound(
  frame: SeenFrame,
  candidate: VerifiedPage,
  bitmap: InkBitmap,
  mayBend: boolean,
): void {
  const { ink, score, fit } = candidate;
  if (!ink || isWellLaid(candidate) || score > HALF_LAID) return;
  const plane = planeOfFound(ink.blocks);
  if (plane) layFrom(frame, candidate, bitmap, compose(fit.homography, plane), { mayBend });
  if (candidate.score < score) layAsRolled(frame, candidate, bitmap);
}

/**
 * Lays a page as an outline encloses it, if the frame shows more of it so. Rules and boxes are alike on many sheets,
 * and an outline fits any: where letters of the page are missing in the midst of print that is there, it is another
 * page's.
 */
function layAsOutlined(frame: SeenFrame, candidate: VerifiedPage, bitmap: InkBitmap, mayBend: boolean): void {
  const laid: VerifiedPage = { ...candidate, score: 1, ink: null };
  for (const plane of candidate.outlined?.planes ?? []) layFrom(frame, laid, bitmap, plane, { mayBend });
  layAsRolled(frame, laid, bitmap);
  layOnFromFound(frame, laid, bitmap, mayBend);
  doubtMissing(frame, laid);
  if (candidate.ink && laid.score >= candidate.score) return;
  const { score, ink, fit } = laid;
  Object.assign(candidate, { score, ink, fit });
}

/** Takes a page for another's where letters of it are missing in the midst of print that is there. */
export function doubtMissing({ grey }: SeenFrame, candidate: VerifiedPage): void {
  const { ink, fit, page, score } = candidate;
  if (!ink || score >= NEARLY_FOUND) return;
  const sampler = { frame: grey, homography: fit.homography, blocks: ink.blocks };
  const missing = missingPrint(sampler, page.profile, ink.bitmap, []);
  candidate.score = 1 - (1 - score) * ramp(missing, ...EXCUSED_MISSING);
}

/** A page with a score below this has next to no ink left that another plane could find. */
const NEXT_TO_NOTHING = 0.03;
/** A page with a score below this can hardly be laid better. */
const WELL_LAID = 0.1;
/** A page with a score above this was not found, so that nothing says where it lies. */
const HALF_LAID = 0.8;
/** Rounds of the fit of a plane, and px of the page up to which a found block counts fully in it. */
const ROUNDS = 4;
const INLYING = 2;
/** Times that a rolled sheet is fitted anew, while the score goes down by so much. */
const ROLLED_ROUNDS = 3;
const WORTH_A_ROUND = 0.01;

export function isWellLaid({ score }: VerifiedPage): boolean {
  return score < WELL_LAID;
}

/**
 * The plane near which most found blocks lie (iteratively reweighted least squares), as a map from where they were
 * expected.
 */
function planeOfFound(blocks: readonly RegisteredBlock[]): Homography | null {
  const found = wellMatched(blocks);
  if (found.length < MIN_FOUND) return null;
  const to = found.map(({ x, y, dx, dy }) => ({ x: x + dx, y: y + dy }));
  const weights = found.map(() => 1);
  let plane: Homography | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    plane = homographyFromPoints(found, to, weights);
    if (!plane) return null;
    for (let i = 0; i < found.length; i++) {
      const p = project(plane, found[i].x, found[i].y);
      weights[i] = 1 / max(INLYING, hypot(p.x - to[i].x, p.y - to[i].y));
    }
  }
  return plane;
}

/** A page that agrees so well with a sheet that was not bent for it shows that the sheet is flat. */
const FLAT_SCORE = 0.25;

/**
 * Whether a page that was laid shows that the sheet is flat: the same sheet is under all candidates, and one whose
 * lines lie elsewhere (another year's) would be fitted to it by bending the sheet.
 */
export function showsFlat({ ink, score }: VerifiedPage): boolean {
  return ink?.bend === 0 && score < FLAT_SCORE;
}

/**
 * A page's score if no ink counts that is shown under writing alone: among that, rules of lists laid some rows off are
 * as good as any, so that it says little of whether another look finds more.
 */
export function scoreBesideWriting(page: VerifiedPage | null): number {
  if (!page?.ink) return page?.score ?? 1;
  return max(page.score, 1 - inkEvidence(page.ink.blocks, page.ink.hidden, 0, false));
}

/**
 * A page with so many agreeing features has its look-alikes beside it, which were tried where it lies; of fewer, as
 * under writing, another may have most.
 */
const FOUND = 60;

/** Candidates whose scores lie closer than this may be look-alikes. */
export const LOOK_ALIKE_GAP = 0.25;
/** A page that is better by so much for what is shown under writing is densely written on. */
const UNDER_WRITING = 0.05;

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
    if ((bent || farWorse) && other.ink?.laidLike !== best.page)
      layLike(frame, other, index.ink(other.page.profile), best);
  }
}

/** Lays a page's ink where a look-alike lies, bent as that was found to be; false when the two are no look-alikes. */
function layLike(frame: SeenFrame, page: VerifiedPage, bitmap: InkBitmap, alike: VerifiedPage): boolean {
  const toAlike = mapBetween({ profile: page.page.profile, ink: bitmap }, rivalOf(alike));
  const fromAlike = toAlike && invert(toAlike);
  if (!fromAlike) return false;
  const homography = compose(alike.fit.homography, toAlike);
  const bentAs = alike.ink!.blocks.map((block) => ({ ...block, ...project(fromAlike, block.x, block.y) }));
  layFrom(frame, page, bitmap, homography, { bentAs, laidLike: alike.page });
  return true;
}

/** Lays a candidate's ink from a plane, if the frame shows more of it so than it did. */
function layFrom(
  frame: SeenFrame,
  candidate: VerifiedPage,
  bitmap: InkBitmap,
  homography: Homography,
  sheet: { mayBend?: boolean; bentAs?: readonly RegisteredBlock[]; laidLike?: IndexedPage } = {},
): void {
  const { profile } = candidate.page;
  frame.layings++;
  const all = registerInk(frame.flat, profile, bitmap, homography, sheet);
  const ink = frame.isTwoTone ? ofTwoTones(frame, profile, bitmap, homography, all) : all;
  if (candidate.ink && 1 - mostEvidence(ink.blocks) >= candidate.score) return;
  const hidden = hiddenInk(frame, profile, bitmap, homography, ink.blocks);
  const score = 1 - inkEvidence(ink.blocks, hidden);
  if (candidate.ink && score >= candidate.score) return;
  candidate.score = score;
  candidate.ink = { bitmap, hidden, laidLike: sheet.laidLike ?? null, ...ink };
  candidate.fit = { ...candidate.fit, homography };
}

/** What a page's blocks would say if all that are lost lay under something: the more is hidden, the more is excused. */
function mostEvidence(blocks: readonly RegisteredBlock[]): number {
  return inkEvidence(blocks, new Set(blocks.filter((b) => b.visible && b.correlation < LOST)));
}

/** Blocks of a page that lie under something; not looked for where none of them would be excused. */
function hiddenInk(
  { grey, flat }: SeenFrame,
  profile: PageProfile,
  bitmap: InkBitmap,
  homography: Homography,
  blocks: readonly RegisteredBlock[],
): Set<RegisteredBlock> {
  if (mostEvidence(blocks) === inkEvidence(blocks)) return new Set();
  const hidden = hiddenBlocks(grey, profile, homography, blocks);
  for (const block of blocksBeyondEdge(grey, flat, profile, bitmap, homography, blocks)) hidden.add(block);
  return hidden;
}

/**
 * What a frame of two tones shows of a page: where its ink is not found, that is asked for which such a frame keeps.
 */
function ofTwoTones(
  { flat }: SeenFrame,
  profile: PageProfile,
  bitmap: InkBitmap,
  homography: Homography,
  all: InkRegistration,
): InkRegistration {
  const score = 1 - inkEvidence(all.blocks);
  if (score < WELL_LAID || score > HALF_LAID) return all;
  const kept = registerInk(flat, profile, keptInk(bitmap), homography, { mayBend: false });
  return { ...all, blocks: withKeptInk(all.blocks, kept.blocks) };
}
