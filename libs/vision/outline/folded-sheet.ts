import { median } from '../geometry/median.js';
import { areaOf, centroid } from '../geometry/plane-geometry.js';
import { closesAwayMore } from './closed-away.js';
import { meanAlong, offLine, placeAlong, type LineEvidence } from './line-evidence.js';
import { isSamePaperBeyond } from './other-light.js';
import { angleBetween, insideScore, join, type JoinedQuad } from './quad-score.js';
import { CLEAR, placesIn } from './whole-page.js';
import { placesBeside } from './side-strips.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { tableShowsBetween } from './table-between.js';

const { abs, max, min } = Math;

/** A sheet that was folded and does not lie flat: panels, each a plane, one after the other. */
export interface FoldedSheet {
  /** Panels from one end of the sheet to the other. */
  panels: readonly JoinedQuad[];
  /** Ends and folds, in order, each from one long side of the sheet to the other: panel k lies between k and k + 1. */
  rungs: readonly Rung[];
  /** Corners of all of the sheet; side i runs from corner i to i + 1. Sides 1 and 3 bend where the folds are. */
  quad: Quad;
  /** True where a side is the picture's border. */
  cut: boolean[];
  /** 0..1, as of a quad. */
  score: number;
}

/** Where the sheet ends or is folded, as seen on its two long sides. */
export type Rung = readonly [Point, Point];

/** Folds looked for beside the panel that was found first: a letter has two, a map has more. */
const MAX_FOLDS = 3;
/** A panel's side starts this near to a corner of its neighbour, px of the reduced picture... */
const NEAR = 9;
/** ...and turns off its neighbour's by this much, radians, at most. */
const BEND = 0.5;
/** Lines tried for each long side of a panel. */
const LONG_SIDES = 8;
/**
 * Across a fold the picture changes by this part at most of what it changes across the sheet's borders: light, and not
 * what is there. Where it changes more, in the shade, paper and print have to be the same (`other-light.ts`).
 */
const FOLD_STEP = 0.5;
/** A panel scores at least this; one that light changes much to, but whose paper and print are the same, this. */
const MIN_SCORE = 0.5;
const MIN_SCORE_IN_SHADE = 0.6;
/**
 * Beyond a side of a clear outline a panel's long sides show at least this much edge: of another sheet that looks out
 * from under a page one at least shows half as much, of a fold's panels nearly all.
 */
const LONG_SIDE_SEEN = 0.7;
/** The part of the best one's score that quads, and sheets, have which are as good. */
const AS_GOOD = 0.96;
/** Quads as good as the best one that are tried, the largest first. */
const TRIED = 4;
/** Panels that get a look at their inside. */
const LOOKED_INTO = 3;
/** A picture, with its text closed away and as it is. */
interface Surface {
  closed: Raster;
  plain: Raster;
  /** Whether light may change as much at a fold as at the sheet's borders. */
  inShade: boolean;
}

/**
 * The sheet of which the best quad is one panel: letters, receipts and cards that were folded are lit unevenly, or
 * bend, at the fold, so that one of their panels is a better quad than the whole. A side that parts hardly what it lies
 * between, or the same paper in the shade, is taken for a fold where the lines that meet its ends bound another panel
 * with it. Of quads as good as the best one the one is taken whose sheet is the largest: frames are printed within
 * panels.
 *
 * @param quads best first
 * @param lines all lines of the picture, borders too
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 * @param inShade whether light may change as much at a fold as at the sheet's borders, if paper and print are the same
 * @returns null where the best quad is a sheet of its own
 */
export function unfoldLargest(
  quads: readonly JoinedQuad[],
  lines: readonly LineEvidence[],
  closed: Raster,
  plain: Raster,
  inShade: boolean,
): FoldedSheet | null {
  const surface = { closed, plain, inShade };
  const first = quads.length > 0 ? unfold(quads[0], lines, surface) : null;
  if (!first) return null;
  return quads
    .slice(1)
    .filter((quad) => quad.score >= AS_GOOD * quads[0].score && areaOf(quad) > areaOf(quads[0]))
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, TRIED)
    .map((quad) => unfold(quad, lines, surface))
    .reduce<FoldedSheet>(
      (largest, sheet) =>
        sheet && sheet.score >= AS_GOOD * first.score && areaOf(sheet) > areaOf(largest) ? sheet : largest,
      first,
    );
}

function unfold(first: JoinedQuad, lines: readonly LineEvidence[], surface: Surface): FoldedSheet | null {
  const found = [0, 1]
    .map((axis) => grow(turned(first, axis), lines, surface))
    .filter((panels) => panels.length > 1)
    .sort((a, b) => b.length - a.length || total(b) - total(a))[0];
  return found ? sheetOf(found) : null;
}

/** Panels in order beyond sides 0 and 2 of the first, each with its side 0 to the one before. */
function grow(first: JoinedQuad, lines: readonly LineEvidence[], surface: Surface): JoinedQuad[] {
  const panels = [first];
  for (const end of [0, 1]) {
    while (panels.length <= MAX_FOLDS) {
      const next = panelBeyond(end ? panels[panels.length - 1] : panels[0], end ? 2 : 0, lines, surface);
      if (!next) break;
      if (end) panels.push(next);
      else panels.unshift(next);
    }
  }
  return panels;
}

