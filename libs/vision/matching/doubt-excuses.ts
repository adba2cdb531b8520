import { LOST } from '../ink/hidden-ink.js';
import { deniedShare, inkEvidence } from '../ink/ink-evidence.js';
import type { Raster } from '../pixels/raster.js';
import { missingPrint } from './missing-print.js';
import { NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { min } = Math;

/** A page with a score below this, half of those photographed, lacks no print to speak of. */
const HARDLY_MISSING = 0.001;
/**
 * Where this share of a page's ink speaks against it, either something lies on it or rows have moved: so it was on 7 of
 * 99 right pages, 6 of them covered, and on 13 of 14 of another edition that has a row more or less.
 */
const MUCH_DENIED = 0.02;

/**
 * Takes back what was excused of the best page's ink for lying under something, as far as print of the page is missing
 * beside it. Its look-alikes are no closer for that: all scores rise alike.
 */
export function doubtExcuses(frame: Raster, verified: readonly VerifiedPage[]): void {
  const [best] = verified;
  if (!best?.ink || best.ink.hidden.size === 0 || best.score >= NEARLY_FOUND) return;
  const { blocks, hidden } = best.ink;
  const missing = missingBeside(frame, best);
  const excused = inkEvidence(blocks, hidden) - inkEvidence(blocks, hidden, missing);
  for (const page of verified) page.score = min(1, page.score + excused);
}

/**
 * Share of a page's print that the frame lacks in the midst of print that it shows, see `missingPrint`, or of its ink
 * that speaks against it, where that is much; 0 of a page that was not found, and of one of which next to nothing is
 * missing at all.
 */
export function missingOf(frame: Raster, page: VerifiedPage): number {
  const { ink, score } = page;
  if (!ink || score < HARDLY_MISSING || score >= NEARLY_FOUND) return 0;
  const denied = deniedShare(ink.blocks);
  return denied >= MUCH_DENIED ? denied : missingBeside(frame, page);
}

function missingBeside(frame: Raster, { ink, fit, page }: VerifiedPage): number {
  if (!ink) return 0;
  const { bitmap, blocks, hidden } = ink;
  if (ink.missing !== undefined) return ink.missing;
  const lost = blocks.filter((block) => hidden.has(block) || block.correlation < LOST);
  const sampler = { frame, homography: fit.homography, blocks };
  ink.missing = missingPrint(sampler, page.profile, bitmap, lost);
  return ink.missing;
}
