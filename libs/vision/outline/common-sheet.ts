import type { Quad, Size } from '../pixels/raster.js';
import { fittingSheet } from './page-proportions.js';
import { STRAIGHT, type PageOutline } from './refined-outline.js';

/**
 * The part of the side that is seen least along which there is a straight edge, at least: of right outlines most often
 * 1. A half of a folded sheet of A4 has its proportions: more is asked of one that may be such a half.
 */
const BORNE = 0.95;
const BORNE_OF_HALF_ALIKE = 0.99;
/**
 * A common sheet is so many times as likely as any other page by the proportions, at least. Of 408 photographs (the
 * booth's, on 51 tables it had not seen) 95 % of the sheets have 33 and more; of 52 outlines in crops of them that lose
 * a part of the page, and are doubted, none has as many and such an edge.
 */
const ODDS = 30;

/** What an outline shows that is a common sheet by its shape. */
export interface CommonSheet {
  /** Whether a half of it, folded across its longer side, has its own proportions. */
  isHalfAlike: boolean;
  /** Which of the outline's sides are the longer ones. */
  long: readonly [number, number];
}

/**
 * The common sheet that an outline has the shape of: all four of its sides are seen, straight edges all along, and by
 * their perspective it has a sheet's proportions. What is printed on a sheet, or a part of one, has them by chance, if
 * light falls as sharply along all of its sides.
 *
 * @param outline px of a picture of that size
 */
export function commonSheet(
  { quad, cut, bow, borne }: { quad: Quad } & Pick<PageOutline, 'cut' | 'bow' | 'borne'>,
  { width, height }: Size,
): CommonSheet | null {
  if (cut.some(Boolean) || bow > STRAIGHT || borne < BORNE) return null;
  const found = fittingSheet(quad, width, height, bow);
  if (!found || found.odds < ODDS) return null;
  const isHalfAlike = found.sheet === 'A4';
  if (isHalfAlike && borne < BORNE_OF_HALF_ALIKE) return null;
  return { isHalfAlike, long: found.ratio > 1 ? [0, 2] : [1, 3] };
}
