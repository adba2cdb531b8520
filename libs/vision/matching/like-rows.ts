import { printOf, type InkBitmap } from '../ink/ink-bitmap.js';
import { hasRepeatedRows } from '../outline/repeated-rows.js';
import type { VerifiedPage } from './verified-page.js';

/** Longer side of the print that is held against itself, px: lines of small print are 4 px high. */
const PRINT_SIDE = 400;

const known = new WeakMap<InkBitmap, boolean>();

/**
 * Whether a page that was laid is for the most part rows that look alike: its score, however good, does not say then
 * that it does not lie some rows too high or too low.
 */
export function isOfLikeRows(page: VerifiedPage | undefined): boolean {
  const ink = page?.ink?.bitmap;
  if (!ink) return false;
  const before = known.get(ink);
  if (before !== undefined) return before;
  const repeats = hasRepeatedRows(printOf(ink, PRINT_SIDE));
  known.set(ink, repeats);
  return repeats;
}
