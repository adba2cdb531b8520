import type { FrameFeatures } from '../features/feature-pairs.js';
import { refineFit, roughlyAgreeing } from '../features/page-homography.js';
import type { PageIndex } from '../features/page-index.js';
import type { FittedPage } from './verified-page.js';

const { abs } = Math;

/** A page with so many agreeing features is found: repeated print finds up to 29 on wrong ones. */
export const FOUND = 60;
/** Where that lies its like have at least this share of them, roughly counted, or are no rivals of it. */
const RIVAL_FEATURES = 0.45;
/** Pages like the best one are tried where that lies, if their sizes differ by no larger share. */
const SAME_SIZE = 0.01;

/** Those with most agreeing features first. */
export const byInliers = (pages: readonly FittedPage[]): FittedPage[] =>
  [...pages].sort((a, b) => b.fit.inliers - a.fit.inliers);

/**
 * The pages, and beside them those like the best one, where that lies: another year of a form, whose own features were
 * too few to place it, must not be missing where the two are told apart. Where one of these is found, and better, the
 * best one was but like it: then what is like this one as well.
 *
 * @param fitted those with most agreeing features first, as those returned
 */
export function withLikeOfTheBest(
  described: FrameFeatures,
  fitted: readonly FittedPage[],
  index: PageIndex,
): FittedPage[] {
  const [best] = fitted;
  if (!best) return [];
  const known = new Set(fitted.map(({ page }) => page));
  const { width, height } = best.page.profile;
  const others = index
    .pagesLike(best.page)
    .filter(
      ({ page }) =>
        !known.has(page) &&
        abs(page.profile.width - width) <= SAME_SIZE * width &&
        abs(page.profile.height - height) <= SAME_SIZE * height,
    );
  const like = others.flatMap(({ page, twins }): FittedPage[] => {
    const { inliers, homography } = best.fit;
    if (inliers >= FOUND && roughlyAgreeing(described, page.profile, homography) < RIVAL_FEATURES * inliers)
      return [];
    const fit = refineFit(described, page.profile, homography);
    const byOutline = best.byOutline || best.outlined?.alone;
    return fit ? [{ page, twins, fit, meanPlane: best.meanPlane, outlined: null, byOutline }] : [];
  });
  const all = byInliers([...fitted, ...like]);
  const [first] = all;
  return first !== best && first.fit.inliers >= FOUND ? withLikeOfTheBest(described, all, index) : all;
}
