import { quadArea } from '../geometry/plane-geometry.js';
import { rungsOf, type FoldedSheet, type Rung } from './folded-sheet.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { refineSides } from './side-refinement.js';
import type { SheetOfSome } from './side-by-side.js';

/** Outlines less sure than this are not used (true pages of the sample photographs: 0.7 and more). */
export const MIN_OUTLINE_CONFIDENCE = 0.58;
/** Bow of an outline's sides from which on a page may be bent; flat ones' have up to 0.0015. */
export const STRAIGHT = 0.0022;

/** A page found in a picture. */
export interface PageOutline {
  /** Corners in px of the picture, clockwise, from the side on whose middle lies straightest above the page's. */
  quad: Quad;
  /** 0..1: how well the picture bears the four sides out. */
  confidence: number;
  /** Whether its sides go on beyond its corners, or much print lies beyond it: it is a part of a larger sheet. */
  isPart: boolean;
  /** Whether another sheet lies beside it, whole in the picture and about as large: nothing tells which is meant. */
  isOneOfSome: boolean;
  /** Sides (0 top, clockwise) that are the picture's own border: the page is cut off there. */
  cut: boolean[];
  /** How far the most bent side stands off a straight line, as a part of its length: of a flat sheet under 0.002. */
  bow: number;
  /** 0..1: the part of the side that is seen least along which the picture has an edge near a straight line. */
  borne: number;
  /**
   * The page's two ends and the folds between them, px of the picture: of a page that was not folded its ends alone.
   */
  rungs: readonly Rung[];
}

/**
 * A sheet found in a reduced copy, its sides refined on the picture: those of each panel by itself, for over a fold no
 * side is straight.
 *
 * @param kept how much of its score is left as its confidence
 * @param scaleX px of the copy a px of the picture
 */
export function refinedOutline(
  sheet: FoldedSheet,
  kept: number,
  picture: Raster,
  scaleX: number,
  scaleY: number,
): Omit<PageOutline, 'isPart' | 'isOneOfSome'> {
  const last = sheet.panels.length - 1;
  const panels = sheet.panels.map((panel, k) => {
    const fixed = panel.cut.map((cut, i) => cut || (i === 0 && k > 0) || (i === 2 && k < last));
    return refineSides(
      picture,
      grown(panel.quad, scaleX, scaleY),
      fixed,
      1 / scaleX,
      panel.sides,
      last === 0,
    );
  });
  const rungs = rungsOf(panels.map((panel) => panel.quad));
  const [start, end] = [rungs[0], rungs[last + 1]];
  const { quad, cut } = orderCorners([start[0], start[1], end[1], end[0]], sheet.cut);
  return {
    quad,
    cut,
    confidence: sheet.score * kept,
    bow: Math.max(bowOf(rungs), ...panels.map(({ bow }) => bow)),
    borne: Math.min(...panels.map(({ borne }) => borne)),
    rungs,
  };
}

/**
 * One of the sheets that were outlined together: it ends where the next begins, so that neither print nor sides beyond
 * count against it.
 */
export function outlineOfSome(
  whole: Omit<PageOutline, 'isPart' | 'isOneOfSome'>,
  { quad: found, cut: borders, hasPeer }: SheetOfSome,
  confidence: number,
  picture: Raster,
  unit: number,
): PageOutline {
  const { bow, borne, quad: refined } = refineSides(picture, found, borders, unit);
  const { quad, cut } = orderCorners(refined, borders);
  const rungs: Rung[] = [
    [quad[0], quad[1]],
    [quad[3], quad[2]],
  ];
  return { ...whole, quad, cut, confidence, bow, borne, rungs, isPart: false, isOneOfSome: hasPeer };
}

/**
 * How far the folds' ends stand off the straight line between the sheet's corners, at most, as a part of its length.
 */
function bowOf(rungs: readonly Rung[]): number {
  return Math.max(
    ...[0, 1].flatMap((side) => {
      const places = rungs.map((rung) => rung[side]);
      const [a, b] = [places[0], places[places.length - 1]];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      return places.map((p) => Math.abs((p.x - a.x) * dy - (p.y - a.y) * dx) / (dx * dx + dy * dy));
    }),
  );
}

/** A quad of the reduced picture in px of the picture. */
export function grown(quad: Quad, scaleX: number, scaleY: number): Quad {
  return quad.map((p) => ({ x: (p.x + 0.5) / scaleX - 0.5, y: (p.y + 0.5) / scaleY - 0.5 })) as Quad;
}

/** Clockwise, from the top side on. */
function orderCorners(quad: Quad, cut: boolean[]): { quad: Quad; cut: boolean[] } {
  let corners: Point[] = [...quad];
  let sides = [...cut];
  if (quadArea(quad) < 0) {
    corners = corners.reverse();
    // Side i ran from corner i to i + 1; reversed, it runs from 3 - i - 1 to 3 - i.
    sides = [2, 1, 0, 3].map((i) => sides[i]);
  }
  const cx = corners.reduce((s, p) => s + p.x / 4, 0);
  const cy = corners.reduce((s, p) => s + p.y / 4, 0);
  // The top side is the one whose middle lies straightest above the centre.
  let first = 0;
  let best = -Infinity;
  for (let i = 0; i < 4; i++) {
    const mx = (corners[i].x + corners[(i + 1) % 4].x) / 2 - cx;
    const my = (corners[i].y + corners[(i + 1) % 4].y) / 2 - cy;
    const up = -my / Math.hypot(mx, my);
    if (up > best) {
      best = up;
      first = i;
    }
  }
  return {
    quad: [0, 1, 2, 3].map((i) => corners[(first + i) % 4]) as Quad,
    cut: [0, 1, 2, 3].map((i) => sides[(first + i) % 4]),
  };
}
