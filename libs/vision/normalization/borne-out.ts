import type { Raster } from '../pixels/raster.js';
import type { PageRegistration } from '../registration/flat-registration.js';
import { hasRepeatedRows } from './repeated-rows.js';

/** A page as stored, grey, and px of it an inch of paper. */
interface StoredPage {
  page: Raster;
  dpi: number;
}

/** Registrations that fewer of the page's inked places confirm are not used... */
const MIN_AGREEMENT = 0.3;
/**
 * ...nor those of a sheet bent by more than this, px of the page at BEND_DPI, that fewer confirm: where a bend was
 * followed rightly nearly all are found (0.95 and more of 55 bent sheets), unless something covers them; rows that
 * repeat may bend a sheet the wrong way.
 */
export const BENT = 20;
const BEND_DPI = 150;
const MIN_BENT_AGREEMENT = 0.6;
/**
 * Where fewer than this confirm a lay it is asked whether there is a better one: tables laid two rows off had up to
 * 0.95 of their places.
 */
export const SURE_AGREEMENT = 0.97;
/**
 * Of a page of rows that look alike more is asked: it may be laid with some of its rows left out, flat or as if the
 * sheet were bent, and has most of its rules found all the same. Flat sheets of ruled pages laid as bent had 0.6 to
 * 0.89, bent ones laid rightly 0.91 and more.
 */
const MIN_AGREEMENT_OF_ROWS = 0.5;
const MIN_BENT_AGREEMENT_OF_ROWS = 0.9;

/** A registration that enough of the page's places confirm; else null. */
export function borneOut(
  reference: StoredPage,
  registration: PageRegistration | null,
): PageRegistration | null {
  if (!registration || registration.agreement >= SURE_AGREEMENT) return registration;
  const bent = bendOf(reference, registration) > BENT;
  const least = bent ? MIN_BENT_AGREEMENT : MIN_AGREEMENT;
  const leastOfRows = bent ? MIN_BENT_AGREEMENT_OF_ROWS : MIN_AGREEMENT_OF_ROWS;
  const { agreement } = registration;
  if (agreement >= leastOfRows) return registration;
  return agreement >= least && !hasRepeatedRows(reference.page) ? registration : null;
}

/** Largest shift of a sheet against a plane, px of the page at BEND_DPI, however densely the page is stored. */
export function bendOf({ dpi }: StoredPage, { bend }: PageRegistration): number {
  return (bend * BEND_DPI) / dpi;
}
