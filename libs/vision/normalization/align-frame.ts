import { homographyFromPoints, UNIT_SQUARE } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Quad, Size } from '../pixels/raster.js';
import type { Alignment } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import {
  alignFromOutline,
  alignFromRolledOut,
  alignKnownPage,
  isDoubtfullyBent,
  type NormalizationReference,
} from './known-page.js';
import { alignByOutline } from './own-outline.js';
import { keepWhole } from './whole-frame.js';

const { max, min } = Math;

/**
 * An outline is not the known page's that leaves out more of it than this, where it is said to lie: a strip between two
 * bands of print, or between shadows.
 */
const MOST_LEFT_OUT = 0.2;
/** Places of the page asked, along each axis. */
const PLACES = 12;

/**
 * Where the page that a frame shows lies in it: the known page by its print, else by what its own lines roll out, else
 * by its outline; an unknown one by its outline. Of a known page that none of these lays the whole frame is kept where
 * the outline leaves out much of it.
 *
 * @param reference the form and page it shows; null when unknown
 */
export function alignFrame(copies: FrameCopies, reference: NormalizationReference | null): Alignment {
  if (!reference) return alignByOutline(copies);
  const known = alignKnownPage(copies, reference);
  if (known && !isDoubtfullyBent(known, reference)) return known;
  const byOutline = alignByOutline(copies);
  const { outline, mesh, diagnostics } = byOutline;
  const rolledOut = diagnostics.rolledOut ? alignFromRolledOut(copies, reference, byOutline) : null;
  const bent = known && rolledOut ? surerOf(known, rolledOut) : (known ?? rolledOut);
  if (bent) return bent;
  // Too few features hold: the outline may still lay the page roughly enough for its patches to be found.
  const byPatches =
    outline && alignFromOutline(copies, reference, { outline, wide: mesh.width > mesh.height });
  if (byPatches) return byPatches;
  const isOff = outline !== null && leavesOut(outline, reference, copies.frame) > MOST_LEFT_OUT;
  return {
    ...(isOff ? keepWhole(copies, 'no_page_found', copies.outline) : byOutline),
    flag: 'unregistered',
  };
}

/** The part of the page's places, as they are said to lie in the frame, that lie outside of an outline; 0..1. */
function leavesOut(outline: Quad, { page, lay }: NormalizationReference, frame: Size): number {
  const toSquare = lay ? homographyFromPoints(outline, UNIT_SQUARE) : null;
  if (!lay || !toSquare) return 0;
  let all = 0;
  let outside = 0;
  for (let v = 0.5; v < PLACES; v++)
    for (let u = 0.5; u < PLACES; u++) {
      const { x, y } = project(lay, (u / PLACES) * page.width, (v / PLACES) * page.height);
      if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) continue;
      const p = project(toSquare, x, y);
      all++;
      if (min(p.x, p.y) < 0 || max(p.x, p.y) > 1) outside++;
    }
  return outside / max(1, all);
}

function surerOf(a: Alignment, b: Alignment): Alignment {
  return (b.diagnostics.agreement ?? 0) > (a.diagnostics.agreement ?? 0) ? b : a;
}
