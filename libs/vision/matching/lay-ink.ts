import type { IndexedPage } from '../features/page-index.js';
import type { PageProfile } from '../features/page-profile.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import { compose, invert, project } from '../geometry/projective.js';
import { ramp } from '../geometry/ramp.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { EXCUSED_MISSING, inkEvidence } from '../ink/ink-evidence.js';
import { keptInk, withKeptInk } from '../ink/kept-ink.js';
import {
  registerInk,
  wellMatched,
  type InkRegistration,
  type RegisteredBlock,
  type Sheet,
} from '../ink/ink-registration.js';
import type { Homography } from '../pixels/raster.js';
import { coverableInk, coveredInk } from './covered-ink.js';
import { mapBetween } from './page-difference.js';
import { isOfLikeRows } from './like-rows.js';
import { missingPrint } from './missing-print.js';
import { MIN_FOUND, rolledOut } from './rolled-blocks.js';
import type { SeenFrame } from './seen-frame.js';
import {
  HALF_LAID,
  isWellLaid,
  LOOK_ALIKE_GAP,
  NEARLY_FOUND,
  NEXT_TO_NOTHING,
  rivalOf,
  WELL_LAID,
  type VerifiedPage,
} from './verified-page.js';

const { hypot, max, min } = Math;

/** Rounds of the fit of a plane, and px of the page up to which a found block counts fully in it. */
const ROUNDS = 4;
const INLYING = 2;
/** Times that a rolled sheet is fitted anew, while the score goes down by so much. */
const ROLLED_ROUNDS = 3;
const WORTH_A_ROUND = 0.01;

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
    layFrom(frame, candidate, bitmap, candidate.fit.homography, { mayBend, found });
    if (candidate.ink?.bend && candidate.meanPlane && candidate.score > NEXT_TO_NOTHING)
      layFrom(frame, candidate, bitmap, candidate.meanPlane);
    layAsRolled(frame, candidate, bitmap);
    if (!found) layOnFromFound(frame, candidate, bitmap, mayBend);
  }
  if (candidate.outlined && (!isWellLaid(candidate) || isOfLikeRows(candidate)))
    layAsOutlined(frame, candidate, bitmap, mayBend);
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

/**
 * A page as it lies where some of its blocks were found, for one that is laid already.
 * @param bentAs blocks of the page, and where they were found
 */
export function laidAs(
  frame: SeenFrame,
  candidate: VerifiedPage,
  bitmap: InkBitmap,
  bentAs: readonly RegisteredBlock[],
): VerifiedPage {
  const laid: VerifiedPage = { ...candidate, score: 1, ink: null };
  layFrom(frame, laid, bitmap, candidate.fit.homography, { bentAs, isBendKnown: true });
  layAsRolled(frame, laid, bitmap);
  layOnFromFound(frame, laid, bitmap, true);
  return laid;
}

/** Takes a page for another's where letters of it are missing in the midst of print, and nothing lies on them. */
export function doubtMissing({ grey }: SeenFrame, candidate: VerifiedPage): void {
  const { ink, fit, page, score } = candidate;
  if (!ink || score >= NEARLY_FOUND) return;
  const sampler = { frame: grey, homography: fit.homography, blocks: ink.blocks };
  const missing = missingPrint(sampler, page.profile, ink.bitmap, [...ink.hidden]);
  candidate.score = 1 - (1 - score) * ramp(missing, ...EXCUSED_MISSING);
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

/** Lays a page's ink where a look-alike lies, bent as that was found to be; false when the two are no look-alikes. */
export function layLike(
  frame: SeenFrame,
  page: VerifiedPage,
  bitmap: InkBitmap,
  alike: VerifiedPage,
): boolean {
  const toAlike = mapBetween({ profile: page.page.profile, ink: bitmap }, rivalOf(alike));
  const fromAlike = toAlike && invert(toAlike);
  if (!fromAlike) return false;
  const homography = compose(alike.fit.homography, toAlike);
  const bentAs = alike.ink!.blocks.map((block) => movedBy(fromAlike, block));
  const found = isWellLaid(alike) ? alike : null;
  layFrom(frame, page, bitmap, homography, { bentAs, isBendKnown: !!found, laidLike: alike.page, found });
  return true;
}

/** A block of one page as one of another: where it was expected, and where it was found. */
function movedBy(map: Homography, block: RegisteredBlock): RegisteredBlock {
  const expected = project(map, block.x, block.y);
  const found = project(map, block.x + block.dx, block.y + block.dy);
  return { ...block, ...expected, dx: found.x - expected.x, dy: found.y - expected.y };
}

/**
 * Lays a candidate's ink from a plane, if the frame shows more of it so than it did. What lies on it is looked for
 * where that can make it a rival of the page that is found.
 * @param found a page that is laid well on the same sheet
 */
function layFrom(
  frame: SeenFrame,
  candidate: VerifiedPage,
  bitmap: InkBitmap,
  homography: Homography,
  { laidLike = null, found = null, ...sheet }: Sheet & Beside = {},
): void {
  const { profile } = candidate.page;
  frame.layings++;
  const all = registerInk(frame.flat, profile, bitmap, homography, sheet);
  const ink = frame.isTwoTone ? ofTwoTones(frame, profile, bitmap, homography, all) : all;
  const laid = { profile, bitmap, homography, blocks: ink.blocks };
  const other = found?.ink ? { homography: found.fit.homography, blocks: found.ink.blocks } : null;
  const coverable = coverableInk(laid, other);
  const least = 1 - inkEvidence(ink.blocks, coverable);
  if (candidate.ink && least >= candidate.score) return;
  const unexcused = 1 - inkEvidence(ink.blocks);
  const mayCount = least < min(unexcused, found ? found.score + LOOK_ALIKE_GAP : 1);
  const hidden = mayCount ? coveredInk(frame, laid, coverable) : new Set<RegisteredBlock>();
  const score = hidden.size > 0 ? 1 - inkEvidence(ink.blocks, hidden) : unexcused;
  if (candidate.ink && score >= candidate.score) return;
  candidate.score = score;
  candidate.ink = { bitmap, hidden, laidLike, ...ink };
  candidate.fit = { ...candidate.fit, homography };
}

/** Pages that were laid on the sheet before. */
interface Beside {
  laidLike?: IndexedPage | null;
  found?: VerifiedPage | null;
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
