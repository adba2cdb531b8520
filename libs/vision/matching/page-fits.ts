import type { Features } from '../features/orb-features.js';
import { nearestPairs, type FrameFeatures } from '../features/feature-pairs.js';
import { refineFit } from '../features/page-homography.js';
import type { PageBox, PageIndex } from '../features/page-index.js';
import type { PageProfile } from '../features/page-profile.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import { compose, project } from '../geometry/projective.js';
import { affineConsensus, asHomography, type FeaturePairs } from '../geometry/similarity-consensus.js';
import type { Homography, Point, Quad } from '../pixels/raster.js';
import { byInliers, FOUND, withLikeOfTheBest } from './like-the-best.js';
import { pagesInOutline } from './outlined-pages.js';
import type { OutlinedView } from './outlined-view.js';
import type { FittedPage } from './verified-page.js';

const { max } = Math;

/** Pages that the index proposes for geometric verification. */
const SHORTLIST = 80;
/** ... when each is compared feature by feature: a page with little print, much written on, came 25th. */
const THOROUGH_SHORTLIST = 32;
/** ... when they are voted for in their places: known pages came first of 80, or seventh. */
const FILLING_SHORTLIST = 6;
/**
 * Of these, pages whose homography is fitted: those with most pairs that agree on an affine map. Pages with little
 * print often come 15th to 20th by that.
 */
const VERIFIED = 20;
/** Beside a page that is found only its rivals are fitted: pages with at least this share of its pairs. */
const RIVAL_PAIRS = 1 / 3;

/** A way to look at a frame. */
export interface Look {
  described: FrameFeatures;
  /** What was described, when it was not the frame itself. */
  view: OutlinedView | null;
  /** Pairs are looked for among all features, not only those that the index met: for pages of few or repeated ones. */
  thorough: boolean;
  /**
   * Pages are looked for as they fill the view's outline, and nowhere else: among so many features that next to all of
   * a sheet's are there, others agree by chance.
   */
  filling?: boolean;
  /** What a look before found could have stood: what is found now has to show its letters (see `doubtMissing`). */
  mistrusted?: boolean;
}

/** Pages that one look at a frame places in it, those with most agreeing features first. */
export function fitPages(
  look: Look,
  index: PageIndex,
  onStage: (stage: 'shortlist' | 'verify') => void,
): FittedPage[] {
  const { described, view, thorough, filling = false } = look;
  onStage('shortlist');
  if (view && filling) {
    const voted = index.shortlist(described.features, FILLING_SHORTLIST, boxOf(view.corners));
    onStage('verify');
    return withTheirLike(look, pagesInOutline(described, view, voted, index, FILLING_SHORTLIST), index);
  }
  const shortlist = index.shortlist(described.features, thorough ? THOROUGH_SHORTLIST : SHORTLIST);
  onStage('verify');
  const likely = shortlist.flatMap(({ page, twins, pairs: met }) => {
    const pairs = thorough ? nearestPairs(described.features, page.profile.features) : met;
    const { width, height, features } = page.profile;
    const guess = affineConsensus(features, described.features, pairs, max(width, height));
    return guess ? [{ page, twins, pairs, guess }] : [];
  });
  likely.sort((a, b) => b.guess.agreeing.length - a.guess.agreeing.length);
  const fitted: FittedPage[] = [];
  let [mostInliers, itsPairs] = [0, 0];
  for (const { page, twins, pairs, guess } of likely.slice(0, VERIFIED)) {
    const { agreeing, map } = guess;
    if (mostInliers >= FOUND && agreeing.length < RIVAL_PAIRS * itsPairs) break;
    const fit = refineFit(described, page.profile, asHomography(map));
    if (!fit) continue;
    fitted.push({
      page,
      twins,
      fit,
      meanPlane: planeThrough(agreeing, pairs, page.profile, described),
      outlined: null,
    });
    if (fit.inliers > mostInliers) [mostInliers, itsPairs] = [fit.inliers, agreeing.length];
  }
  const placed = view ? withOutlined(fitted, pagesInOutline(described, view, shortlist, index)) : fitted;
  return withTheirLike(look, placed, index);
}

/** The box of an outline that is seen straight. */
function boxOf([upperLeft, , lowerRight]: Quad): PageBox {
  return { left: upperLeft.x, top: upperLeft.y, right: lowerRight.x, bottom: lowerRight.y };
}

/** Pages placed in what was looked at, and those like the best of them, as placed in the frame. */
function withTheirLike(
  { described, view }: Look,
  placed: readonly FittedPage[],
  index: PageIndex,
): FittedPage[] {
  const all = withLikeOfTheBest(described, byInliers(placed), index);
  return view ? all.map((each) => throughView(each, view.toFrame)) : all;
}

/** Least squares over the pairs that agree on an affine map: of a bent sheet the plane it lies nearest to. */
function planeThrough(
  agreeing: readonly number[],
  pairs: FeaturePairs,
  { features }: PageProfile,
  described: FrameFeatures,
): Homography | null {
  const from = agreeing.map((k) => placeOf(features, pairs.page[k]));
  const to = agreeing.map((k) => placeOf(described.features, pairs.frame[k]));
  return homographyFromPoints(from, to);
}

function placeOf({ x, y }: Features, at: number): Point {
  return { x: x[at], y: y[at] };
}

/** A page placed in a view of the frame as placed in the frame. */
function throughView(fitted: FittedPage, toFrame: Homography): FittedPage {
  const { fit, meanPlane, outlined } = fitted;
  const { page, frame } = fit.points;
  return {
    ...fitted,
    fit: {
      ...fit,
      homography: compose(toFrame, fit.homography),
      points: { page, frame: frame.map(({ x, y }) => project(toFrame, x, y)) },
    },
    meanPlane: meanPlane && compose(toFrame, meanPlane),
    outlined: outlined && { ...outlined, planes: outlined.planes.map((plane) => compose(toFrame, plane)) },
  };
}

/** Pages as their features place them, and as an outline does. */
function withOutlined(fitted: readonly FittedPage[], inOutline: readonly FittedPage[]): FittedPage[] {
  const byPage = new Map(fitted.map((each) => [each.page, each]));
  for (const each of inOutline) {
    const own = byPage.get(each.page);
    const planes = each.outlined?.planes ?? [];
    byPage.set(each.page, own ? { ...own, outlined: { planes, alone: false } } : each);
  }
  return [...byPage.values()];
}
