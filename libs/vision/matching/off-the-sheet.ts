import { frameQuad, projectQuad } from '../geometry/plane-geometry.js';
import { hasRightAngles } from '../light/flat-scan.js';
import { searchOutlines } from '../outline/page-outline.js';
import { CLEAR, isWithin, latticeOf } from '../outline/whole-page.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { byScore, type VerifiedPage } from './verified-page.js';

const { abs, max, min } = Math;

/** Pages with a score above this are refused wherever they lie. */
const NEARLY_FOUND = 0.4;
/**
 * A page of which less than this is in the picture may lie half off a sheet; outlines are found for no others: they
 * cost as much as a look.
 */
const IN_PICTURE = 0.75;
/** Part of the agreeing places that lie on the sheet. */
const ON_SHEET = 0.9;
/** Parts of the page off the sheet, and of the sheet off the page, from which one is not the other. */
const APART = 0.3;
/**
 * A scanned page's angles are right within this, degrees, and its borders lie this near to the picture's, a part of its
 * size.
 */
const STRAIGHT = 0.5;
const SCAN_MARGIN = 0.04;

/**
 * Refuses a best page that lies half off the sheet on which its print is seen, as one does whose few lines stand amid
 * the print of another: another year of a form may have a page's lines at its foot. The next best one is asked then.
 * The sheet is one with a clear outline, or a scan as wide or high as the page.
 *
 * @param frame grey
 * @param verified closest first, and so again afterwards
 */
export function refuseOffTheSheet(frame: Raster, verified: VerifiedPage[]): void {
  const picture = frameQuad(frame.width, frame.height);
  let sheet: Quad | null | undefined;
  for (;;) {
    const [best] = verified;
    if (!best || best.score >= NEARLY_FOUND) return;
    const { profile } = best.page;
    const page = projectQuad(best.fit.homography, frameQuad(profile.width, profile.height));
    if (outside(page, picture) <= 1 - IN_PICTURE) return;
    if (sheet === undefined) sheet = fillsAcross(page, frame) ? picture : clearSheet(frame);
    if (!sheet || !liesOff(page, sheet, best.fit.points.frame)) return;
    best.score = 1;
    verified.sort(byScore);
  }
}

/** Whether a page lies straight and is as wide, or as high, as the picture: as in a scan of a sheet of its size. */
function fillsAcross(page: Quad, { width, height }: Raster): boolean {
  if (!hasRightAngles(page, STRAIGHT)) return false;
  const fills = (ends: readonly number[], length: number): boolean =>
    abs(min(...ends)) < SCAN_MARGIN * length && abs(max(...ends) - length) < SCAN_MARGIN * length;
  return (
    fills(
      page.map(({ x }) => x),
      width,
    ) ||
    fills(
      page.map(({ y }) => y),
      height,
    )
  );
}

/** The outline of a sheet that is sure to lie all in the picture; null where none is. */
function clearSheet(frame: Raster): Quad | null {
  const [found] = searchOutlines(frame, 1);
  return found && found.confidence >= CLEAR && !found.isPart && !found.cut.some(Boolean) ? found.quad : null;
}

/** Whether what agrees with a page lies on a sheet, and much of either does not. */
function liesOff(page: Quad, sheet: Quad, agreeing: readonly Point[]): boolean {
  const onSheet = agreeing.filter((place) => isWithin(place, sheet)).length;
  return (
    onSheet >= ON_SHEET * agreeing.length && outside(page, sheet) >= APART && outside(sheet, page) >= APART
  );
}

/** The part of a quad's area that lies outside of another. */
function outside(quad: Quad, other: Quad): number {
  const places = latticeOf(quad);
  return places.filter((place) => !isWithin(place, other)).length / places.length;
}
