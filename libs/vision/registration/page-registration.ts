import { resizeMap } from '../geometry/plane-geometry.js';
import { PlaneMap, ResizedMap, type PointMap } from '../geometry/point-map.js';
import { compose } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import {
  asRegistration,
  flatUnlessBent,
  registerFlat,
  shareConfirmed,
  STILL_FLAT,
  WORTHWHILE,
  type PageRegistration,
} from './flat-registration.js';
import { copiesOf, fineToCoarse, resized, type PageCopies } from './page-copies.js';
import type { Reduced } from '../pixels/resample.js';
import { measureAround, type Measured } from './place-measurement.js';
import { REACH } from './place-search.js';
import { borderAsLaid, leavesEdgeBlank, NEAR_EDGE_ROUNDS } from './edge-search.js';
import { ALL_CONFIRMED, grownOn, moreConfirmed, refitted } from './refits.js';
import { fitSheet, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';
import { growOver } from './sheet-growth.js';

/**
 * Search around a rough map, px of the page's fine copy: a page rolled out by its own lines lies a few px off, and rows
 * are farther apart.
 */
const ROUGH_REACH = 12;

/**
 * Lays a known page onto a frame exactly, flat or bent: where the plane does not hold, matches are grown from where the
 * homography does over the rest of the sheet, a smooth robust grid is laid through them, then patches are
 * measured at full density. Handwriting, stamps and wrong matches are outvoted by their neighbours.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param guess takes px of the page to px of the frame where the sheet lies as it says
 * @param seeds places of the page (px as stored) where that is known to hold; with none, growth starts from the patches
 *   that lie in one plane
 * @param reduced gives the frame reduced to about the density of the page, grey; asked for where the sheet is bent
 */
export function registerPage(
  page: Raster,
  frame: Raster,
  guess: Homography,
  seeds: readonly Point[],
  reduced: () => Reduced,
): PageRegistration | null {
  const { registration, seen, copies, bentElsewhere } = registerFlat(page, frame, guess);
  if (registration) return registration;
  const { fine, coarse } = copies;
  const held =
    seen && bentElsewhere
      ? refitted(copies, frame, fitSheet(fine.raster, frame, seen), reduced(), { least: 1 })
      : null;
  // Print beyond a blank may lie farther from the plane than it was looked for.
  if (held && shareConfirmed(held) >= ALL_CONFIRMED) return asRegistration(copies, held);
  const start =
    seeds.length > 0
      ? { toFrame: guess, places: seeds.map((p) => resized(p, coarse)) }
      : seen && planeOf(seen, copies);
  const bent = start && measureByGrowth(copies, frame, reduced(), start);
  if (!held && bent && bent.byPlane.length >= STILL_FLAT * bent.left.length) {
    // Growth, which follows any bend, has found none: parts are covered, or too blurred.
    const { registration: plane } = flatUnlessBent(copies, frame, { ...bent, flat: true });
    if (plane) return plane;
  }
  const curved = bent && fitSheet(fine.raster, frame, bent);
  // What was seen around the plane cannot confirm more than it found.
  const share = curved ? shareConfirmed(curved) : 0;
  if (!held && seen && seen.left.length > share * seen.checked) {
    const plane = fitPlaneWell(copies, frame, seen.homography);
    if (plane && shareConfirmed(plane) > share) return asRegistration(copies, plane);
  }
  const refined = curved && refitted(copies, frame, curved, reduced());
  const best = held && (!refined || shareConfirmed(held) > shareConfirmed(refined)) ? held : refined;
  return best && asRegistration(copies, grownOn(copies, frame, best, reduced()));
}

/**
 * Lays a known page onto a bent sheet from where every px of it lies to some px.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param rough takes px of the page to px of the frame
 * @param isOutlined whether it takes the page's border to an outline found in the frame
 * @param reduced as for `registerPage`
 */
export function registerBent(
  page: Raster,
  frame: Raster,
  rough: PointMap,
  isOutlined: boolean,
  reduced: () => Reduced,
): PageRegistration | null {
  const copies = copiesOf(page);
  const { raster, scaleX, scaleY } = copies.fine;
  const map = new ResizedMap(rough, 1 / scaleX, 1 / scaleY);
  const patches = copies.finePatches('all');
  const seen = measureAround(raster, patches, frame, map, ROUGH_REACH);
  if (!seen) return null;
  const bent = { ...seen, flat: false };
  const byPrint = refitted(copies, frame, fitSheet(raster, frame, bent), reduced(), { least: 1 });
  // Where the page is blank its print alone leads nowhere near its edges, and others are found.
  const printed = patches.map(({ centre }) => ({ at: centre }));
  const byBorder = (): SheetFit => {
    const border = borderAsLaid(raster, map, seen.homography);
    const { lines } = seen;
    const laid = { ...fitSheet(raster, frame, { ...bent, lines: [...lines, ...border] }), lines };
    return refitted(copies, frame, laid, reduced(), { least: 1, edges: NEAR_EDGE_ROUNDS });
  };
  const best = isOutlined && leavesEdgeBlank(raster, printed) ? moreConfirmed(byPrint, byBorder()) : byPrint;
  return asRegistration(copies, grownOn(copies, frame, best, reduced()));
}

/** Measures a bent sheet's places at full density around where matches grown from a first lay have them. */
function measureByGrowth(
  copies: PageCopies,
  frame: Raster,
  small: Reduced,
  start: GrowthStart,
): Measured | null {
  const { fine, coarse } = copies;
  const homography = compose(start.toFrame, resizeMap(1 / coarse.scaleX, 1 / coarse.scaleY));
  const toSmall = resizeMap(small.scaleX, small.scaleY);
  const grid = growOver(copies, small.raster, compose(toSmall, homography), start.places);
  if (!grid) return null;
  const ratio = coarse.raster.width / fine.raster.width;
  const map = new ResizedMap(new SheetMap({ grid, homography }), ratio, ratio);
  return measureAround(fine.raster, copies.finePatches('all'), frame, map, REACH);
}

/**
 * Where growth starts: a plane, px of the page to px of the frame, and the px of the coarse copy where it is known to
 * hold.
 */
interface GrowthStart {
  toFrame: Homography;
  places: Point[];
}

/** Where growth may start from what was seen. */
function planeOf(seen: Measured, copies: PageCopies): GrowthStart {
  const { fine } = copies;
  const toFrame = compose(seen.homography, resizeMap(fine.scaleX, fine.scaleY));
  const toCoarse = fineToCoarse(copies);
  return { toFrame, places: seen.byPlane.map(({ at }) => resized(at, toCoarse)) };
}

/** The best fit around a plane that does not confirm all parts of the sheet: blurred, covered, or slightly bent. */
function fitPlaneWell(copies: PageCopies, frame: Raster, plane: Homography): SheetFit | null {
  const { raster } = copies.fine;
  const measured = measureAround(raster, copies.finePatches('all'), frame, new PlaneMap(plane), REACH);
  if (!measured) return null;
  const flat = fitSheet(raster, frame, { ...measured, flat: true });
  const bent = fitSheet(raster, frame, measured);
  return bent.confirmed > WORTHWHILE * flat.confirmed ? bent : flat;
}
