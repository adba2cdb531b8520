import { fitGrid, type Displacement, type DisplacementGrid } from '../geometry/displacement-grid.js';
import { compose, invert } from '../geometry/projective.js';
import type { Homography, Raster, Size } from '../pixels/raster.js';
import {
  FINE_STEPS,
  FOLLOWING_SCALES,
  isSurelyMore,
  leavingOut,
  less,
  lossOf,
  meanLoss,
} from './grid-stiffness.js';
import { aroundPlane } from './moved-plane.js';
import type { PageCopies } from './page-copies.js';
import { POOR_LOSS } from './paper-shape.js';
import { measureAround, type Measured } from './place-measurement.js';
import { REACH } from './place-search.js';
import { confirmedBy, sumOf, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';

/**
 * Bends from one part of a hand's breadth to the next, and nothing where nothing was measured: a fiftieth of what holds
 * the loosest grid of a sheet that is no more than bent.
 */
const LOOSE = { step: FINE_STEPS.step, stiffness: 0.002, ridge: 0.003 };
/** Standard errors by which it has to foretell places left out better than no such grid does. */
const SURELY = 2;
/** Looks around a crumpled sheet's fit at most, each where the one before has it. */
const LOOKS = 3;

/**
 * Follows the dents and creases of a crumpled sheet, which no smooth shape does: what a bent sheet's fit leaves of the
 * places found is taken up by a loose grid, if that foretells a third of them, left out, better than the fit alone.
 * Blank parts lie as they did.
 *
 * @param frame the full frame, grey or RGB
 * @param isSifted whether all that was found is believed: it is followed from far off, and nothing is left out
 */
export function followCrumples(copies: PageCopies, frame: Raster, fit: SheetFit, isSifted = false): SheetFit {
  if (fit.flat) return fit;
  const { raster } = copies.fine;
  const followed = loosened(raster, fit, isSifted);
  if (!followed) return fit;
  let best = followed;
  for (let look = 1; look < LOOKS; look++) {
    const seen = measureAround(raster, copies.finePatches('all'), frame, new SheetMap(best), REACH);
    const ahead = seen && aheadOf(fit.homography, seen);
    const next = ahead && loosened(raster, { ...fit, ...ahead }, isSifted);
    if (!next || next.confirmed <= best.confirmed) break;
    best = next;
  }
  return best;
}

/** The fit with what it leaves taken up by a loose grid; null where that foretells no better. */
function loosened(page: Size, fit: SheetFit, isSifted: boolean): SheetFit | null {
  const rest = [...fit.left, ...fit.lines].map((m) => less(m, fit.grid));
  if (meanLoss(rest) < POOR_LOSS) return null;
  const scales = isSifted ? FINE_STEPS.scales : FOLLOWING_SCALES;
  const looseGrid = (measured: typeof rest): DisplacementGrid =>
    fitGrid(page.width, page.height, measured, { ...LOOSE, scales });
  if (!isSifted && !foretellsMore(rest, looseGrid)) return null;
  const grid = sumOf(fit.grid, looseGrid(rest));
  return { ...fit, grid, confirmed: confirmedBy(fit, grid) };
}

/** Whether a grid through two thirds of what is left foretells the others better than none. */
function foretellsMore(
  rest: readonly Displacement[],
  gridThrough: (measured: Displacement[]) => DisplacementGrid,
): boolean {
  const { train, test } = leavingOut(rest);
  const tried = gridThrough(train);
  const gains = test.map((m) => lossOf(m) - lossOf(less(m, tried)));
  return isSurelyMore(gains, SURELY);
}

/** The same measurements as shifts ahead of another plane; null where that is singular. */
function aheadOf(homography: Homography, seen: Measured): Measured | null {
  const back = invert(homography);
  return back && { ...aroundPlane(seen, homography, compose(back, seen.homography)), flat: false };
}
