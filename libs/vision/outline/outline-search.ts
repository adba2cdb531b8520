import { bentQuads, bentQuadsBeyond, MIN_SIDE, sideStretches } from './bent-quads.js';
import { isCode } from './coded-box.js';
import { pageCutBeyond } from './cut-page.js';
import { findEdges, type EdgeMap } from './edge-map.js';
import { findLines, type EdgeLine } from './edge-lines.js';
import { gatherEvidence, type LineEvidence } from './line-evidence.js';
import { lightStepAcross } from './printed-line.js';
import { printGoesOn } from './print-beyond.js';
import { asSheet, unfoldLargest, type FoldedSheet } from './folded-sheet.js';
import { areaOf } from '../geometry/plane-geometry.js';
import { borneOutBeyond, enclosingSheet } from './enclosing-sheet.js';
import { followedBeyond } from './followed-sides.js';
import { joinQuads } from './joined-quads.js';
import { scoreQuads, type JoinedQuad } from './quad-score.js';
import { endsOnAnother } from './sheets-apart.js';
import type { Quad, Raster } from '../pixels/raster.js';
import type { Reduced } from '../pixels/resample.js';
import { tableLiesBeyond } from './table-beyond.js';
import { topSheet } from './sheet-on-top.js';
import { sheetOfSome } from './side-by-side.js';
import {
  CLEAR,
  LOOKED_AT,
  pastRulingsFirst,
  SAME_SHEET,
  sheetGoesOn,
  uncrossedFirst,
  wholePageFirst,
} from './whole-page.js';
import { wholeBentSheet } from './whole-bent-sheet.js';
import { inkAcross } from './strokes-across.js';
import { sidesGoOn } from './sides-go-on.js';
import { widerQuads } from './wider-quads.js';
import { grown, outlineOfSome, refinedOutline, type PageOutline } from './refined-outline.js';
import { refineSides } from './side-refinement.js';

const { max, min } = Math;

/** Gradient under which there is no edge, levels per px; white paper on a white desk gives 3 to 6. */
const EDGE_THRESHOLD = 2.2;
/** Straight edges kept from each of the two surfaces. */
const LINES_CLOSED = 34;
const LINES_PLAIN = 14;
/** Weaker edges of the closed surface kept beside them, for a side that clutter outvotes. */
const LINES_SPARE = 50;
/** A quad with bent sides scores so many times as much as the best of straight edges. */
const BETTER = 1.03;
/** ...and of a folded sheet, of whose area it has this part at least. */
const BETTER_THAN_FOLDED = 1.15;
const AS_LARGE = 0.75;
/** What a larger outline has beyond one that cuts through the page is borne out this well along each side. */
const SEEN_BEYOND = 0.4;
/**
 * Outlines that are not clear lose confidence where the page goes on beyond one of their sides, down to this part of
 * it.
 */
const KEPT_CONFIDENCE = 0.7;
/**
 * From here on sides go on beyond a corner (24 curled pages with broad fills: of five parts three have 1.0, no other
 * outline over 0.25).
 */
const GO_ON = 0.65;
/**
 * From here on ink runs on across a side. By the second booth's photographs: of 179 outlines that are right it is 0.71
 * at most, of those that lose a part of the page along a shadow's edge or a ruling 0.8 to 0.99.
 */
const CROSSED = 0.75;

/** A picture in which outlines are searched. */
export interface Search {
  picture: Raster;
  /** Its reduced copy, and the same with its text closed away. */
  small: Reduced;
  closed: Raster;
  /** Outlines wanted, at most. */
  count: number;
  /** Whether what is a barcode is passed over. */
  papersOnly?: boolean;
}

