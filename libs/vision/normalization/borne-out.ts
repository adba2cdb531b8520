import { hasRepeatedRows } from '../outline/repeated-rows.js';
import type { Raster } from '../pixels/raster.js';
import type { PageRegistration } from '../registration/flat-registration.js';
import { linesInPlace } from '../registration/lines-in-place.js';

const { max } = Math;

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
 * Where lines are so many times as many as other places a page is ruled, and so many of those in sight have to lie in
 * their places too, unless nearly all places of a flat one were found: it may be laid with some of its rows left out,
 * flat or as if the sheet were bent, and show a heading where it belongs all the same. Of bent sheets laid rightly 0.85
 * and more do, of those laid some rows off 0.77 at most; a third of a flat one may be covered.
 */
const MOSTLY_LINES = 4;
const MIN_LINES_OF_FLAT = 0.5;
const MIN_LINES_OF_BENT = 0.8;
/**
 * A cover hides lines and other places alike: with less than this part as many of the lines found the others, as labels
 * beside them, lie where a map has them and the rest of the sheet does not. Laid rightly 0.75 and more were, 0.42 in
 * the dark, where rules are lost in noise; laid wrongly 0.09 to 0.15, and 0.46 as if bent.
 */
const FLAT_LINES_AGAINST_PLACES = 0.25;
const BENT_LINES_AGAINST_PLACES = 0.6;

/**
 * A registration that enough of the page's places confirm, and of its lines where it has many; else null.
 *
 * @param frame the full frame, grey or RGB
 */
export function borneOut(
  frame: Raster,
  reference: StoredPage,
  registration: PageRegistration | null,
): PageRegistration | null {
  if (!registration) return null;
  const { agreement, toFrame } = registration;
  const { page } = reference;
  // A plane through a single line may lie any way, and what is bent against it as well.
  if (registration.bend > max(page.width, page.height)) return null;
  const isBent = bendOf(reference, registration) > BENT;
  if (agreement < (isBent ? MIN_BENT_AGREEMENT : MIN_AGREEMENT)) return null;
  if (agreement >= SURE_AGREEMENT && !isBent) return registration;
  const lines = linesInPlace(page, frame, toFrame);
  if (!lines) return registration;
  const { share, against } = lines;
  if (share < (isBent ? BENT_LINES_AGAINST_PLACES : FLAT_LINES_AGAINST_PLACES) * agreement) return null;
  if (against < MOSTLY_LINES || share >= (isBent ? MIN_LINES_OF_BENT : MIN_LINES_OF_FLAT))
    return registration;
  return hasRepeatedRows(page) ? null : registration;
}

/** Largest shift of a sheet against a plane, px of the page at BEND_DPI, however densely the page is stored. */
export function bendOf({ dpi }: StoredPage, { bend }: PageRegistration): number {
  return (bend * BEND_DPI) / dpi;
}
