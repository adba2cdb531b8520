import { bentQuads, bentQuadsBeyond, MIN_SIDE } from './bent-quads.js';
import { pageCutBeyond } from './cut-page.js';
import { findEdges, type EdgeMap } from './edge-map.js';
import { findLines, type EdgeLine } from './edge-lines.js';
import { gatherEvidence, type LineEvidence } from './line-evidence.js';
import { close } from '../pixels/morphology.js';
import { printGoesOn } from './print-beyond.js';
import { quadArea } from '../geometry/plane-geometry.js';
import { asSheet, rungsOf, unfoldLargest, type FoldedSheet, type Rung } from './folded-sheet.js';
import { borneOutBeyond, enclosingSheet } from './enclosing-sheet.js';
import { joinQuads } from './joined-quads.js';
import { scoreQuads, type JoinedQuad } from './quad-score.js';
import { endsOnAnother } from './sheets-apart.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { reduce } from '../pixels/resample.js';
import { sheetOfSome, type SheetOfSome } from './side-by-side.js';
import { CLEAR, LOOKED_AT, sheetGoesOn, wholePageFirst } from './whole-page.js';
import { wholeBentSheet } from './whole-bent-sheet.js';
import { sidesGoOn } from './sides-go-on.js';
import { refineSides } from './side-refinement.js';

const { max, min } = Math;

/** A page found in a picture. */
export interface PageOutline {
  /** Corners in px of the picture, clockwise, the one nearest to the picture's top left first. */
  quad: Quad;
  /** 0..1: how well the picture bears the four sides out. */
  confidence: number;
  /** Whether sides go on beyond its corners: it is sure to lie there, but is a part of a larger sheet. */
  isPart: boolean;
  /** Sides (0 top, clockwise) that are the picture's own border: the page is cut off there. */
  cut: boolean[];
  /** How far the most bent side stands off a straight line, as a part of its length: of a flat sheet under 0.002. */
  bow: number;
  /** 0..1: the part of the side that is seen least along which the picture has an edge near a straight line. */
  borne: number;
  /** The page's two ends and the folds between them, px of the picture: of a page that was not folded its ends alone. */
  rungs: readonly Rung[];
}

/** Longer side of the copy that is searched, px. */
const SEARCH_SIDE = 640;
/** Half the side of the closing that hides text, px of the copy: strokes and lines of text up to 13 px. */
const TEXT_RADIUS = 6;
/** Gradient under which there is no edge, levels per px; white paper on a white desk gives 3 to 6. */
const EDGE_THRESHOLD = 2.2;
/** Straight edges kept from each of the two surfaces. */
const LINES_CLOSED = 34;
const LINES_PLAIN = 14;
/** Weaker edges of the closed surface kept beside them, for a side that clutter outvotes. */
const LINES_SPARE = 50;
/** A quad with bent sides scores so many times as much as the best of straight edges. */
const BETTER = 1.03;
/** What a larger outline has beyond one that cuts through the page is borne out this well along each side. */
const SEEN_BEYOND = 0.4;
/** Outlines that are not clear lose confidence where the page goes on beyond one of their sides, down to this part of it. */
const KEPT_CONFIDENCE = 0.7;
/** From here on sides go on beyond a corner (24 curled pages with broad fills: of five parts three have 1.0, no other outline
 * over 0.25). */
const GO_ON = 0.65;

/**
 * Finds the page in a photograph: straight edges of the copy with its text closed away (and of the plain copy,
 * where a thin shadow is all that parts white paper from a white desk), joined to quads, scored by the evidence
 * along their sides, the best one refined on the picture itself.
 */
export function findPageOutline(picture: Raster): PageOutline | null {
  const best = searchOutlines(picture)[0];
  return best ?? null;
}

