import type { IndexedPage } from '../features/page-index.js';
import type { PageFit } from '../features/page-homography.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { inkEvidence } from '../ink/ink-evidence.js';
import type { InkRegistration, RegisteredBlock } from '../ink/ink-registration.js';
import type { Rival } from './look-alikes.js';
import type { Homography } from '../pixels/raster.js';

const { max } = Math;

/** Where an outline in the frame puts a page. */
export interface OutlinedPlace {
  /** As `PageFit.homography`: as the outline encloses the page, and as its features there make it more exact. */
  planes: Homography[];
  /** Whether nothing but the outline places the page. */
  alone: boolean;
}

/** A page and where a frame shows it. */
export interface FittedPage {
  page: IndexedPage;
  /** Pages of the same picture: what holds for the one holds for them. */
  twins: readonly IndexedPage[];
  fit: PageFit;
  /** As `fit.homography`, but the mean plane of all features that agree roughly; null when that is not known. */
  meanPlane: Homography | null;
  /** Where an outline in the frame puts the page; null when none does. */
  outlined: OutlinedPlace | null;
  /** Whether it was tried where nothing but an outline places another page that is like it. */
  byOutline?: boolean;
}

/** A page's ink as a frame shows it, and the blocks of it that lie under something. */
interface PageInk extends InkRegistration {
  bitmap: InkBitmap;
  /** The look-alike from where it was laid; null when it was laid by itself. */
  laidLike: IndexedPage | null;
  hidden: ReadonlySet<RegisteredBlock>;
  /** What the frame lacks of its print, see `missingOf`; left out until it is asked. */
  missing?: number;
  /** How well it shows its letters, see `lettersInPlace`; left out until it is asked. */
  letters?: number | null;
}

/** A page found in a frame, and how much speaks for it. */
export interface VerifiedPage extends FittedPage {
  /** 0..1, smaller is closer. */
  score: number;
  /** The page's ink and where the frame shows it; null when it was not looked at. */
  ink: PageInk | null;
}

/** A page whose ink was looked at, as it is told from its look-alikes. */
export function rivalOf({ page, ink }: VerifiedPage): Rival {
  return { profile: page.profile, ink: ink!.bitmap, hidden: ink!.hidden };
}

/** Pages with a score above this are refused whatever else is asked of them. */
export const NEARLY_FOUND = 0.4;
/** A page with a score above this was not found, so that nothing says where it lies. */
export const HALF_LAID = 0.8;
/** A page with a score below this can hardly be laid better. */
export const WELL_LAID = 0.1;
/** A page with a score below this has next to no ink left that another plane could find. */
export const NEXT_TO_NOTHING = 0.03;
/** A page that agrees so well with a sheet that was not bent for it shows that the sheet is flat. */
const FLAT_SCORE = 0.25;
/** Candidates whose scores lie closer than this may be look-alikes. */
export const LOOK_ALIKE_GAP = 0.25;

export function isWellLaid({ score }: VerifiedPage): boolean {
  return score < WELL_LAID;
}

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
 * Leaves of what speaks for the best page a share alone, and sorts the pages anew. Scores of pages whose ink was not
 * looked at follow from the best one's.
 * @param verified closest first, and so again afterwards
 * @param share 0..1: all of it, or none
 */
export function believe(verified: VerifiedPage[], share: number): void {
  const [best] = verified;
  for (const each of verified) if (each === best || !each.ink) each.score = 1 - (1 - each.score) * share;
  verified.sort(byScore);
}

/** Closest first; of like scores the one with more agreeing features. */
export function byScore(a: VerifiedPage, b: VerifiedPage): number {
  return a.score - b.score || b.fit.inliers - a.fit.inliers;
}
