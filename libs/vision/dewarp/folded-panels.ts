import { homographyFromPoints, UNIT_SQUARE } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Rung } from '../outline/folded-sheet.js';
import { pageProportions } from '../outline/page-proportions.js';
import type { Homography, Point, Quad, Size } from '../pixels/raster.js';
import type { RolledOutPage } from './dewarp-page.js';

const { hypot, max, min, sqrt } = Math;

/** A plane between two folds. */
interface Panel {
  /** From across and along it, 0..1 each, to px of the frame. */
  map: Homography;
  /** How far it reaches along the sheet, 0..1. */
  from: number;
  to: number;
  /** Factors on the foreshortening across it at its two ends, so that a fold is one line on both of its panels. */
  start: number;
  end: number;
}

/**
 * Lays out a folded sheet, panel by panel, each seen as the plane it is.
 *
 * @param rungs the sheet's ends and the folds between them, in order, px of the frame
 * @param quad the sheet's corners as it stands upright: top left, then clockwise
 * @param size of the frame, px
 */
export function layOutPanels(rungs: readonly Rung[], quad: Quad, size: Size): RolledOutPage | null {
  const quads = rungs.slice(1).map((next, k): Quad => [rungs[k][0], rungs[k][1], next[1], next[0]]);
  const maps = quads.map((panel) => homographyFromPoints(UNIT_SQUARE, panel));
  if (!maps.every((map) => map !== null)) return null;
  // Of each panel how long it is, over the width that all of them have.
  const lengths = quads.map((panel) => 1 / pageProportions(panel, size.width, size.height, true).ratio);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let reached = 0;
  const panels = maps.map((map, k): Panel => {
    const from = reached;
    reached += lengths[k] / total;
    return {
      map,
      from,
      to: reached,
      start: k > 0 ? joint(maps[k - 1], map) : 1,
      end: k < maps.length - 1 ? 1 / joint(map, maps[k + 1]) : 1,
    };
  });
  const start = rungs[0];
  const end = rungs[rungs.length - 1];
  // Where the upright corners lie across and along the sheet.
  const [topLeft, topRight, , bottomLeft] = quad.map((p) => nearest(p, [start[0], start[1], end[1], end[0]]));
  const across = UNIT_SQUARE[topLeft];
  const [du, dv] = [UNIT_SQUARE[topRight], UNIT_SQUARE[bottomLeft]].map((p) => ({
    x: p.x - across.x,
    y: p.y - across.y,
  }));
  return {
    ratio: du.x === 0 ? total : 1 / total,
    show: (u, v) =>
      place(panels, across.x + u * du.x + v * dv.x, max(0, min(1, across.y + u * du.y + v * dv.y))),
  };
}

/** Foreshortening at the right end of a row over that at its left end. */
function slant([, , , , , , g, h]: Homography, along: number): number {
  return (g + h * along + 1) / (h * along + 1);
}

/**
 * Factor by which the slant at the end of one panel and at the start of the next are brought together at the latter.
 */
function joint(one: Homography, next: Homography): number {
  return sqrt(slant(one, 1) / slant(next, 0));
}

/** px of the frame of a place across (0..1, beyond too) and along (0..1) the sheet. */
function place(panels: readonly Panel[], across: number, along: number): Point {
  const panel = panels.find(({ to }) => along <= to) ?? panels[panels.length - 1];
  const w = (along - panel.from) / (panel.to - panel.from);
  const left = project(panel.map, 0, w);
  const right = project(panel.map, 1, w);
  const weight = slant(panel.map, w) * panel.start ** (1 - w) * panel.end ** w;
  const t = (across * weight) / (1 - across + across * weight);
  return { x: left.x + t * (right.x - left.x), y: left.y + t * (right.y - left.y) };
}

function nearest(p: Point, among: readonly Point[]): number {
  const off = among.map((q) => hypot(q.x - p.x, q.y - p.y));
  return off.indexOf(min(...off));
}
