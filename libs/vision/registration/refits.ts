import { resizeMap } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Raster } from '../pixels/raster.js';
import type { Reduced } from '../pixels/resample.js';
import { matchBeyondBlanks } from './beyond-blanks.js';
import { followCrumples } from './crumples.js';
import { bendsAtEdges, type EdgeRound } from './edge-search.js';
import { largestShift, shareConfirmed, WORTHWHILE } from './flat-registration.js';
import { onTopOf } from './grid-stiffness.js';
import { fineToCoarse, resized, type PageCopies } from './page-copies.js';
import { measureAround } from './place-measurement.js';
import { REACH } from './place-search.js';
import { regrow } from './regrowth.js';
import { confirmedBy, fitSheet, heldByEdges, type SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';

const { max } = Math;

/** Shift, px, up to which a sheet is flat that a plane explains about as well: blur bends it as much. */
const SLIGHT_BEND = 4;
/** Fits anew around the last one at most, and the part of the places that is as good as all. */
const REFITS = 3;
export const ALL_CONFIRMED = 0.97;
/** Times a fit is grown on at most. */
const REGROWTHS = 3;
/** Part of the places that has to be right for others to be grown from them. */
const LEAST_TO_GROW_FROM = 0.3;

/** A footer beyond a blank is few of the places, and none of it may be left out for lying far off. */
const ALL = 1;

/**
 * The fit held by the paper's edges, and anew around what is found then.
 *
 * @param least times to look again, even if all is confirmed: by a plane, what stands off it has not been found
 * @param edges how the paper's edges are looked for at first
 * @param isGrown whether the fit was grown over the sheet, blanks and all: one look beyond them is enough then
 */
export function refitted(
  copies: PageCopies,
  frame: Raster,
  curved: SheetFit,
  small: Reduced,
  {
    least = 0,
    edges,
    isGrown = false,
  }: { least?: number; edges?: readonly EdgeRound[]; isGrown?: boolean } = {},
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
  if (!isGrown && best.confirmed < ALL_CONFIRMED * best.checked) best = withPrintBeyondBlanks(curved, best);
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
 * The fit of a bent sheet of which places or lines are missed, grown on to these; as paper's shape has them, or as
 * creases do.
 */
export function grownOn(copies: PageCopies, frame: Raster, fit: SheetFit, small: Reduced): SheetFit {
  const { raster } = copies.fine;
  // What is bent by more than the page is none of its places.
  if (shareConfirmed(fit) < LEAST_TO_GROW_FROM || largestShift(fit) > max(raster.width, raster.height))
    return fit;
  let best = fit;
  for (let time = 0; time < REGROWTHS; time++) {
    const all = allConfirmed(best);
    if (all >= ALL_CONFIRMED * (best.checked + best.checkedLines)) break;
    const more = regrow(copies, frame, best);
    if (!more || more.left.length + more.lines.length <= WORTHWHILE * all) break;
    const grown = { ...best, ...more, flat: false };
    const smooth = refitted(copies, frame, fitSheet(raster, frame, grown), small, {
      least: 1,
      isGrown: true,
    });
    const creased = followCrumples(copies, frame, grown, true);
    const next = moreConfirmed(creased, smooth);
    if (allConfirmed(next) <= WORTHWHILE * all) break;
    best = next;
  }
  return best;
}

/** The one of two fits that confirms more, lines among it; the second where they confirm as much. */
export function moreConfirmed(a: SheetFit, b: SheetFit): SheetFit {
  return allConfirmed(a) > allConfirmed(b) ? a : b;
}

/** Places where a fit has them, those of lines among them. */
function allConfirmed({ confirmed, lines, grid }: SheetFit): number {
  return confirmed + confirmedBy({ left: lines }, grid);
}
