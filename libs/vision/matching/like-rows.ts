import { asPrinted, type InkBitmap } from '../ink/ink-bitmap.js';
import { hasRepeatedRows } from '../outline/repeated-rows.js';
import { remembered } from '../pixels/remembered.js';
import type { VerifiedPage } from './verified-page.js';

/** Longer side of the print that is held against itself, px: lines of small print are 4 px high. */
const PRINT_SIDE = 400;

const repeats = remembered((ink: InkBitmap) => hasRepeatedRows(asPrinted(ink, PRINT_SIDE)));

/**
 * Whether a page that was laid is for the most part rows that look alike: its score, however good, does not say then
 * that it does not lie some rows too high or too low.
 */
export function isOfLikeRows(page: VerifiedPage | undefined): boolean {
  return page?.ink ? repeats(page.ink.bitmap) : false;
}
