import { resizeMap } from '../geometry/plane-geometry.js';
import { nthValue } from '../geometry/nth-value.js';
import { PlaneMap, ResizedMap, type PointMap } from '../geometry/point-map.js';
import { compose } from '../geometry/projective.js';
import type { Homography, Raster } from '../pixels/raster.js';
import { bendsAtEdges } from './edge-search.js';
import { flatHeldByEdges } from './flat-edges.js';
import { liesExactlyFlat, liesOnFlatbed } from './flatbed.js';
import {
  copiesOf,
  ENOUGH_PLACES,
  FIRST_PLACES,
  SOFTNESSES,
  type PageCopies,
  type SiteDensity,
} from './page-copies.js';
import { lookAround } from './moved-plane.js';
import { standingOffTogether } from './flatness.js';
import { measureAround, type Measured } from './place-measurement.js';
import { REACH } from './place-search.js';
import { planeOnGlass } from './plane-on-glass.js';
import { fitSheet, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';

/** A known page laid onto a frame. */
export interface PageRegistration {
  /** Takes a px of the page (as stored) to px of the frame. */
  toFrame: PointMap;
  /** Of the places of the page that carry ink and lie in the frame: the part found where the fit has them. */
  agreement: number;
  /** Such places, as a part of all places that carry ink. */
  inFrame: number;
  /** Largest shift of the smooth grid against the homography, px of the page as stored: 0 for a flat sheet. */
  bend: number;
}

/** Search around the first guess, px of the page's fine copy. */
const FIRST_REACH = 6;
/** Looks at a sheet that may be flat, each around the plane that the one before has found. */
const FLAT_LOOKS = 3;
/** A look that confirms this much more than the one before was worth its while. */
export const WORTHWHILE = 1.03;
/**
 * Part of the places found in a close look of which none stand off together, of a sheet found to be flat in a wide one.
 */
export const STILL_FLAT = 0.97;
/** Part of the places found in a wide look that stand off together only where the sheet is bent. */
const CLEARLY_BENT = 0.15;
/** Part of the places, and of lines, that a plane taken for the sheet's after a narrow search must have found. */
const WELL_FOUND = 0.6;
/**
 * The better quarter of matches of patches as soft as the frame correlate at least so well; softer ones are tried where
 * they do not.
 */
const WELL_CORRELATED = 0.93;

/** How a page was measured that was taken for flat. */
interface FlatLook {
  registration: PageRegistration | null;
  /** What was found around the plane; null when next to nothing was. */
  seen: Measured | null;
  /** The page with patches about as soft as the frame. */
  copies: PageCopies;
  /** All that was found lies in the plane, yet lines were missed, or the paper's edges are bent. */
  bentElsewhere?: boolean;
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
  const { fine } = copiesOf(page);
  let plane = compose(guess, resizeMap(1 / fine.scaleX, 1 / fine.scaleY));
  const look = (copies: PageCopies, density: SiteDensity, reach: number, sifted: boolean): Measured | null =>
    measureAround(fine.raster, copies.finePatches(density), frame, new PlaneMap(plane), reach, sifted);
  const firstLook = (copies: PageCopies): Measured | null =>
    look(copies, copies.sparsestOf(FIRST_PLACES), FIRST_REACH, true);
  const first = asSoftAsFrame(page, firstLook);
  const { copies } = first;
  let before = 0;
  for (let round = 0; round < FLAT_LOOKS; round++) {
    const seen = round === 0 ? first.seen : firstLook(copies);
    if (!seen) break;
    plane = seen.homography;
    if (seen.flat) {
      const last = look(copies, copies.sparsestOf(ENOUGH_PLACES), REACH, true);
      // That no part stands off the plane the wide look has shown; the close one, of a blurred frame, may miss a whole
      // part.
      if (!last || standingOffTogether(last.left) > (1 - STILL_FLAT) * last.left.length) break;
      return flatUnlessBent(copies, frame, { ...last, flat: true });
    }
    if (standingOffTogether(seen.left) > CLEARLY_BENT * seen.left.length)
      return { registration: null, seen, copies };
    if (seen.byPlane.length < WORTHWHILE * before) break;
    before = seen.byPlane.length;
  }
  // In a blurred frame neighbouring letters rival a match from as far as the first looks reach.
  const seen = look(copies, 'half', REACH, false);
  if (!seen?.flat || seen.left.length < WELL_FOUND * seen.checked)
    return { registration: null, seen, copies };
  return seen.lines.length < WELL_FOUND * seen.checkedLines
    ? bentElsewhere(copies, seen)
    : flatUnlessBent(copies, frame, seen);
}

/** What lies in a plane as far as it was found is bent where it was not. */
function bentElsewhere(copies: PageCopies, seen: Measured): FlatLook {
  return { registration: null, seen: { ...seen, flat: false }, copies, bentElsewhere: true };
}

/** The page with patches of the softness that correlates best with the frame, and what a look finds with these. */
function asSoftAsFrame(
  page: Raster,
  look: (copies: PageCopies) => Measured | null,
): { copies: PageCopies; seen: Measured | null } {
  let copies = copiesOf(page);
  let seen = look(copies);
  let correlation = correlationOf(seen);
  for (let softness = 1; softness < SOFTNESSES && correlation < WELL_CORRELATED; softness++) {
    const softer = copiesOf(page, softness);
    const again = look(softer);
    const better = correlationOf(again);
    if (better <= correlation) break;
    [copies, seen, correlation] = [softer, again, better];
  }
  return { copies, seen };
}

/** What the better quarter of the matches correlates at least: on a sheet taken for flat the others may be wrong. */
function correlationOf(seen: Measured | null): number {
  if (!seen) return 0;
  const correlations = Float32Array.from(seen.left, ({ weight }) => Math.sqrt(weight));
  return nthValue(correlations, Math.floor(0.75 * (correlations.length - 1)));
}

/**
 * Lays a page of very little print onto a frame by the paper's outline, flat, as far as its print bears that out.
 *
 * @param page grey, as stored
 * @param frame the full frame, grey or RGB
 * @param outlined takes px of the page to px of the frame as the outline has it, to some px
 * @returns null where nothing of the print is found there
 */
export function registerByPaper(page: Raster, frame: Raster, outlined: Homography): PageRegistration | null {
  const copies = copiesOf(page);
  const { raster, scaleX, scaleY } = copies.fine;
  const plane = compose(outlined, resizeMap(1 / scaleX, 1 / scaleY));
  const seen = lookAround(copies, frame, plane, FIRST_REACH);
  return seen && asRegistration(copies, flatHeldByEdges(copies, frame, fitSheet(raster, frame, seen)));
}

/**
 * Lays a sheet whose inked places lie in a plane, unless the paper's edges do not; on a scanner's glass it is the print
 * that tells.
 */
export function flatUnlessBent(copies: PageCopies, frame: Raster, seen: Measured): FlatLook {
  const { raster } = copies.fine;
  const onGlass = planeOnGlass(copies, frame, seen);
  const fit = fitSheet(raster, frame, onGlass ?? seen);
  const map = new SheetMap(fit);
  if (onGlass || liesExactlyFlat(raster, map))
    return { registration: asRegistration(copies, fit), seen, copies };
  const isBent = bendsAtEdges(raster, frame, fit) && !liesOnFlatbed(raster, map, frame);
  return isBent
    ? bentElsewhere(copies, seen)
    : { registration: asRegistration(copies, flatHeldByEdges(copies, frame, fit)), seen, copies };
}

/** The part of the places looked for that lie where the fit has them. */
export function shareConfirmed({ confirmed, checked }: SheetFit): number {
  return confirmed / Math.max(1, checked);
}

/** Largest shift of the grid, px of the fine copy. */
export function largestShift({ grid }: SheetFit): number {
  let bend = 0;
  for (let k = 0; k < grid.dx.length; k++) bend = Math.max(bend, Math.hypot(grid.dx[k], grid.dy[k]));
  return bend;
}

export function asRegistration({ fine }: PageCopies, fit: SheetFit): PageRegistration {
  return {
    toFrame: new ResizedMap(new SheetMap(fit), fine.scaleX, fine.scaleY),
    agreement: shareConfirmed(fit),
    inFrame: fit.checked / Math.max(1, fit.inked),
    bend: largestShift(fit) / fine.scaleX,
  };
}
