import { resizeMap } from '../geometry/plane-geometry.js';
import { PlaneMap, ResizedMap, type PointMap } from '../geometry/point-map.js';
import { compose, project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { matchBeyondBlanks } from './beyond-blanks.js';
import {
  asRegistration,
  largestShift,
  flatUnlessBent,
  registerFlat,
  shareConfirmed,
  STILL_FLAT,
  WORTHWHILE,
  type PageRegistration,
} from './flat-registration.js';
import { onTopOf } from './grid-stiffness.js';
import { followCrumples } from './crumples.js';
import { copiesOf, type PageCopies } from './page-copies.js';
import type { Reduced } from '../pixels/resample.js';
import { measureAround, type Measured } from './place-measurement.js';
import { REACH } from './place-search.js';
import {
  bendsAtEdges,
  borderAsLaid,
  leavesEdgeBlank,
  NEAR_EDGE_ROUNDS,
  type EdgeRound,
} from './edge-search.js';
import { confirmedBy, fitSheet, heldByEdges, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';
import { growOver } from './sheet-growth.js';

/** Shift, px, up to which a sheet is flat that a plane explains about as well: blur bends it as much. */
const SLIGHT_BEND = 4;
/** Fits anew around the last one at most, and the part of the places that is as good as all. */
const REFITS = 3;
const ALL_CONFIRMED = 0.97;

/**
 * Search around a rough map, px of the page's fine copy: a page rolled out by its own lines lies a few px off, and rows
 * are farther apart.
 */
const ROUGH_REACH = 12;
/** A footer beyond a blank is few of the places, and none of it may be left out for lying far off. */
const ALL = 1;

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
  return best && asRegistration(copies, best);
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
  if (!isOutlined || !leavesEdgeBlank(raster, printed)) return asRegistration(copies, byPrint);
  const border = borderAsLaid(raster, map, seen.homography);
  const { lines } = seen;
  const laid = { ...fitSheet(raster, frame, { ...bent, lines: [...lines, ...border] }), lines };
  const byBorder = refitted(copies, frame, laid, reduced(), { least: 1, edges: NEAR_EDGE_ROUNDS });
  return asRegistration(copies, allConfirmed(byPrint) > allConfirmed(byBorder) ? byPrint : byBorder);
}

/** Places where a fit has them, those of lines among them. */
function allConfirmed({ confirmed, lines, grid }: SheetFit): number {
  return confirmed + confirmedBy({ left: lines }, grid);
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
 * The fit held by the paper's edges, and anew around what is found then.
 *
 * @param least times to look again, even if all is confirmed: by a plane, what stands off it has not been found
 * @param edges how the paper's edges are looked for at first
 */
function refitted(
  copies: PageCopies,
  frame: Raster,
  curved: SheetFit,
  small: Reduced,
  { least = 0, edges }: { least?: number; edges?: readonly EdgeRound[] } = {},
): SheetFit {
  const { fine } = copies;
  const patches = copies.finePatches('all');
  const around = (fit: SheetFit, part?: number): SheetFit | null => {
    const again = measureAround(fine.raster, patches, frame, new SheetMap(fit), REACH);
    if (!again) return null;
    const anew = fitSheet(fine.raster, frame, { ...again, flat: curved.flat }, fit, part);
    return heldByEdges(fine.raster, frame, anew);
  };
  const withPrintBeyondBlanks = (fit: SheetFit, than: SheetFit): SheetFit => {
    const farther = beyondBlanks(copies, frame, fit, small);
    const held = farther && around(farther, ALL);
    return held && held.confirmed > than.confirmed ? held : than;
  };
  let best = heldByEdges(fine.raster, frame, curved, edges);
  best = withPrintBeyondBlanks(best, best);
  const first = best;
  // What no shape of paper explains is not found by looking again around one.
  const crumpled = shareConfirmed(first) < ALL_CONFIRMED ? followCrumples(copies, frame, first) : null;
  if (crumpled && crumpled.confirmed > WORTHWHILE * first.confirmed) return crumpled;
  for (
    let round = 0;
    round < least || (round < REFITS && best.confirmed < ALL_CONFIRMED * best.checked);
    round++
  ) {
    const held = around(best);
    if (!held || held.confirmed < best.confirmed) break;
    const gained = held.confirmed > WORTHWHILE * best.confirmed;
    best = held;
    if (!gained) break;
  }
  // What was taken for the paper's edge may have carried a blank off: without edges print beyond it may lie nearer.
  if (best.confirmed < ALL_CONFIRMED * best.checked) best = withPrintBeyondBlanks(curved, best);
  if (largestShift(best) > SLIGHT_BEND)
    return best === first && crumpled ? crumpled : followCrumples(copies, frame, best);
  const flat = fitSheet(fine.raster, frame, { ...best, flat: true });
  const needless = best.confirmed <= WORTHWHILE * flat.confirmed && !bendsAtEdges(fine.raster, frame, flat);
  return needless ? flat : best;
}

/** The fit with the print beyond blanks that it does not reach; null where there is none. */
function beyondBlanks(copies: PageCopies, frame: Raster, fit: SheetFit, small: Reduced): SheetFit | null {
  const toCoarse = fineToCoarse(copies);
  const toFine = { scaleX: 1 / toCoarse.scaleX, scaleY: 1 / toCoarse.scaleY };
  const map = new SheetMap(fit);
  const toSmall = resizeMap(small.scaleX, small.scaleY);
  const beyond = matchBeyondBlanks(
    copies.coarseSites,
    fit.left.map(({ at }) => resized(at, toCoarse)),
    small.raster,
    (x, y) => {
      const p = resized({ x, y }, toFine);
      const q = map.at(p.x, p.y);
      return project(toSmall, q.x, q.y);
    },
  );
  if (beyond.length === 0) return null;
  const left = beyond.map((m) => {
    const ahead = { ...m, at: resized(m.at, toFine), dx: m.dx * toFine.scaleX, dy: m.dy * toFine.scaleY };
    return onTopOf(ahead, fit.grid);
  });
  const measured = { ...fit, flat: false, left: [...fit.left, ...left] };
  return fitSheet(copies.fine.raster, frame, measured, undefined, ALL);
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

/** px of the coarse copy a px of the fine one. */
function fineToCoarse({ fine, coarse }: PageCopies): { scaleX: number; scaleY: number } {
  return { scaleX: coarse.scaleX / fine.scaleX, scaleY: coarse.scaleY / fine.scaleY };
}

function resized(p: Point, { scaleX, scaleY }: { scaleX: number; scaleY: number }): Point {
  return { x: (p.x + 0.5) * scaleX - 0.5, y: (p.y + 0.5) * scaleY - 0.5 };
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
