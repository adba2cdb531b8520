import type { PageFit } from '../features/page-homography.js';
import type { FrameSampler } from '../ink/frame-sampler.js';
import { strainOf } from '../ink/strain.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import type { Raster } from '../pixels/raster.js';
import { inkLook, type InkLook } from './ink-look.js';
import { tellApart, type Preference } from './look-alikes.js';
import { LOOK_ALIKE_GAP, rivalOf, type VerifiedPage } from './verified-page.js';

const { max, min } = Math;

/** What LOOK_ALIKE_GAP counts beside the differing places, where a sheet had to be bent. */
const BENT_EVIDENCE = 0.5;
/**
 * Ink in which two pages differ makes so much of a difference between their scores; more is luck in following the
 * sheet.
 */
const SCORE_A_SHARE = 4;
/** A strain of so much, px of the page, makes a page fit that has its lines elsewhere. */
const STRAINED = 3;
/**
 * A page that was bent by so little, px of it, shows that the sheet is flat: of 40 hard photographs, blurred ones, 3.4
 * at most; of 30 curled ones four less.
 */
const HARDLY_STRAINED = 4;
/** What the difference of two pages' strain counts beside the differing places, each px of it. */
const STRAIN_EVIDENCE = 0.1;
const MOST_STRAIN_EVIDENCE = 0.5;
/** Margin of a look-alike's score when all places where the two differ speak for the other. */
const LOOK_ALIKE_MARGIN = 0.4;

/**
 * Where the best candidates are look-alikes, the places where they differ decide: the winner takes the better
 * score, and its margin grows with how clearly the frame speaks for it.
 */
export function decideLookAlikes(frame: Raster, verified: VerifiedPage[]): void {
  const first = verified[0];
  if (!first?.ink) return;
  const best = first.score;
  const rivals = verified.slice(1).filter((v) => v.ink && v.score - best < LOOK_ALIKE_GAP);
  if (rivals.length === 0) return;
  const look = lookOf(frame, first);
  let champion = first;
  const beaten = new Map<VerifiedPage, number>();
  for (const rival of rivals) {
    const preference = compare(frame, champion, rival, look);
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
    for (const other of measured) beaten.set(other, compare(frame, champion, other, look) ?? 1);
  }
  champion.score = best;
  for (const [rival, preference] of beaten)
    rival.score = min(1, best + LOOK_ALIKE_MARGIN * max(0, preference));
}

/** -1 all for the second .. 1 all for the first; null when they are no look-alikes. */
function compare(frame: Raster, first: VerifiedPage, second: VerifiedPage, look: InkLook): number | null {
  const forFirst = preferenceOf(frame, first, second, look);
  if (forFirst === null || !first.ink || !second.ink) return null;
  const [a, b] = [first.ink, second.ink];
  const bent = Boolean(a.bend || b.bend);
  const [strainA, strainB] = [strainOf(a.blocks), strainOf(b.blocks)];
  if (!bent && max(strainA, strainB) < STRAINED && forFirst.places.length > 0) return forFirst.value;
  // A sheet bent to fit one page fits that page: each has to be asked through its own registration.
  const forSecond = preferenceOf(frame, second, first, look);
  if (forSecond === null) return forFirst.value;
  // What the first has more than the second lies where only the second's ink tells whether the frame shows the page.
  if (!bent && forFirst.places.length === 0) return -forSecond.value;
  const most = SCORE_A_SHARE * forFirst.share;
  const ahead = max(-most, min(most, second.score - first.score));
  const evidence = (BENT_EVIDENCE * ahead) / LOOK_ALIKE_GAP;
  // Of a flat sheet, what had to be strained less to fit is likelier what was photographed.
  const isFlat = !bent || min(strainA, strainB) < HARDLY_STRAINED;
  const strain = STRAIN_EVIDENCE * (strainB - strainA);
  const ease = !isFlat ? 0 : max(-MOST_STRAIN_EVIDENCE, min(MOST_STRAIN_EVIDENCE, strain));
  return max(-1, min(1, (forFirst.value - forSecond.value) / 2 + evidence + ease));
}

/** How a frame decides between a page found in it and another one; null when they are no look-alikes. */
export function preferenceBetween(
  frame: Raster,
  first: VerifiedPage,
  second: VerifiedPage,
): Preference | null {
  return preferenceOf(frame, first, second, lookOf(frame, first));
}

function lookOf(frame: Raster, { fit, ink, page }: VerifiedPage): InkLook {
  const { blocks, bitmap } = ink!;
  return inkLook(samplerOf(frame, fit, blocks), bitmap, page.profile.width / bitmap.width);
}

function preferenceOf(
  frame: Raster,
  first: VerifiedPage,
  second: VerifiedPage,
  look: InkLook,
): Preference | null {
  if (!first.ink || !second.ink) return null;
  const sampler = samplerOf(frame, first.fit, first.ink.blocks);
  return tellApart(sampler, rivalOf(first), rivalOf(second), look);
}

function samplerOf(frame: Raster, fit: PageFit, blocks: RegisteredBlock[]): FrameSampler {
  return { frame, homography: fit.homography, blocks };
}
