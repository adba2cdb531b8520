import { isLike } from './quad-score.js';
import { placesIn } from './whole-page.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { abs, hypot, min, round } = Math;

/** A side of a sheet: from corner i to corner i + 1 of one of its panels; most sheets are one. */
export interface SheetSide {
  panel: { quad: Quad };
  side: number;
}

/** Strips beyond the sides are looked at from so far off them to so far, px of the reduced picture, in such steps. */
const FROM = 6;
const TO = 24;
const STEP = 3;
/** Places looked at along a side. */
const PLACES = 24;
/**
 * A place looks like the table if so many of the places beyond an outline's sides have about its colour, and a part of
 * the picture if so many of its places do.
 */
const OF_TABLE = 0.1;
const MOST = 0.7;
/**
 * Levels by which the channels may stand off each other otherwise: a tint tells a fill from wood as light. Where sides
 * are said to go on, and a frame would be kept whole for it, tables of many tints, as of bricks, are told as well.
 */
const TINT = 10;
const OTHER_TINT = 40;

/**
 * Whether what lies beyond a side of a sheet looks like what lies beyond its other sides: the table. What is printed on
 * a sheet beside it does not, as a rule.
 *
 * @param others the sheet's other sides; of a folded one those of all its panels, without the folds
 * @param surface the picture with its text closed away
 */
export function tableLiesBeyond(side: SheetSide, others: readonly SheetSide[], surface: Raster): boolean {
  const strip = ({ panel, side: at }: SheetSide): number[] => stripBeyond(panel.quad, at, surface);
  return looksLike(strip(side), others.flatMap(strip), surface, OTHER_TINT);
}

/** Whether what a larger quad has beyond another one looks like what lies about it. */
export const isTableBeyond = (whole: Quad, part: Quad, surface: Raster): boolean =>
  looksLike(placesIn(whole, part, surface).beyond, stripsAbout(whole, surface), surface, TINT);

/** 0..1: how much of what a quad holds looks like what lies about another one that holds it. */
export const tableWithin = (whole: Quad, part: Quad, surface: Raster): number =>
  partOfTable(placesIn(part, part, surface).within, stripsAbout(whole, surface), surface, TINT);

/** Where in the data the px about a quad are. */
const stripsAbout = (quad: Quad, surface: Raster): number[] =>
  [0, 1, 2, 3].flatMap((side) => stripBeyond(quad, side, surface));

/** Whether px look like those of the table, by their places in the data. */
const looksLike = (
  places: readonly number[],
  table: readonly number[],
  surface: Raster,
  tint: number,
): boolean => partOfTable(places, table, surface, tint) >= MOST;

/** 0..1: the part of some px that looks like the table's, by their places in the data; 0 where there are none. */
function partOfTable(
  places: readonly number[],
  table: readonly number[],
  { data, channels }: Raster,
  tint: number,
): number {
  const colours = table.map((at) => Array.from({ length: channels }, (_, c) => data[at + c]));
  const isAlike = (at: number, colour: readonly number[]): boolean =>
    isLike(data, at, colour) &&
    colour.every((level, c) => abs(data[at + c] - data[at] - (level - colour[0])) <= tint);
  const isOfTable = (at: number): boolean => {
    let count = 0;
    return colours.some((colour) => isAlike(at, colour) && ++count >= OF_TABLE * colours.length);
  };
  return places.filter(isOfTable).length / Math.max(1, places.length);
}

/** Where in the data the px beyond a side are that lie in the picture. */
function stripBeyond(quad: Quad, side: number, { width, height, channels }: Raster): number[] {
  const [a, b, c] = [quad[side], quad[(side + 1) % 4], quad[(side + 2) % 4]];
  const length = hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const outwards = -Math.sign(ux * (c.y - b.y) - uy * (c.x - b.x));
  const places: number[] = [];
  for (let k = 0; k < PLACES; k++)
    for (let off = FROM; off <= TO; off += STEP) {
      const along = (length * (k + 0.5)) / PLACES;
      const x = round(a.x + along * ux - outwards * off * uy);
      const y = round(a.y + along * uy + outwards * off * ux);
      if (min(x, y) >= 0 && x < width && y < height) places.push((y * width + x) * channels);
    }
  return places;
}
