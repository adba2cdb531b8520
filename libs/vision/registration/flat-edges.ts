import { frameQuad, homographyFromPoints } from '../geometry/plane-geometry.js';
import type { Point, Raster } from '../pixels/raster.js';
import { aroundMoved } from './moved-plane.js';
import type { PaperSide } from './paper-edges.js';
import { edgesAbout, FLAT_EDGE_ROUNDS, reachIn, straightLine } from './edge-search.js';
import { hasLittlePrint } from './little-print.js';
import { fitSheet, type SheetFit } from './sheet-fit.js';

/** Sides without which the paper is not known: two corners. */
const MIN_SIDES = 3;
/** A corner counts as much as this part of all places measured. */
const CORNER_WEIGHT = 0.5;
/**
 * Edges that leave less than this part of the places found are none of the page's; in a blurred frame a few places are
 * lost by any change.
 */
const EDGES_MAY_COST = 0.9;

/**
 * A flat sheet's fit with a plane through its print and the paper's corners, where print takes up little of the page: a
 * plane through a few lines at the top says next to nothing of the foot.
 *
 * @param page grey, fine copy
 * @returns the same fit where print is spread over the page, or the paper's edges are not seen
 */
export function flatHeldByEdges(page: Raster, frame: Raster, fit: SheetFit): SheetFit {
  if (!hasLittlePrint(page, fit.left)) return fit;
  let held = fit;
  for (const round of FLAT_EDGE_ROUNDS) {
    const sides = edgesAbout(page, frame, held, reachIn(round, fit.left));
    const corners = sides.length < MIN_SIDES ? [] : cornersOf(page, sides);
    if (corners.length === 0) return fit;
    const from = [...held.left.map(({ at }) => at), ...corners.map(({ at }) => at)];
    const to = [...held.left, ...corners].map(({ at, dx, dy }) => ({ x: at.x + dx, y: at.y + dy }));
    const weights = from.map((_, k) => (k < held.left.length ? 1 : CORNER_WEIGHT * held.left.length));
    const moved = homographyFromPoints(from, to, weights);
    const around = moved && aroundMoved(held, moved);
    if (!around) return fit;
    held = fitSheet(page, frame, around);
  }
  return held.confirmed >= EDGES_MAY_COST * fit.confirmed ? held : fit;
}

/** The page's corners, where two sides that are seen meet, and how far off straight lines through these have them. */
function cornersOf(
  { width, height }: Raster,
  sides: readonly PaperSide[],
): { at: Point; dx: number; dy: number }[] {
  const across: { y: number; line: (x: number) => number }[] = [];
  const down: { x: number; line: (y: number) => number }[] = [];
  for (const { displacements } of sides) {
    const { at, hold } = displacements[0];
    if (hold[0] === 0) {
      const places = displacements.map((m) => ({ along: m.at.x, off: m.at.y + m.dy }));
      across.push({ y: at.y, line: straightLine(places) });
    } else {
      const places = displacements.map((m) => ({ along: m.at.y, off: m.at.x + m.dx }));
      down.push({ x: at.x, line: straightLine(places) });
    }
  }
  return across.flatMap((top) =>
    down.map((side) => {
      const at = frameQuad(width, height).reduce((a, b) =>
        Math.hypot(b.x - side.x, b.y - top.y) < Math.hypot(a.x - side.x, a.y - top.y) ? b : a,
      );
      // Sides are nearly upright on each other: a few steps find where they meet.
      let [x, y] = [at.x, at.y];
      for (let step = 0; step < 8; step++) {
        y = top.line(x);
        x = side.line(y);
      }
      return { at, dx: x - at.x, dy: y - at.y };
    }),
  );
}
