import { median } from '../geometry/median.js';
import type { Point, Raster } from '../pixels/raster.js';
import { isBeyond, placeBy, REACH, type Edge } from './straight-cover.js';

const { abs, floor, max, round } = Math;

/** Takes px of the page's copy to px of the frame. */
export type Place = (x: number, y: number) => Point;

/** Along the edge brightness is compared in pieces of this length, in strips on either side; px of the copy. */
const PIECE = 12;
const STRIPS = [
  [-21, -15],
  [-9, -3],
  [3, 9],
  [15, 21],
] as const;
const EVERY = 1.5;
/** Px of a strip that have to be in the frame. */
const MIN_STRIP = 25;
/** Paper's brightness among px of which few carry ink. */
const PAPER_SHARE = 0.75;
/** Grey levels that count as a step (flat paper has under one), and the share of pieces that show one. */
const STEP_LEVELS = 2;
const STEP_SHARE = 0.6;
const MIN_PIECES = 6;

/**
 * Whether brightness steps along most of the edges of what may lie on a page, beyond how it changes beside them anyway.
 * Where the page's light falls off the step may turn from brighter to darker on its way.
 *
 * @param grey the frame as photographed; @param copy the page's, in px of which the edges are given
 * @returns null where too little is to be seen on both sides of them
 */
export function stepsAlongMost(
  edges: readonly Edge[],
  grey: Raster,
  copy: Raster,
  place: Place,
): boolean | null {
  const steps = edges.map((edge) => {
    const others = edges.filter((other) => other !== edge);
    return stepsAlong(edge, others, grey, copy, place);
  });
  const all = steps.flat();
  if (all.length < MIN_PIECES) return null;
  const shown = steps.flatMap((of) =>
    of.filter((_, i) => abs(median(of.slice(max(0, i - 1), i + 2))) >= STEP_LEVELS),
  );
  return shown.length >= STEP_SHARE * all.length;
}

/** Brightness beyond less before an edge, of its pieces that lie in sight and beyond all others. */
function stepsAlong(edge: Edge, others: readonly Edge[], grey: Raster, copy: Raster, place: Place): number[] {
  const steps: number[] = [];
  for (let along = -REACH; along < REACH; along += PIECE) {
    const middle = placeBy(edge, along + PIECE / 2, 0);
    if (!isBeyond(others, middle.x, middle.y)) continue;
    const [far, near, over, further] = STRIPS.map((strip) =>
      stripLevel(edge, strip, along, grey, copy, place),
    );
    if (far == null || near == null || over == null || further == null) continue;
    steps.push(over - near - (near - far + further - over) / 2);
  }
  return steps;
}

/**
 * Brightness of the paper in a strip along an edge, `from` to `to` px beyond it; null where most of it is not in sight.
 */
function stripLevel(
  edge: Edge,
  [from, to]: readonly [number, number],
  along: number,
  grey: Raster,
  copy: Raster,
  place: Place,
): number | null {
  const levels: number[] = [];
  for (let t = along; t < along + PIECE; t += EVERY)
    for (let d = from; d <= to; d += EVERY) {
      const { x, y } = placeBy(edge, t, d);
      if (x < 0 || y < 0 || x >= copy.width || y >= copy.height) continue;
      const p = place(x, y);
      const column = round(p.x);
      const row = round(p.y);
      if (column >= 0 && row >= 0 && column < grey.width && row < grey.height)
        levels.push(grey.data[row * grey.width + column]);
    }
  return levels.length < MIN_STRIP ? null : levels.sort((a, b) => a - b)[floor(PAPER_SHARE * levels.length)];
}
