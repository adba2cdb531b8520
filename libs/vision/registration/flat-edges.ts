import { frameQuad, homographyFromPoints } from '../geometry/plane-geometry.js';
import type { Point, Raster } from '../pixels/raster.js';
import { aroundMoved, lookAround } from './moved-plane.js';
import type { PageCopies } from './page-copies.js';
import type { PaperSide } from './paper-edges.js';
import { edgesAbout, FLAT_EDGE_ROUNDS, reachIn, straightLine } from './edge-search.js';
import { hasLittlePrint } from './little-print.js';
import { fitSheet, type SheetFit } from './sheet-fit.js';

const { hypot, max } = Math;

/** Sides without which the paper is not known: two corners. */
const MIN_SIDES = 3;
/** A corner counts as much as this part of all places measured. */
const CORNER_WEIGHT = 0.5;
/** Corners that lie less than this off are where they should be, px of the fine copy. */
const SETTLED = 0.5;
/**
 * Edges that leave less than this part of the places found are none of the page's; in a blurred frame a few places are
 * lost by any change.
 */
const EDGES_MAY_COST = 0.9;

/**
 * A flat sheet's fit with a plane through its print and the paper's corners, where print takes up little of the page: a
 * plane through a few lines at the top says next to nothing of the foot.
 *
 * @returns the same fit where print is spread over the page, or the paper's edges are not seen
 */
export function flatHeldByEdges(copies: PageCopies, frame: Raster, fit: SheetFit): SheetFit {
  const page = copies.fine.raster;
  if (!hasLittlePrint(page, fit.left)) return fit;
  let held = fit;
  for (const round of FLAT_EDGE_ROUNDS) {
    const sides = edgesAbout(page, frame, held, reachIn(round, fit.left));
    if (sides.length < MIN_SIDES) return fit;
    const corners = cornersOf(page, sides);
    const from = [...held.left.map(({ at }) => at), ...corners.map(({ at }) => at)];
    const to = [...held.left, ...corners].map(({ at, dx, dy }) => ({ x: at.x + dx, y: at.y + dy }));
    const weights = from.map((_, k) => (k < held.left.length ? 1 : CORNER_WEIGHT * held.left.length));
    const moved = homographyFromPoints(from, to, weights);
    const around = moved && aroundMoved(held, moved);
    if (!around) return fit;
    held = fitSheet(page, frame, around);
    const seen = lookAround(copies, frame, around.homography);
    const again = seen && fitSheet(page, frame, seen);
    if (again && again.confirmed >= held.confirmed) held = again;
    if (max(...corners.map(({ dx, dy }) => hypot(dx, dy))) < SETTLED) break;
  }
  return held.confirmed >= EDGES_MAY_COST * fit.confirmed ? held : fit;
}

/** The page's corners, where straight lines through two sides that are seen meet, and how far off these have them. */
function cornersOf(page: Raster, sides: readonly PaperSide[]): { at: Point; dx: number; dy: number }[] {
  const lines = sides.map(lineOf);
  return frameQuad(page.width, page.height).flatMap((at) => {
    const across = lines.find(({ alongX, border }) => alongX && border === at.y);
    const down = lines.find(({ alongX, border }) => !alongX && border === at.x);
    if (!across || !down) return [];
    // Sides are nearly upright on each other: a few steps find where they meet.
    let { x, y } = at;
    for (let step = 0; step < 8; step++) {
      y = across.off(x);
      x = down.off(y);
    }
    return [{ at, dx: x - at.x, dy: y - at.y }];
  });
}

/** A straight line through a side: px across it at each px along. */
function lineOf({ displacements }: PaperSide): {
  alongX: boolean;
  border: number;
  off: (along: number) => number;
} {
  const { at, hold } = displacements[0];
  const alongX = hold[0] === 0;
  const places = displacements.map((m) =>
    alongX ? { along: m.at.x, off: m.at.y + m.dy } : { along: m.at.y, off: m.at.x + m.dx },
  );
  return { alongX, border: alongX ? at.y : at.x, off: straightLine(places) };
}