/** The best panel beyond side 0 or 2 of one; like it, sides 1 and 3 are the sheet's long ones. */
function panelBeyond(
  { quad, cut, sides, score }: JoinedQuad,
  side: number,
  lines: readonly LineEvidence[],
  surface: Surface,
): JoinedQuad | null {
  if (cut[side]) return null;
  const { closed } = surface;
  const steps = [0, 1, 2, 3].map((i) => colourStepAcross(quad, i, closed));
  const borders = steps.filter((step, i) => i !== side && step !== null) as number[];
  const step = steps[side];
  if (step === null || borders.length < 2) return null;
  const isFaint = step <= FOLD_STEP * median(borders);
  if (!isFaint && !(surface.inShade && isSamePaperBeyond(quad, side, closed, surface.plain))) return null;
  const least = isFaint ? MIN_SCORE : MIN_SCORE_IN_SHADE;
  const fold = sides[side];
  const before = (side + 3) % 4;
  const after = (side + 1) % 4;
  const longSides = (corner: Point, own: LineEvidence): LineEvidence[] => [
    own,
    ...lines
      .filter((l) => l !== own && !l.border && abs(offLine(l, corner)) < NEAR && angleBetween(l, own) < BEND)
      .slice(0, LONG_SIDES),
  ];
  const ends = lines.filter((l) => l !== fold && angleBetween(l, fold) < BEND);
  const here = offLine(fold, centroid(quad));
  const found: JoinedQuad[] = [];
  for (const left of longSides(quad[side], sides[before]))
    for (const right of longSides(quad[after], sides[after]))
      for (const far of ends) {
        // Seen from the panel its sides run the other way round.
        const panel = join([fold, right, far, left], closed.width, closed.height);
        if (!panel || panel.score < least || offLine(fold, centroid(panel.quad)) * here >= 0) continue;
        if (score < CLEAR || min(edgeOf(panel, 1), edgeOf(panel, 3)) >= LONG_SIDE_SEEN) found.push(panel);
      }
  found.sort((a, b) => b.score - a.score);
  const best = found
    .slice(0, LOOKED_INTO)
    .map((panel) => ({ ...panel, score: panel.score * insideScore(panel, closed) }))
    .sort((a, b) => b.score - a.score)[0];
  if (!best || best.score < least) return null;
  if (tableShowsBetween(quad[side], quad[after], closed, surface.plain)) return null;
  const [beyond, within] = [best.quad, quad].map((one) => placesIn(one, one, closed).within);
  return closesAwayMore(beyond, within, surface, score >= CLEAR) ? null : likeNeighbour(best, side);
}

/** 0..1: edge along a side of a quad; nothing is known of a border's. */
function edgeOf({ quad, sides }: JoinedQuad, side: number): number {
  const along = sides[side];
  if (along.border) return 1;
  return meanAlong(along, along.edge, placeAlong(along, quad[side]), placeAlong(along, quad[(side + 1) % 4]));
}

/** Side 0 of what was joined is the fold; it becomes the side opposite to the neighbour's, the long sides as there. */
function likeNeighbour(panel: JoinedQuad, side: number): JoinedQuad {
  const mirrored: JoinedQuad = {
    ...panel,
    quad: [1, 0, 3, 2].map((i) => panel.quad[i]) as Quad,
    sides: [0, 3, 2, 1].map((i) => panel.sides[i]),
    cut: [0, 3, 2, 1].map((i) => panel.cut[i]),
  };
  return side === 0 ? turned(mirrored, 2) : mirrored;
}

/** The same quad, counted from another corner. */
function turned(quad: JoinedQuad, by: number): JoinedQuad {
  const from = <T>(list: readonly T[]): T[] => list.map((_, i) => list[(i + by) % 4]);
  return { ...quad, quad: from(quad.quad) as Quad, sides: from(quad.sides), cut: from(quad.cut) };
}

/** A sheet of one panel. */
export function asSheet(quad: JoinedQuad): FoldedSheet {
  return sheetOf([quad]);
}

function sheetOf(panels: readonly JoinedQuad[]): FoldedSheet {
  const rungs = rungsOf(panels.map(({ quad }) => quad));
  const [start, end] = [rungs[0], rungs[rungs.length - 1]];
  const quad: Quad = [start[0], start[1], end[1], end[0]];
  const areas = panels.map(areaOf);
  const score =
    panels.reduce((sum, panel, k) => sum + panel.score * areas[k], 0) / areas.reduce((a, b) => a + b);
  const side = (i: number): boolean => panels.some(({ cut }) => cut[i]);
  const cut = [panels[0].cut[0], side(1), panels[panels.length - 1].cut[2], side(3)];
  return { panels, rungs, quad, cut, score };
}

/** Ends and folds of panels in order, sides 1 and 3 the long ones: neighbours' corners are one place. */
export function rungsOf(panels: readonly Quad[]): Rung[] {
  return Array.from({ length: panels.length + 1 }, (_, k) => {
    const seen: Rung[] = [];
    if (k > 0) seen.push([panels[k - 1][3], panels[k - 1][2]]);
    if (k < panels.length) seen.push([panels[k][0], panels[k][1]]);
    return [centroid(seen.map(([a]) => a)), centroid(seen.map(([, b]) => b))];
  });
}

function total(panels: readonly JoinedQuad[]): number {
  return panels.reduce((sum, { score }) => sum + score, 0);
}

/** What is compared on either side of a quad's side. */
const STRIPS = { near: 0.02, far: 0.08, along: 24, across: 3 };

/**
 * Levels, of the channel that changes most, by which the picture on both sides of a quad's side differs, median; null
 * out of sight.
 */
function colourStepAcross(quad: Quad, side: number, picture: Raster): number | null {
  const { data, channels } = picture;
  const places = placesBeside(quad, side, STRIPS, picture);
  if (!places) return null;
  const steps = places.map(([within, beyond]) => {
    let most = 0;
    for (let k = 0; k < channels; k++)
      most = max(most, abs(data[within * channels + k] - data[beyond * channels + k]));
    return most;
  });
  return median(steps);
}
