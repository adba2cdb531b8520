import { resizeMap } from '../geometry/plane-geometry.js';
import { PlaneMap, ResizedMap, type PointMap } from '../geometry/point-map.js';
import { compose, project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { matchBeyondBlanks } from './beyond-blanks.js';
import { flatHeldByEdges } from './flat-edges.js';
import { liesOnFlatbed } from './flatbed.js';
import { onTopOf } from './grid-stiffness.js';
import { copiesOf, type PageCopies, type SiteDensity } from './page-copies.js';
import type { Reduced } from '../pixels/resample.js';
import { measureAround, standingOffTogether, type Measured } from './place-measurement.js';
import { bendsAtEdges } from './edge-search.js';
import { fitSheet, heldByEdges, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';
import { growOver } from './sheet-growth.js';

/** A known page laid onto a frame. */
export interface PageRegistration {
  /** Takes a px of the page (as stored) to px of the frame. */
  toFrame: PointMap;
  /** Of the places of the page that carry ink and lie in the frame: the part found where the fit has them. */
  agreement: number;
  /** Such places, as a part of all places that carry ink. */
  inFrame: number;
  /** Largest shift of the smooth grid against the homography, px of the page at 150 dpi: 0 for a flat sheet. */
  bend: number;
}

/** Search around the first guess, and around what was measured before, px of the page's fine copy. */
const FIRST_REACH = 6;
const REACH = 3;
/** Inked places that show whether a sheet is flat. */
const FIRST_PLACES = 120;
/** Inked places that lay a plane well enough; of a page with fewer all are measured. */
const ENOUGH_PLACES = 240;
/** Looks at a sheet that may be flat, each around the plane that the one before has found. */
const FLAT_LOOKS = 3;
/** A look that confirms this much more than the one before was worth its while. */
const WORTHWHILE = 1.03;
/** Part of the places found in a close look of which none stand off together, of a sheet found to be flat in a wide one. */
const STILL_FLAT = 0.97;
/** Part of the places that a plane taken for the sheet's on the strength of a narrow search must have found. */
const WELL_FOUND = 0.6;
/** Shift, px, up to which a sheet is flat that a plane explains about as well: blur bends it as much. */
const SLIGHT_BEND = 4;
/** Fits anew around the last one at most, and the part of the places that is as good as all. */
const REFITS = 3;
const ALL_CONFIRMED = 0.97;

/** A footer beyond a blank is few of the places, and none of it may be left out for lying far off. */
const ALL = 1;

/** How a page was measured that was taken for flat. */
export interface FlatLook {
  registration: PageRegistration | null;
  /** What was found around the plane; null when next to nothing was. */
  seen: Measured | null;
  /** All that was found lies in the plane, yet the paper's edges are bent. */
  bentAtEdges?: boolean;
}

/**
 * Lays a known page onto a frame exactly where it lies flat: patches of the page are matched by normalized correlation
 * around a first guess, then around the plane through them; a stiff grid takes up lens distortion.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param guess takes px of the page to px of the frame, to some px in most places
 * @returns no registration where parts of the sheet stand off the plane
 */
export function registerFlat(page: Raster, frame: Raster, guess: Homography): FlatLook {
  const copies = copiesOf(page);
  const { fine } = copies;
  let plane = compose(guess, resizeMap(1 / fine.scaleX, 1 / fine.scaleY));
  const look = (density: SiteDensity, reach: number, sifted: boolean): Measured | null =>
    measureAround(fine.raster, copies.finePatches(density), frame, new PlaneMap(plane), reach, sifted);
  let before = 0;
  for (let round = 0; round < FLAT_LOOKS; round++) {
    const seen = look(copies.sparsestOf(FIRST_PLACES), FIRST_REACH, true);
    if (!seen) break;
    plane = seen.homography;
    if (seen.flat) {
      const last = look(copies.sparsestOf(ENOUGH_PLACES), REACH, true);
      // That no part stands off the plane the wide look has shown; the close one, of a blurred frame, may miss a whole part.
      if (!last || standingOffTogether(last.left) > (1 - STILL_FLAT) * last.left.length) break;
      return flatUnlessBent(copies, frame, { ...last, flat: true });
    }
    if (seen.byPlane.length < WORTHWHILE * before) break;
    before = seen.byPlane.length;
  }
  // In a blurred frame neighbouring letters rival a match from as far as the first looks reach.
  const seen = look('half', REACH, false);
  return seen?.flat && seen.left.length >= WELL_FOUND * seen.checked
    ? flatUnlessBent(copies, frame, seen)
    : { registration: null, seen };
}

/** Lays a sheet whose inked places lie in a plane, unless the paper's edges do not; on a scanner's glass they do. */
function flatUnlessBent(copies: PageCopies, frame: Raster, seen: Measured): FlatLook {
  const { raster } = copies.fine;
  const fit = fitSheet(raster, frame, seen);
  const isBent = bendsAtEdges(raster, frame, fit) && !liesOnFlatbed(raster, new SheetMap(fit), frame);
  return isBent
    ? { registration: null, seen: { ...seen, flat: false }, bentAtEdges: true }
    : { registration: asRegistration(copies, flatHeldByEdges(raster, frame, fit)), seen };
}

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
  const { registration, seen, bentAtEdges } = registerFlat(page, frame, guess);
  if (registration) return registration;
  const copies = copiesOf(page);
  const { fine, coarse } = copies;
  const held =
    seen && bentAtEdges ? refitted(copies, frame, fitSheet(fine.raster, frame, seen), reduced(), 1) : null;
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
 */
function refitted(copies: PageCopies, frame: Raster, curved: SheetFit, small: Reduced, least = 0): SheetFit {
  const { fine } = copies;
  const patches = copies.finePatches('all');
  const around = (fit: SheetFit, part?: number): SheetFit | null => {
    const again = measureAround(fine.raster, patches, frame, new SheetMap(fit), REACH);
    if (!again) return null;
    const anew = fitSheet(fine.raster, frame, { ...again, flat: curved.flat }, fit.stiffness, part);
    return heldByEdges(fine.raster, frame, anew);
  };
  const withPrintBeyondBlanks = (fit: SheetFit, than: SheetFit): SheetFit => {
    const farther = beyondBlanks(copies, frame, fit, small);
    const held = farther && around(farther, ALL);
    return held && held.confirmed > than.confirmed ? held : than;
  };
  let best = heldByEdges(fine.raster, frame, curved);
  best = withPrintBeyondBlanks(best, best);
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
  if (bendOf(best) > SLIGHT_BEND) return best;
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

/** The part of the places looked for that lie where the fit has them. */
function shareConfirmed({ confirmed, checked }: SheetFit): number {
  return confirmed / Math.max(1, checked);
}

/** Largest shift of the grid, px of the fine copy. */
function bendOf({ grid }: SheetFit): number {
  let bend = 0;
  for (let k = 0; k < grid.dx.length; k++) bend = Math.max(bend, Math.hypot(grid.dx[k], grid.dy[k]));
  return bend;
}

/** Where growth starts: a plane, px of the page to px of the frame, and the px of the coarse copy where it is known to hold. */
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

function asRegistration({ fine }: PageCopies, fit: SheetFit): PageRegistration {
  return {
    toFrame: new ResizedMap(new SheetMap(fit), fine.scaleX, fine.scaleY),
    agreement: shareConfirmed(fit),
    inFrame: fit.checked / Math.max(1, fit.inked),
    bend: bendOf(fit),
  };
}