/** All outlines worth a look, best first. */
export function searchOutlines(picture: Raster, count = 1): PageOutline[] {
  const small = reduce(picture, SEARCH_SIDE);
  const plain = small.raster;
  const closed = close(plain, TEXT_RADIUS);
  const { edges, evidence, spare } = gatherLines(plain, closed);
  const lines = [...evidence, ...spare];
  const joined = joinQuads(evidence, closed);
  const refined = ({ quad, cut, sides }: JoinedQuad): Quad =>
    refineSides(picture, grown(quad, small.scaleX, small.scaleY), cut, 1 / small.scaleX, sides).quad;
  const wholeFirst = (quads: JoinedQuad[]): JoinedQuad[] =>
    sheetFirst(
      wholePageFirst(
        quads,
        (quad) => cutThrough([quad], closed, plain),
        (whole, part) =>
          borneOutBeyond(whole, part.quad) < SEEN_BEYOND ? 0 : sheetGoesOn(whole.quad, part.quad, closed),
      ),
      joined,
      refined,
    );
  const straight = scoreQuads(joined, closed, spare);
  let quads = wholeFirst(straight);
  const folded = unfoldLargest(quads.slice(0, LOOKED_AT), lines, closed, plain);
  const best = straight[0]?.score ?? 0;
  if (!folded && best < CLEAR) {
    const better = bentQuads(lines, edges, closed).filter(({ score }) => score > BETTER * best);
    if (better.length > 0) quads = wholeFirst([...better, ...straight]);
  }
  if (!folded && quads.length > 0) {
    const whole = wholeBentSheet(quads[0], (part) => bentQuadsBeyond(part, lines, edges, closed), closed);
    if (whole) quads = [whole, ...quads];
  }
  const borders = evidence.filter(({ border }) => border);
  const cut = folded || quads.length === 0 ? null : pageCutBeyond(quads[0], borders, closed, plain);
  if (cut?.whole) quads = [cut.whole, ...quads];
  return quads.slice(0, count).map((found, rank) => {
    const sheet = (rank === 0 ? folded : null) ?? asSheet(found);
    const outline = finish(sheet, keptConfidence(sheet, closed, plain), picture, small.scaleX, small.scaleY);
    const some = rank === 0 ? sheetOfSome(picture, outline.quad, outline.cut) : null;
    if (some) return ofSome(outline, some, sheet.score, picture, 1 / small.scaleX);
    const endsAtRuling = rank === 0 && cut !== null && cut.whole === null;
    return { ...outline, isPart: endsAtRuling || isPart(sheet, edges, closed) };
  });
}

/** The edges of the closed surface, the picture's lines and borders, and weaker lines. */
function gatherLines(
  plain: Raster,
  closed: Raster,
): { edges: EdgeMap; evidence: LineEvidence[]; spare: LineEvidence[] } {
  const edges = findEdges(closed, EDGE_THRESHOLD);
  const plainEdges = findEdges(plain, EDGE_THRESHOLD * 2);
  const minVotes = MIN_SIDE * Math.min(plain.width, plain.height) * 0.4;
  const evidence: LineEvidence[] = [];
  const spare: LineEvidence[] = [];
  const add = (line: EdgeLine, along: EdgeMap, border: boolean, to = evidence): void => {
    const found = gatherEvidence(line, along, closed, border);
    if (found) to.push(found);
  };
  findLines(edges, LINES_CLOSED + LINES_SPARE, minVotes).forEach((line, rank) => {
    add(line, edges, false, rank < LINES_CLOSED ? evidence : spare);
  });
  for (const line of findLines(plainEdges, LINES_PLAIN, minVotes)) add(line, plainEdges, false);
  for (const line of bordersOf(plain)) add(line, edges, true);
  return { edges, evidence, spare };
}

/**
 * The quads, best first, but where the best one is printed on a sheet, that sheet first. Each bears the other out: it is as sure as
 * what is printed on it, as far as its sides are.
 */
function sheetFirst(
  quads: JoinedQuad[],
  joined: Iterable<JoinedQuad>,
  refined: (quad: JoinedQuad) => Quad,
): JoinedQuad[] {
  const best = quads[0];
  if (!best || best.cut.some(Boolean)) return quads;
  const found = enclosingSheet(best, joined, refined);
  return found ? [{ ...found, score: Math.min(found.score, best.score) }, ...quads] : quads;
}

/** How much of an outline's confidence is left where it is unsure and cuts through a page. */
function keptConfidence(
  { score, panels }: Pick<FoldedSheet, 'score' | 'panels'>,
  surface: Raster,
  plain: Raster,
): number {
  return score < CLEAR ? 1 - (1 - KEPT_CONFIDENCE) * cutThrough(panels, surface, plain) : 1;
}

