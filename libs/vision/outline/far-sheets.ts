import { areaOf, resizeMap } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import type { Reduced } from '../pixels/resample.js';
import { lightPlaces, type LightPlace } from './light-places.js';
import { leftOut } from './print-left-out.js';
import { grown, type PageOutline } from './refined-outline.js';
import type { Search } from './search-view.js';
import { peersOf } from './sheets-beside.js';
import { isWithin } from './whole-page.js';

const { ceil, floor, max, min } = Math;

/** Places looked at, at most. */
const PLACES = 4;
/** The part looked at goes on beyond a place by so much of its longer side: a fill may part it from its sheet. */
const BEYOND = 0.4;
/** An outline found there is as sure as this: those of booth photographs that are right are at 0.85 to 0.95. */
const SURE = 0.8;
/** From here on the picture's print lies beyond it, on something about as light: it may be a box on a page. */
const LEFT_OUT = 0.5;

/**
 * Sheets that fill so little of a picture that straight edges of what they lie on outnumber theirs: about light places,
 * as a search in that part of the picture outlines them. Largest first.
 *
 * @param outlinesIn the outlines of a part of the picture, best first
 */
export function farSheets(
  { picture, small, closed }: Search,
  outlinesIn: (part: Raster) => PageOutline[],
): PageOutline[] {
  const toPicture = resizeMap(1 / small.scaleX, 1 / small.scaleY);
  const sheets: PageOutline[] = [];
  for (const place of lightPlaces(closed).slice(0, PLACES)) {
    const middle = project(toPicture, place.middle.x, place.middle.y);
    if (sheets.some(({ quad }) => isWithin(middle, quad))) continue;
    const part = partAround(place, picture, small);
    const [found] = outlinesIn(part.raster);
    if (!found || !isSure(found)) continue;
    const sheet = movedBy(found, part.corner);
    if (isWithin(middle, sheet.quad)) sheets.push(sheet);
  }
  const onCopy = sheets.map(({ quad, cut, confidence }) => ({
    quad: grown(quad, 1 / small.scaleX, 1 / small.scaleY),
    cut,
    score: confidence,
  }));
  return sheets
    .map((sheet, k) => ({
      ...sheet,
      isPart: leftOut([onCopy[k]], closed, small.raster).print >= LEFT_OUT,
      isOneOfSome: sheet.isOneOfSome || peersOf(onCopy[k], onCopy, closed).length > 0,
    }))
    .sort((a, b) => areaOf(b) - areaOf(a));
}

const isSure = ({ confidence, isPart, cut }: PageOutline): boolean =>
  confidence >= SURE && !isPart && !cut.some(Boolean);

/** A part of a picture, and where its first px lies. */
interface PicturePart {
  raster: Raster;
  corner: Point;
}

function partAround(
  { left, top, right, bottom }: LightPlace,
  { data, width, height, channels }: Raster,
  { scaleX, scaleY }: Reduced,
): PicturePart {
  const beyond = BEYOND * max(right - left, bottom - top);
  const x = max(0, floor((left - beyond) / scaleX));
  const y = max(0, floor((top - beyond) / scaleY));
  const cols = min(width, ceil((right + beyond) / scaleX)) - x;
  const rows = min(height, ceil((bottom + beyond) / scaleY)) - y;
  const part = new Uint8Array(cols * rows * channels);
  for (let row = 0; row < rows; row++) {
    const from = ((y + row) * width + x) * channels;
    part.set(data.subarray(from, from + cols * channels), row * cols * channels);
  }
  return { raster: { data: part, width: cols, height: rows, channels }, corner: { x, y } };
}

function movedBy(outline: PageOutline, corner: Point): PageOutline {
  const moved = ({ x, y }: Point): Point => ({ x: x + corner.x, y: y + corner.y });
  return {
    ...outline,
    quad: outline.quad.map(moved) as Quad,
    rungs: outline.rungs.map(([a, b]) => [moved(a), moved(b)]),
  };
}
