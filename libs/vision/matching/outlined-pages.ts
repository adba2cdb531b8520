import type { FrameFeatures } from '../features/feature-pairs.js';
import { refineFit, roughlyAgreeing } from '../features/page-homography.js';
import type { PageIndex, ShortlistedPage } from '../features/page-index.js';
import { homographyFromPoints, resizeMap, turnQuad } from '../geometry/plane-geometry.js';
import { compose } from '../geometry/projective.js';
import { asPrinted, type InkBitmap } from '../ink/ink-bitmap.js';
import { COMPARED_SIDE, printLikeness } from '../outline/print-likeness.js';
import type { Homography, Size } from '../pixels/raster.js';
import { reduceByBoxes, type Reduced } from '../pixels/resample.js';
import type { OutlinedView } from './outlined-view.js';
import type { FittedPage } from './verified-page.js';

const { hypot, max } = Math;

/** Of the pages that a view may show, so many are compared with it, of which most features agree where it puts them. */
const COMPARED = 8;
/** ... if so many agree at least. */
const MIN_AGREEING = 12;
/** ... and how many of them, those whose print is most like what is seen, are laid there. */
const LAID = 3;
/**
 * A page is not what an outline encloses if their proportions differ by more: steep views look shorter than they are.
 */
const MAX_STRETCH = 1.25;

/** A page with one of the outline's sides up. */
interface PlacedPage {
  /** Takes px of the page to px of the view. */
  plane: Homography;
  /** Its features that the view shows about there. */
  agreeing: number;
}

/**
 * Pages as an outline encloses them, or as much of them as the picture shows, whichever side is up: print that looks
 * alike in many places (boxes, rows, words that come again) does not say by itself where a page lies, however many of
 * its features are met.
 * @param described features of the view
 * @param shortlist pages that the view may show
 * @param laid how many of them are laid at most
 */
export function pagesInOutline(
  described: FrameFeatures,
  view: Pick<OutlinedView, 'raster' | 'placesOf'>,
  shortlist: readonly ShortlistedPage[],
  index: Pick<PageIndex, 'ink'>,
  laid = LAID,
): FittedPage[] {
  const placed = shortlist.map((each) => {
    const turns = turnsOf(described, view, each);
    return { ...each, turns, agreeing: max(0, ...turns.map((turn) => turn.agreeing)) };
  });
  const likely = placed.filter(({ agreeing }) => agreeing >= MIN_AGREEING);
  likely.sort((a, b) => b.agreeing - a.agreeing);
  const seen = reduceByBoxes(view.raster, COMPARED_SIDE);
  const compared = likely.slice(0, COMPARED).map((each) => {
    const { profile } = each.page;
    return { ...each, ...likestTurn(each.turns, seen, profile, index.ink(profile)) };
  });
  compared.sort((a, b) => b.likeness - a.likeness);
  return compared.slice(0, laid).map(({ page, twins, turn: { plane, agreeing } }) => {
    const refined = refineFit(described, page.profile, plane);
    const { count: visible } = page.profile.features;
    const fit = refined ?? { homography: plane, inliers: agreeing, visible, points: { page: [], frame: [] } };
    const planes = refined ? [plane, refined.homography] : [plane];
    return { page, twins, fit, meanPlane: null, outlined: { planes, alone: true } };
  });
}

/** The turns in which a page may fill the outline. */
function turnsOf(
  described: FrameFeatures,
  view: Pick<OutlinedView, 'placesOf'>,
  { page: { profile } }: ShortlistedPage,
): PlacedPage[] {
  const { width, height } = profile;
  const page = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const places = [width / height, height / width].map((ratio) => view.placesOf(ratio));
  return [0, 1, 2, 3].flatMap((quarters) =>
    places[quarters % 2].flatMap((corners) => {
      const turned = turnQuad(corners, quarters);
      const [a, b, , d] = turned;
      const stretch = (hypot(b.x - a.x, b.y - a.y) * height) / (hypot(d.x - a.x, d.y - a.y) * width);
      const plane = max(stretch, 1 / stretch) > MAX_STRETCH ? null : homographyFromPoints(page, turned);
      return plane ? [{ plane, agreeing: roughlyAgreeing(described, profile, plane) }] : [];
    }),
  );
}

/** The turn in which a page's print is most like what is seen: lists look much alike upside down, to features. */
function likestTurn(
  turns: readonly PlacedPage[],
  seen: Reduced,
  page: Size,
  ink: InkBitmap,
): { turn: PlacedPage; likeness: number } {
  const expected = asPrinted(ink, COMPARED_SIDE);
  const fromExpected = resizeMap(page.width / expected.width, page.height / expected.height);
  const toSeen = resizeMap(seen.scaleX, seen.scaleY);
  const likenesses = turns.map(({ plane }) =>
    printLikeness(expected, seen.raster, compose(toSeen, compose(plane, fromExpected))),
  );
  const likeness = max(...likenesses);
  return { turn: turns[likenesses.indexOf(likeness)], likeness };
}
