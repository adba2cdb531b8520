import type { PageProfile } from '../features/page-profile.js';
import { frameQuad, projectQuad } from '../geometry/plane-geometry.js';
import { wellMatched } from '../ink/ink-registration.js';
import { hasRightAngles } from '../light/flat-scan.js';
import { findPageOutline } from '../outline/page-outline.js';
import { printGoesOn } from '../outline/print-beyond.js';
import { MIN_OUTLINE_CONFIDENCE, type PageOutline } from '../outline/refined-outline.js';
import { CLEAR, isWithin, outside } from '../outline/whole-page.js';
import { close } from '../pixels/morphology.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';
import { believe, NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { abs, max, min } = Math;

/**
 * A page of which less than this is in the picture may lie half off a sheet, and so may one that lies amid print (see
 * `sideAmidPrint`); outlines are found for no others: they cost as much as a look.
 */
const IN_PICTURE = 0.75;
/** Part of the agreeing places that lie on the sheet. */
const ON_SHEET = 0.9;

/** What tells the sheet on which a page may lie half, and how far apart they are then. */
interface Doubt {
  /** Confidence from which an outline is such a sheet, and whether the picture may cut it off. */
  confidence: number;
  mayBeCut: boolean;
  /** Parts of the page off the sheet, and of the sheet off the page, from which one is not the other. */
  pageOff: number;
  sheetOff: number;
}

const BEYOND_PICTURE: Doubt = { confidence: CLEAR, mayBeCut: false, pageOff: 0.3, sheetOff: 0.3 };
/** Print beyond the page speaks against it as well: what tells the sheet may be less sure. */
const AMID_PRINT: Doubt = { confidence: MIN_OUTLINE_CONFIDENCE, mayBeCut: true, pageOff: 0.1, sheetOff: 0.2 };

/**
 * A scanned page's angles are right within this, degrees, and its borders lie this near to the picture's, a part of its
 * size.
 */
const STRAIGHT = 0.5;
const SCAN_MARGIN = 0.04;
/** So near, where print goes on beyond a page that runs across the picture. */
const CLOSE_UP_MARGIN = 0.12;

/** Longest side of the copy, px, in which print beyond a page is looked for, and half the width of its letters. */
const COPY_SIDE = 700;
const TEXT_RADIUS = 7;
/** How much print has to go on beyond a side (see `printGoesOn`)... */
const GOES_ON = 0.3;
/** ...and the part of the page at the other side, with at most so much of what is found of its ink. */
const OTHER_END = 0.25;
const FOUND_THERE = 0.02;

/**
 * Refuses a best page that lies half off the sheet on which its print is seen, as one does whose few lines stand amid
 * the print of another: another year of a form may have a page's lines at its foot. The next best one is asked then.
 * The sheet is one with a clear outline, or a scan as wide or high as the page; where the sheet's print goes on beyond
 * the page, any outline that is relied on.
 *
 * @param frame grey
 * @param verified closest first, and so again afterwards
 */
export function refuseOffTheSheet(frame: Raster, verified: VerifiedPage[]): void {
  const picture = frameQuad(frame.width, frame.height);
  let outline: PageOutline | null = null;
  for (;;) {
    const [best] = verified;
    if (!best || best.score >= NEARLY_FOUND) return;
    const { profile } = best.page;
    const page = projectQuad(best.fit.homography, frameQuad(profile.width, profile.height));
    const side = sideAmidPrint(best, page, frame);
    if (side === null && outside(page, picture) <= 1 - IN_PICTURE) return;
    const doubt = side === null ? BEYOND_PICTURE : AMID_PRINT;
    // As in a scan of the sheet, or in a picture that was taken close to it.
    const fills =
      side === null
        ? hasRightAngles(page, STRAIGHT) && spans(page, frame, SCAN_MARGIN)
        : spans([page[side], page[(side + 1) % 4]], frame, CLOSE_UP_MARGIN);
    const isOff = (sheet: Quad) => liesOff(page, sheet, best.fit.points.frame, doubt);
    if (!(fills && isOff(picture))) {
      outline ??= findPageOutline(frame);
      if (!outline || !isSheet(outline, doubt) || !isOff(outline.quad)) return;
    }
    believe(verified, 0);
  }
}

/**
 * The side of a page beyond which print goes on, on the same paper, while nothing of the page's ink is found at its
 * other end: where it is blank, it may lie on a table there. Null where there is no such side.
 * @returns from corner `side` to the next one
 */
function sideAmidPrint({ page: { profile }, ink }: VerifiedPage, page: Quad, frame: Raster): number | null {
  const found = wellMatched(ink?.blocks ?? []);
  const sides = [0, 1, 2, 3].filter((side) => {
    const there = found.filter((block) => fromSide(block, side, profile) > 1 - OTHER_END);
    return there.length <= FOUND_THERE * found.length;
  });
  if (sides.length === 0 || !page.every(({ x, y }) => Number.isFinite(x + y))) return null;
  const { raster: plain, scaleX, scaleY } = reduceByBoxes(frame, COPY_SIDE);
  const copied = page.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })) as Quad;
  const surface = close(plain, TEXT_RADIUS);
  return sides.find((side) => printGoesOn(copied, side, surface, plain) >= GOES_ON) ?? null;
}

/** How far from a side of its page, from corner `side` to the next one, a place lies: 0..1 of the page. */
function fromSide({ x, y }: Point, side: number, { width, height }: PageProfile): number {
  return [y / height, 1 - x / width, 1 - y / height, x / width][side];
}

/** Whether places reach from border to border of the picture, across or down, but for a part of that. */
function spans(places: readonly Point[], { width, height }: Raster, margin: number): boolean {
  const reach = (ends: readonly number[], length: number): boolean =>
    abs(min(...ends)) < margin * length && abs(max(...ends) - length) < margin * length;
  return (
    reach(
      places.map(({ x }) => x),
      width,
    ) ||
    reach(
      places.map(({ y }) => y),
      height,
    )
  );
}

/** Whether an outline is a sheet's, as sure as it has to be. */
function isSheet({ confidence, isPart, cut }: PageOutline, doubt: Doubt): boolean {
  return confidence >= doubt.confidence && !isPart && (doubt.mayBeCut || !cut.some(Boolean));
}

/** Whether what agrees with a page lies on a sheet, and much of either does not. */
function liesOff(page: Quad, sheet: Quad, agreeing: readonly Point[], doubt: Doubt): boolean {
  const onSheet = agreeing.filter((place) => isWithin(place, sheet)).length;
  return (
    onSheet >= ON_SHEET * agreeing.length &&
    outside(page, sheet) >= doubt.pageOff &&
    outside(sheet, page) >= doubt.sheetOff
  );
}
