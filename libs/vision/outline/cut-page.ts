import { areaOf } from '../geometry/plane-geometry.js';
import { FULL_OF_GAPS, GAP_DEPTH } from './clutter.js';
import type { LineEvidence } from './line-evidence.js';
import { isPrintedLine, lightStepAcross } from './printed-line.js';
import { borneOutBeyond } from './enclosing-sheet.js';
import { crossing, insideScore, MAX_BORDERS, NO_QUAD, sidesScore, type JoinedQuad } from './quad-score.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { CLEAR, placesIn, sheetGoesOn } from './whole-page.js';

const { abs, max, sign } = Math;

/**
 * Part of what lies between a side and the picture's border that looks like the page, from which the page goes on to
 * the border. Of 64 photographs that show two of a page's sides or one, rulings taken for a side have 0.96 and more,
 * true sides 0.42 at most.
 */
const GOES_ON = 0.85;
/** ...and up to which it ends at one of its other sides: the table is not like paper. */
const ENDS = 0.5;
/**
 * Luminance step across a ruling, text closed away, of 24 levels, at most (0.14), and some fills' borders. An outline
 * of which the picture's border is no side yet may lie on a table that is like paper on one side: there it is less than
 * this, or print goes on.
 */
const MAX_STEP = 0.5;
/** ...and with it a ruling is told where the table is like paper all about. */
const NO_STEP = 0.2;
/**
 * Levels by which print lies under the paper about it, and its part of the places beyond a side where there is some.
 */
const PRINT = 16;
const PRINT_SHARE = 0.02;
/** What lies beyond is no less than this part of the outline: of a strip any narrower too little is seen. */
const NOT_LESS = 0.03;
/**
 * Where the neighbouring sides are not borne out, what lies beyond makes the outline so many times as large, and the
 * step across the ruling is less than this (of 24 levels, as above). Of the outlines in 2,141 photographs, 1,661 of
 * them cropped, 15 are so, with none that is right among them: 11 lose over 4 % of the page, four 2 %.
 */
const CLEARLY_MORE = 1.05;
const HARDLY_A_STEP = 0.08;
/** Sides in turn that may be rulings. */
const MAX_RULINGS = 2;
/** What the neighbouring sides have beyond the ruling is borne out so well. */
const SEEN_BEYOND = 0.4;
/** A border lies along a side from this cosine between them on (45 degrees). */
const ALONG = 0.7;

/** What a picture shows of a page that its border cuts off. */
interface CutPage {
  /**
   * The outline with the picture's borders in the rulings' place; null where too few of the page's own sides are seen.
   */
  whole: JoinedQuad | null;
}

/**
 * Looks whether an outline that is not clear stops at rulings of a page that goes on to the picture's border: a ruling
 * is sharper than a border is sure. Null where it does not.
 *
 * @param borders the picture's own four
 * @param surface the picture with its text closed away
 * @param plain the picture, same size
 */
export function pageCutBeyond(
  found: JoinedQuad,
  borders: readonly LineEvidence[],
  surface: Raster,
  plain: Raster,
): CutPage | null {
  if (found.score >= CLEAR) return null;
  let cut = cutBeyondPrint(found, borders, surface, plain);
  if (cut?.whole === null) return cut;
  if (isBand(found, borders, surface, plain)) return { whole: null };
  let outline = cut?.whole ?? found;
  for (let rulings = 0; rulings < MAX_RULINGS && outline.score < CLEAR; rulings++) {
    const part = outline;
    const reaching = beyondRulings(part, borders, surface, plain);
    const beyond = reaching.find(({ quad }) => borneOutBeyond(quad, part.quad) >= SEEN_BEYOND);
    if (!beyond && !reaching.some((one) => isOneSheet(one, part))) break;
    const whole = beyond ? scored(beyond.quad, surface) : null;
    cut = { whole };
    if (!whole) break;
    outline = whole;
  }
  return cut;
}

/**
 * The outline with the picture's borders in the place of all sides that are printed lines, where the page goes on
 * beyond each of them. Null where it does not.
 */
function cutBeyondPrint(
  found: JoinedQuad,
  borders: readonly LineEvidence[],
  surface: Raster,
  plain: Raster,
): CutPage | null {
  let whole = found;
  for (const side of [0, 1, 2, 3].filter((i) => isPrintedLine(found, i, plain))) {
    const reaching = toBorder(found, side, borders, surface);
    if (!reaching || sheetGoesOn(reaching.quad, found.quad, surface) < GOES_ON) continue;
    whole = toBorder(whole, side, borders, surface) ?? whole;
  }
  if (whole === found) return null;
  if (borneOutBeyond(whole, found.quad) >= SEEN_BEYOND) return { whole: scored(whole, surface) };
  // Where the other sides end at the lines there is print beyond, or the lines are the paper's shadow on a table like
  // it.
  return printBeyond(whole.quad, found.quad, surface, plain) >= PRINT_SHARE ? { whole: null } : null;
}

/** An outline with the picture's border in the place of one of its sides, not scored. */
interface Reaching {
  /** The outline's side. */
  side: number;
  quad: JoinedQuad;
  /** 0..1: how much what it has beyond that side looks like the outline. */
  goesOn: number;
}