/**
 * Whether an outline is unsure and its sides go on beyond its corners, as where what is printed on a sheet stands out more than the
 * sheet. Beyond those of a clear one they do where it lies in line with another sheet.
 */
function isPart(
  { score, panels }: Pick<FoldedSheet, 'score' | 'panels'>,
  edges: EdgeMap,
  surface: Raster,
): boolean {
  if (score >= CLEAR) return false;
  return outerSides(panels)
    .filter(({ panel: { cut }, side }) => !cut[(side + 1) % 4] && !cut[(side + 3) % 4])
    .some(({ panel, side }) => sidesGoOn(panel.quad, side, edges, surface) >= GO_ON);
}

/** The sides in the picture of all panels of a sheet, but for the folds between them. */
function outerSides(panels: readonly JoinedQuad[]): { panel: JoinedQuad; side: number }[] {
  return panels.flatMap((panel, k) =>
    [0, 1, 2, 3]
      .filter((i) => !panel.cut[i] && !(i === 0 && k > 0) && !(i === 2 && k < panels.length - 1))
      .map((side) => ({ panel, side })),
  );
}

/**
 * 0..1: how much a side of an outline is a ruling, or a table's border, on a page that goes on beyond it: to keep too much of
 * a picture is better than to lose a part of the page. Where print goes on beyond all sides that tells nothing: the page lies
 * on a pile of its like, or on a patterned floor.
 *
 * @param panels of one sheet, in order, sides 0 and 2 towards each other; most often one
 */
function cutThrough(panels: readonly JoinedQuad[], surface: Raster, plain: Raster): number {
  const beyond = outerSides(panels).map(
    ({ panel, side }) => printGoesOn(panel.quad, side, surface, plain) * (1 - endsOnAnother(panel, side)),
  );
  return max(...beyond) - min(...beyond);
}

function bordersOf({ width, height }: Raster): EdgeLine[] {
  return [
    { theta: 0, rho: 0, votes: 0 },
    { theta: 0, rho: width - 1, votes: 0 },
    { theta: Math.PI / 2, rho: 0, votes: 0 },
    { theta: Math.PI / 2, rho: height - 1, votes: 0 },
  ];
}

/** Refines the sides of each panel by itself: over a fold no side is straight. */
function finish(
  sheet: FoldedSheet,
  kept: number,
  picture: Raster,
  scaleX: number,
  scaleY: number,
): Omit<PageOutline, 'isPart'> {
  const last = sheet.panels.length - 1;
  const panels = sheet.panels.map((panel, k) => {
    const fixed = panel.cut.map((cut, i) => cut || (i === 0 && k > 0) || (i === 2 && k < last));
    return refineSides(picture, grown(panel.quad, scaleX, scaleY), fixed, 1 / scaleX, panel.sides);
  });
  const rungs = rungsOf(panels.map((panel) => panel.quad));
  const [start, end] = [rungs[0], rungs[last + 1]];
  const { quad, cut } = orderCorners([start[0], start[1], end[1], end[0]], sheet.cut);
  return {
    quad,
    cut,
    confidence: sheet.score * kept,
    bow: Math.max(bendOf(rungs), ...panels.map(({ bow }) => bow)),
    borne: Math.min(...panels.map(({ borne }) => borne)),
    rungs,
  };
}

/** One of the sheets that were outlined together: it ends where the next begins, so that neither print nor sides beyond count against it. */
function ofSome(
  whole: Omit<PageOutline, 'isPart'>,
  { quad: found, cut: borders }: SheetOfSome,
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
  return { ...whole, quad, cut, confidence, bow, borne, rungs, isPart: false };
}

/** How far the folds' ends stand off the straight line between the sheet's corners, at most, as a part of its length. */
function bendOf(rungs: readonly Rung[]): number {
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
function grown(quad: Quad, scaleX: number, scaleY: number): Quad {
  return quad.map((p) => ({ x: (p.x + 0.5) / scaleX - 0.5, y: (p.y + 0.5) / scaleY - 0.5 })) as Quad;
}

/** Clockwise from the corner nearest to the top left. */
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
