import { areaOf, turnQuad } from '../geometry/plane-geometry.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { downTo, skewWithin } from './enclosing-sheet.js';
import { printWithin, straightnessOf, wellWithin } from './print-straightness.js';
import { depthsWithin, nearlySame, type JoinedQuad } from './quad-score.js';
import { grown } from './refined-outline.js';
import { sheetGoesOn, UNCUT } from './whole-page.js';

const { abs, max, min } = Math;

/** Outlines less sure than this are not asked: of sheets that bend, straight sides within may seem to fit better. */
const SURE = 0.8;
/** A sheet that lies on top scores this part of what the outline does, by its sides alone. */
const AS_SURE = 0.88;
/** Its corners lie outside of the outline by this much at most, px of the copy. */
const SLACK = 4;
/** The part of the outline that it has at most; and at least, where what lies beyond looks like it, and where not. */
const ALL = 0.985;
const OF_SHEETS = 0.92;
const OF_BOARD = 0.5;
/** Part of what lies beyond, at most, that looks like the sheet where it lies on something else. */
const BOARD = 0.35;
/** Degrees by which it lies askew on what is below it. */
const ASKEW = { least: 0.6, most: 6 };
/** Sheets looked at, the surest first. */
const LOOKED_AT = 24;
/** Sheets that lie one on another, at most: more sides of the topmost one are found with each. */
const LAYERS = 4;
/** Print nearer to its sides than this, px of the copy, is not asked: another sheet's edge looks like it. */
const MARGIN = 6;
/** Print stands in rows and columns so many times as sharply as in the outline, in neither hardly less. */
const STRAIGHTER = 1.7;
const NOT_LESS = 0.6;
/** Of those by which it does so nearly as well as by the best (its printed frames do too) the largest is taken. */
const NEARLY = 0.93;

/** What is asked of a picture, and of its reduced copy with its text closed away. */
interface View {
  picture: Raster;
  closed: Raster;
  /** Px of the picture a px of the copy. */
  unit: number;
  /** All quads by their sides alone, best first. */
  joined: Iterable<JoinedQuad>;
  /** 0..1: how much a quad cuts through a page. */
  cutOf(quad: JoinedQuad): number;
  /** A quad with its sides on the picture's edges, px of the picture. */
  refined(quad: JoinedQuad): Quad;
}

/**
 * The sheet on top of what an outline encloses: a page on a clipboard, in a sleeve, or on a pile of its like, whose
 * edges show less than those of what is below it. Nobody lays a sheet exactly straight on another, and what is printed
 * on it is parallel to its own sides: seen as the rectangle that the smaller quad is, its print stands in rows and
 * columns more sharply than in the larger one. What is below bears it out, so that it is as sure.
 *
 * @param outline the best one of a picture
 * @returns null where nothing lies on it
 */
export function topSheet(outline: JoinedQuad, view: View): JoinedQuad | null {
  const { score, cut, sides } = outline;
  if (score < SURE || cut.some(Boolean) || sides.some(({ bend }) => bend)) return null;
  const sure = downTo(AS_SURE * score, view.joined);
  let top: JoinedQuad | null = null;
  for (let layer = 0; layer < LAYERS; layer++) {
    const below: JoinedQuad = top ?? outline;
    const sheets = lyingOn(below, sure, view.closed).filter((sheet) => view.cutOf(sheet) < UNCUT);
    const next = sheets.length > 0 ? straightest(sheets, below, view) : null;
    if (!next) break;
    top = { ...next, score };
  }
  return top;
}

/** Of sheets that may lie on what is below them the one whose print is straighter in it; null where none is. */
function straightest(sheets: readonly JoinedQuad[], below: JoinedQuad, view: View): JoinedQuad | null {
  const { unit } = view;
  const print = printWithin(below.quad, view.closed, view.picture, unit);
  const around = view.refined(below);
  const straighter = sheets
    .map((sheet) => {
      const own = wellWithin(print, grown(sheet.quad, 1 / unit, 1 / unit), MARGIN * unit);
      const [columnsBelow, rowsBelow] = straightnessOf(around, own);
      const [columns, rows] = straightnessOf(turnedLike(view.refined(sheet), around), own);
      return {
        sheet,
        least: min(columns / columnsBelow, rows / rowsBelow),
        all: (columns + rows) / (columnsBelow + rowsBelow),
        both: (columns * rows) / (columnsBelow * rowsBelow),
      };
    })
    .filter(({ least, all }) => least >= NOT_LESS && all >= STRAIGHTER);
  const best = max(...straighter.map(({ both }) => both));
  const found = straighter.filter(({ both }) => both >= NEARLY * best).map(({ sheet }) => sheet);
  return found.length > 0 ? found.reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a)) : null;
}

/** Quads within an outline that may be sheets lying on it, the surest first. */
function lyingOn(outline: JoinedQuad, others: readonly JoinedQuad[], surface: Raster): JoinedQuad[] {
  const found: JoinedQuad[] = [];
  for (const other of others) {
    if (found.length >= LOOKED_AT) break;
    const part = areaOf(other) / areaOf(outline);
    if (other.cut.some(Boolean) || part > ALL || part < OF_BOARD) continue;
    if (!other.quad.every((corner) => min(...depthsWithin(outline, corner)) >= -SLACK)) continue;
    const askew = skewWithin(outline.quad, other.quad);
    if (askew < ASKEW.least || askew > ASKEW.most) continue;
    if (found.some(({ quad }) => nearlySame(quad, other.quad))) continue;
    if (part >= OF_SHEETS || sheetGoesOn(outline.quad, other.quad, surface) < BOARD) found.push(other);
  }
  return found;
}

/** A quad from the corner on from which its first side runs as another one's does, either way. */
function turnedLike(quad: Quad, other: Quad): Quad {
  const side = ([a, b]: readonly Point[]): Point => ({ x: b.x - a.x, y: b.y - a.y });
  const [p, q] = [side(quad), side(other)];
  return abs(p.x * q.x + p.y * q.y) >= abs(p.x * q.y - p.y * q.x) ? quad : turnQuad(quad, 1);
}
