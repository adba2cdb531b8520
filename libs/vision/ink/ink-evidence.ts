import { ramp } from '../geometry/ramp.js';
import type { RegisteredBlock } from './ink-registration.js';

const { max, min, sqrt } = Math;

/** Correlation of a block at which it begins to speak for the page, and at which it fully does. */
const SILENT = 0.35;
const SPEAKING = 0.65;
/** Share of what its well matched neighbours have, at which a block begins to speak against the page. */
const DOUBTED = 0.65;
const DENIED = 0.4;
/** Share of its ink found, under which a block begins to speak against the page: writing over print hides none. */
const MISSED = 0.75;
const MISSING = 0.45;
/**
 * Share of its ink shown beyond chance (see close-by.ts) at which a block under writing begins to speak for the page,
 * and at which it fully does. Of blocks that agree badly, nine in ten of densely filled known pages have 0.75 and more,
 * of other lists and tables 0.7 and less.
 */
const SHOWN = [0.7, 0.9] as const;
/**
 * What a block against weighs to one that is merely unclear. On photographs of known forms, blocks against
 * are under 2 % (8 % where another sheet covers part), on those of another revision mostly over 7 %.
 */
const AGAINST_WEIGHT = 4;
/** A frame that shows less than this share of a page's ink cannot fully speak for it. */
const SUFFICIENT_VIEW = 0.4;
/**
 * Hidden ink (see hidden-ink.ts) is excused as far as the rest speaks for the page: from the first share of all the
 * page's ink on that agrees, fully from the second; and the same of the ink that is neither hidden nor out of view.
 * Excused ink counts half: a page of which less is seen is less certain.
 */
const EXCUSED_SEEN = [0.4, 0.6] as const;
const EXCUSED_REST = [0.8, 0.95] as const;
const HIDDEN_WEIGHT = 0.5;
/**
 * What lies under something is not excused where print is missing beside it (see missing-print.ts): from this share on,
 * and not at all.
 */
export const EXCUSED_MISSING = [0.004, 0.001] as const;

/**
 * How much of what a page offers the frame shows, 0..1: ink that agrees, against all visible ink. Where paper
 * lies bare in the middle of well matched ink although the page has print there, that speaks against the page.
 * @param hidden blocks whose ink lies under something
 * @param missing share of the print that the frame does not show in the midst of print that it does
 * @param underWriting whether ink counts that is shown under writing
 */
export function inkEvidence(
  blocks: readonly RegisteredBlock[],
  hidden: ReadonlySet<RegisteredBlock> = new Set(),
  missing = 0,
  underWriting = true,
): number {
  let all = 0;
  let visible = 0;
  let agreeing = 0;
  let against = 0;
  let covered = 0;
  let againstCovered = 0;
  for (const block of blocks) {
    // A block's weight grows with its ink, but a black bar is not worth ten lines of print.
    const weight = sqrt(block.ink);
    all += weight;
    if (!block.visible) continue;
    visible += weight;
    // Writing between the lines and dark fields spoil the one, not the other.
    const agreement = max(block.correlation, block.closeBy);
    const shown = underWriting ? ramp(block.shown, ...SHOWN) : 0;
    agreeing += weight * max(shown, ramp(agreement, SILENT, SPEAKING));
    const denied = weight * denial(block, shown);
    against += denied;
    if (!hidden.has(block)) continue;
    covered += weight;
    againstCovered += denied;
  }
  if (visible === 0) return 0;
  const excuse =
    covered > 0
      ? ramp(agreeing / all, ...EXCUSED_SEEN) *
        ramp(agreeing / max(1e-9, visible - covered), ...EXCUSED_REST) *
        ramp(missing, ...EXCUSED_MISSING)
      : 0;
  const counted =
    visible -
    excuse * (1 - HIDDEN_WEIGHT) * covered +
    (AGAINST_WEIGHT - 1) * (against - excuse * againstCovered);
  // Excused ink that agrees all the same counts by half below, and whole above.
  return min(1, agreeing / counted) * min(1, visible / all / SUFFICIENT_VIEW);
}

/** How much a block speaks against its page, 0..1. @param shown how far its ink counts as shown under writing, 0..1 */
function denial({ correlation, closeBy, expected, found }: RegisteredBlock, shown: number): number {
  if (expected <= 0) return 0;
  const agreement = max(correlation, closeBy) / expected;
  return (1 - shown) * ramp(agreement, DOUBTED, DENIED) * ramp(found, MISSED, MISSING);
}

/** Share of a page's ink in sight, 0..1, that speaks against the page, whether something hides it or not. */
export function deniedShare(blocks: readonly RegisteredBlock[]): number {
  let all = 0;
  let denied = 0;
  for (const block of blocks) {
    if (!block.visible) continue;
    const weight = sqrt(block.ink);
    all += weight;
    denied += weight * denial(block, ramp(block.shown, ...SHOWN));
  }
  return denied / max(1e-9, all);
}