/** What an outline is with the picture's border in the place of a side, for each beyond which one lies. */
function reachingBorders(found: JoinedQuad, borders: readonly LineEvidence[], surface: Raster): Reaching[] {
  return [0, 1, 2, 3].flatMap((side) => {
    const quad = found.cut[side] ? null : toBorder(found, side, borders, surface);
    return quad ? [{ side, quad, goesOn: sheetGoesOn(quad.quad, found.quad, surface) }] : [];
  });
}

/**
 * Whether an outline goes across the picture, from border to border, and what lies beyond both its sides looks like it,
 * with print on it: none of the page's own sides is seen, or one.
 */
function isBand(
  found: JoinedQuad,
  borders: readonly LineEvidence[],
  surface: Raster,
  plain: Raster,
): boolean {
  const [a, b, c, d] = found.cut;
  if (a !== c || b !== d || a === b) return false;
  const reaching = reachingBorders(found, borders, surface);
  return (
    reaching.length === 2 &&
    reaching.every(({ goesOn }) => goesOn >= GOES_ON) &&
    reaching.some(({ quad }) => printBeyond(quad.quad, found.quad, surface, plain) >= PRINT_SHARE)
  );
}

/**
 * Whether what an outline has beyond a ruling is so much, with as little of a step of light between them, that both are
 * one sheet, though its neighbouring sides are not borne out there: a bent one's are not.
 */
function isOneSheet({ side, quad }: Reaching, part: JoinedQuad): boolean {
  return areaOf(quad) >= CLEARLY_MORE * areaOf(part) && lightStepAcross(part, side) < HARDLY_A_STEP;
}

/** What an outline is with the border in the place of a side, for each that may be a ruling. */
function beyondRulings(
  found: JoinedQuad,
  borders: readonly LineEvidence[],
  surface: Raster,
  plain: Raster,
): Reaching[] {
  const reaching = reachingBorders(found, borders, surface);
  // Where the table is like paper, sides of the page are told from rulings by the light that changes across them.
  const tableTells = reaching.some(({ goesOn }) => goesOn <= ENDS);
  const lightTells = reaching.some(({ side }) => lightStepAcross(found, side) >= MAX_STEP);
  const isRuling = (side: number, quad: Quad): boolean => {
    const step = lightStepAcross(found, side);
    if (!tableTells) return lightTells && step < NO_STEP;
    return (
      found.cut.some(Boolean) ||
      step < MAX_STEP ||
      printBeyond(quad, found.quad, surface, plain) >= PRINT_SHARE
    );
  };
  return reaching.filter(
    ({ side, quad, goesOn }) =>
      goesOn >= GOES_ON &&
      areaOf(quad) >= (1 + NOT_LESS) * areaOf(found) &&
      isRuling(side, quad.quad) &&
      printBeyond(quad.quad, found.quad, surface, plain, GAP_DEPTH) < FULL_OF_GAPS,
  );
}

/**
 * The part of the places that a larger quad has beyond another, at which there is print.
 * @param deep of what is about it, the part by which print is darker at least
 */
function printBeyond(whole: Quad, part: Quad, surface: Raster, plain: Raster, deep = 0): number {
  const { beyond } = placesIn(whole, part, surface);
  const printed = beyond.filter((k) => surface.data[k] - plain.data[k] >= max(PRINT, deep * surface.data[k]));
  return printed.length / max(1, beyond.length);
}

/**
 * The outline with the border beyond one of its sides in that side's place, not scored; null where it has no corners
 * there.
 */
function toBorder(
  found: JoinedQuad,
  side: number,
  borders: readonly LineEvidence[],
  { width, height }: Raster,
): JoinedQuad | null {
  const border = borderBeyond(found, side, borders);
  if (!border) return null;
  const sides = found.sides.with(side, border);
  const corners = sides.map((line, i) => crossing(sides[(i + 3) % 4], line, width, height));
  if (!corners.every((corner): corner is Point => corner !== null)) return null;
  return { quad: corners as Quad, sides, cut: found.cut.with(side, true), score: 0 };
}

/** The border that lies beyond a side, about along it; undefined where another side is that border already. */
function borderBeyond(
  { quad, sides }: JoinedQuad,
  side: number,
  borders: readonly LineEvidence[],
): LineEvidence | undefined {
  const [a, b] = [quad[side], quad[(side + 1) % 4]];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const [insideX, insideY] = [(quad[0].x + quad[2].x) / 2, (quad[0].y + quad[2].y) / 2];
  const off = (line: LineEvidence, px: number, py: number): number =>
    line.line.rho - (px * line.nx + py * line.ny);
  return borders.find(
    (border) =>
      !sides.includes(border) &&
      abs(border.nx * sides[side].nx + border.ny * sides[side].ny) > ALONG &&
      sign(off(border, x, y)) === sign(off(border, insideX, insideY)) &&
      abs(off(border, x, y)) < abs(off(border, insideX, insideY)),
  );
}

function scored(joined: JoinedQuad, surface: Raster): JoinedQuad | null {
  if (joined.cut.filter(Boolean).length > MAX_BORDERS) return null;
  const score = sidesScore(joined.sides, joined.quad, surface.width, surface.height);
  return score === NO_QUAD ? null : { ...joined, score: score * insideScore(joined, surface) };
}