/** All outlines worth a look, best first, in the picture as its copies show it. */
export function outlinesIn({ picture, small, closed, count, papersOnly = false }: Search): PageOutline[] {
  const plain = small.raster;
  const { edges, evidence, spare } = gatherLines(plain, closed);
  const lines = [...evidence, ...spare];
  const joined = joinQuads(evidence, closed);
  const inPicture = (quad: Quad): Quad => grown(quad, small.scaleX, small.scaleY);
  const refined = ({ quad, cut, sides }: JoinedQuad): Quad =>
    refineSides(picture, inPicture(quad), cut, 1 / small.scaleX, sides).quad;
  const cutOf = (quad: JoinedQuad): number => cutThrough([quad], closed, plain);
  const isSameSheet = (whole: JoinedQuad, part: JoinedQuad): boolean =>
    borneOutBeyond(whole, part.quad) >= SEEN_BEYOND &&
    sheetGoesOn(whole.quad, part.quad, closed) >= SAME_SHEET;
  const wholeFirst = (quads: JoinedQuad[]): JoinedQuad[] =>
    sheetFirst(
      pastRulingsFirst(wholePageFirst(quads, cutOf, isSameSheet), lightStepAcross, isSameSheet),
      joined,
      refined,
      closed,
    );
  const isPaper = ({ quad }: JoinedQuad): boolean => !papersOnly || !isCode(inPicture(quad), picture);
  const straight = papersFirst(scoreQuads(joined, closed, spare), isPaper);
  let quads = wholeFirst(straight);
  const unfolded = unfoldLargest(quads.slice(0, LOOKED_AT), lines, closed, plain);
  const stretches = sideStretches(lines, edges);
  const bent = papersFirst(
    betterBent(unfolded, straight[0], () => [
      ...bentQuads(stretches, edges, closed),
      ...widerQuads(straight[0], unfolded !== null, stretches, edges, closed, plain),
    ]),
    isPaper,
  );
  const folded = bent.length > 0 ? null : unfolded;
  if (bent.length > 0) quads = wholeFirst([...bent, ...straight]);
  if (!folded && quads.length > 0) {
    const beyond = (part: JoinedQuad): JoinedQuad[] =>
      [
        ...bentQuadsBeyond(part, stretches, edges, closed),
        ...followedBeyond(part, { surface: closed, edges, picture, unit: 1 / small.scaleX }),
      ].sort((a, b) => b.score - a.score);
    const whole = wholeBentSheet(quads[0], beyond, closed);
    if (whole) quads = [whole, ...quads];
  }
  const borders = evidence.filter(({ border }) => border);
  const cut = folded || quads.length === 0 ? null : pageCutBeyond(quads[0], borders, closed, plain);
  if (cut?.whole) quads = [cut.whole, ...quads];
  const isCrossed = (panels: readonly JoinedQuad[]): boolean =>
    outerSides(panels).some(
      ({ panel, side }) => inkAcross(panel, side, picture, 1 / small.scaleX) >= CROSSED,
    );
  const best = folded ?? quads[0];
  const crossed = best?.score < CLEAR && isCrossed(folded?.panels ?? [quads[0]]);
  if (crossed && !folded) quads = uncrossedFirst(quads, (quad) => isCrossed([quad]));
  const staysCrossed = crossed && best === (folded ?? quads[0]);
  const onTop =
    folded || quads.length === 0
      ? null
      : topSheet(quads[0], joined, cutOf, refined, { picture, closed, unit: 1 / small.scaleX });
  if (onTop) quads = [onTop, ...quads];
  return quads.slice(0, count).map((found, rank) => {
    const sheet = (rank === 0 ? folded : null) ?? asSheet(found);
    const outline = refinedOutline(
      sheet,
      keptConfidence(sheet, closed, plain),
      picture,
      small.scaleX,
      small.scaleY,
    );
    const some = rank === 0 ? sheetOfSome(picture, outline.quad, outline.cut) : null;
    if (some) return outlineOfSome(outline, some, sheet.score, picture, 1 / small.scaleX);
    const endsInPage = rank === 0 && ((cut !== null && cut.whole === null) || staysCrossed);
    return { ...outline, isPart: endsInPage || isPart(sheet, edges, closed) };
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

/** The quads, best first, without those before the first one that may be paper. */
function papersFirst(quads: JoinedQuad[], isPaper: (quad: JoinedQuad) => boolean): JoinedQuad[] {
  const first = quads.findIndex(isPaper);
  return first < 0 ? [] : quads.slice(first);
}

/**
 * The quads, best first, but where the best one is printed on a sheet, that sheet first. Each bears the other out: it
 * is as sure as what is printed on it, as far as its sides are.
 */
function sheetFirst(
  quads: JoinedQuad[],
  joined: Iterable<JoinedQuad>,
  refined: (quad: JoinedQuad) => Quad,
  surface: Raster,
): JoinedQuad[] {
  const best = quads[0];
  if (!best || best.cut.some(Boolean)) return quads;
  const found = enclosingSheet(best, joined, refined, (outer, inner) => sheetGoesOn(outer, inner, surface));
  return found ? [{ ...found, score: Math.min(found.score, best.score) }, ...quads] : quads;
}

/**
 * Bent quads that are better than the folded sheet, or the quad of straight edges, found so far, where that is not
 * clear: a bend's shade may pass for a fold.
 */
function betterBent(
  folded: FoldedSheet | null,
  straight: JoinedQuad | undefined,
  search: () => JoinedQuad[],
): JoinedQuad[] {
  const best = (folded ?? straight)?.score ?? 0;
  if (best >= CLEAR) return [];
  const [times, least] = folded ? [BETTER_THAN_FOLDED, AS_LARGE * areaOf(folded)] : [BETTER, 0];
  return search()
    .filter((bent) => bent.score > times * best && areaOf(bent) >= least)
    .sort((a, b) => b.score - a.score);
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
 * Whether an outline is unsure and its sides go on beyond its corners, as where what is printed on a sheet stands out
 * more than the sheet. Beyond those of a clear one they do where it lies in line with another sheet.
 */
function isPart(
  { score, panels }: Pick<FoldedSheet, 'score' | 'panels'>,
  edges: EdgeMap,
  surface: Raster,
): boolean {
  if (score >= CLEAR) return false;
  const sides = outerSides(panels);
  return sides.some(
    (at) =>
      sidesGoOn(at.panel, at.side, edges, surface) >= GO_ON &&
      !tableLiesBeyond(
        at,
        sides.filter((other) => other !== at),
        surface,
      ),
  );
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
 * 0..1: how much a side of an outline is a ruling, or a table's border, on a page that goes on beyond it: to keep too
 * much of a picture is better than to lose a part of the page. Where print goes on beyond all sides that tells nothing:
 * the page lies on a pile of its like, or on a patterned floor.
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
