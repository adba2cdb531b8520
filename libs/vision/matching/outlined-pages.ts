import { refineFit, roughlyAgreeing, type FrameFeatures } from '../features/page-homography.js';
import type { ShortlistedPage } from '../features/page-index.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import type { Homography, Quad } from '../pixels/raster.js';
import type { FittedPage } from './verified-page.js';

const { hypot, max } = Math;

/** Pages tried in an outline, of those that most votes are for. */
const TRIED = 24;
/** ... and how many of them, those with most features about where the outline puts them, are laid there. */
const LAID = 3;
/** ... if so many agree at least. */
const MIN_AGREEING = 12;
/**
 * A page is not what an outline encloses if their proportions differ by more: steep views look shorter than they are.
 */
const MAX_STRETCH = 1.25;

/**
 * Pages as an outline encloses them, whichever side is up: print that looks alike in many places (boxes, rows, words
 * that come again) does not say by itself where a page lies, however many of its features are met.
 * @param view features of the outlined view
 * @param corners of the outline in the view, clockwise
 * @param shortlist pages that the view may show, likeliest first
 * @param laid how many of them are laid at most
 */
export function pagesInOutline(
  view: FrameFeatures,
  corners: Quad,
  shortlist: readonly ShortlistedPage[],
  laid = LAID,
): FittedPage[] {
  const tried = shortlist.slice(0, TRIED).map((each) => ({ ...each, ...likeliestTurn(view, corners, each) }));
  tried.sort((a, b) => b.agreeing - a.agreeing);
  return tried.slice(0, laid).flatMap(({ page, twins, agreeing, plane }) => {
    if (!plane || agreeing < MIN_AGREEING) return [];
    const refined = refineFit(view, page.profile, plane);
    const { count: visible } = page.profile.features;
    const fit = refined ?? { homography: plane, inliers: agreeing, visible, points: { page: [], frame: [] } };
    const planes = refined ? [plane, refined.homography] : [plane];
    return [{ page, twins, fit, meanPlane: null, outlined: { planes, alone: true } }];
  });
}

/** Of the turns in which a page may fill the outline, the one in which most of its features agree roughly. */
function likeliestTurn(
  view: FrameFeatures,
  corners: Quad,
  { page: { profile } }: ShortlistedPage,
): { agreeing: number; plane: Homography | null } {
  const { width, height } = profile;
  const page = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  let likeliest: { agreeing: number; plane: Homography | null } = { agreeing: 0, plane: null };
  for (let turn = 0; turn < 4; turn++) {
    const turned = corners.map((_, k) => corners[(k + turn) % 4]);
    const [a, b, , d] = turned;
    const stretch = (hypot(b.x - a.x, b.y - a.y) * height) / (hypot(d.x - a.x, d.y - a.y) * width);
    if (max(stretch, 1 / stretch) > MAX_STRETCH) continue;
    const plane = homographyFromPoints(page, turned);
    const agreeing = plane ? roughlyAgreeing(view, profile, plane) : 0;
    if (agreeing > likeliest.agreeing) likeliest = { agreeing, plane };
  }
  return likeliest;
}
