import { median } from '../geometry/median.js';
import { areaOf, farthestSide, projectQuad, resizeMap } from '../geometry/plane-geometry.js';
import { maskOf } from '../pixels/connected-cells.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';
import { closesAwayMore } from './closed-away.js';
import type { EdgeMap } from './edge-map.js';
import { borneOutBeyond } from './enclosing-sheet.js';
import { largestRegion, PassesAround, pxAbout } from './passes-around.js';
import type { JoinedQuad, ScoredQuad } from './quad-score.js';
import { quadAround } from './region-quads.js';
import { rimJump } from './rim-jump.js';
import { tableShowsBetween } from './table-between.js';
import { CLEAR, outside, placesIn } from './whole-page.js';

const { floor, max } = Math;

/** Longer side of the copy on which what lies beyond an outline is asked, px. */
const COARSE_SIDE = 320;
/** What belongs to the sheet is reached from it over passes so much lower than from the picture's border. */
const LOWER = 0.7;
/**
 * Part of the outline's area from which a sheet goes on, and the part of that beyond one side. Of 130 pictures of
 * creased and curled papers twelve have 0.1 and more, in all of which the outline ends at a crease or at a picture; of
 * 410 photographs of pages on tables none has more than 0.09. What lies on a board, or a pile, has it beyond more than
 * one side.
 */
const GOES_ON = 0.1;
const ONE_SIDE = 0.85;
/** The sheet has so many times the outline's area, at least, and this part of the outline lies outside of it. */
const LARGER = 1.05;
const HELD = 0.1;
/** px of the reduced copy by which the rim of one sheet jumps, at most, where a side of the outline ends at it. */
const JUMP = 18;
/**
 * What the table's water reaches over passes of at least this part of those to the sheet stands out from the table as
 * the sheet does. A sheet of all that is as sure as the outline, but for this, what it has beyond is borne out, and it
 * is so many times as large. Of some forty larger outlines in 1,200 photographs and pictures, which take in what lies
 * beside a page, none is all of that: the nearest are 0.96 times as sure, and 1.1 times as large.
 */
const AS_HIGH = 0.7;
const AS_SURE = 0.95;
const BORNE_OUT = 0.65;
const MUCH_LARGER = 1.2;
/** A corner of the outline lies on a side of the sheet that it is so near to, px of the reduced copy. */
const NEAR = 14;

/** A side with less than this part of what lies beyond an outline does not tell what that is. */
const SOME = 0.1;

type Outlined = Pick<ScoredQuad, 'quad' | 'score'>;

/** A picture's reduced copy, the same with its text closed away, and the edges of that. */
interface View {
  plain: Raster;
  closed: Raster;
  lines: { edges: EdgeMap };
}

/** A sheet that goes on beyond an outline. */
export interface SheetBeyond {
  /** All of it; null where its sides are not seen. */
  whole: JoinedQuad | null;
}

/**
 * The sheet of which an outline is a part: what lies beyond one side of it is parted from it less than from the table.
 * Water that rises from within the outline, and from the picture's border, gets there from within first. A sheet that
 * is creased has folds that show as much as its sides do, in places: not along all of them. Else what stands out from
 * the table as the outline does, where that is a sheet's shape: bands and frames are printed on it.
 *
 * @param part px of the reduced copy
 * @returns null where nothing of the sheet lies beyond
 */
export function sheetBeyond(part: Outlined, view: View): SheetBeyond | null {
  const flooded = floodedBeyond(part.quad, view);
  return flooded?.whole ? flooded : (partedFromTable(part, view) ?? flooded);
}

function floodedBeyond(quad: Quad, view: View): SheetBeyond | null {
  const { closed, lines } = view;
  const side = sideGoneBeyond(quad, closed);
  if (side === null) return null;
  const passes = new PassesAround(quad, closed);
  const [sheet, table] = [passes.fromWithin(), passes.fromTable()];
  const region = largestRegion(maskWhere(closed, (k) => sheet[k] < table[k]));
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => quad[(side + k) % 4]);
  // Where the rim jumps another sheet begins.
  if (max(rimJump(region, d, a, b), rimJump(region, c, b, a)) > JUMP) return null;
  if (!isPaperBeyond(region, quad, view)) return null;
  return { whole: larger(quadAround(region, lines.edges, closed), quad) };
}

function partedFromTable({ quad, score }: Outlined, view: View): SheetBeyond | null {
  if (score >= CLEAR) return null;
  const { closed, lines } = view;
  const table = new PassesAround(quad, closed).fromTable();
  const within = placesIn(quad, quad, { ...closed, channels: 1 }).within;
  const high = AS_HIGH * median(within.map((k) => table[k]));
  const region = largestRegion(maskWhere(closed, (k) => table[k] >= high));
  const whole = larger(quadAround(region, lines.edges, closed), quad, MUCH_LARGER);
  if (!whole || whole.score < AS_SURE * score || borneOutBeyond(whole, quad, NEAR) < BORNE_OUT) return null;
  return isPaperBeyond(region, quad, view) ? { whole } : null;
}

/** Whether what a region has beyond an outline is not parted from it by the table, nor something that bars lie in. */
function isPaperBeyond(region: Raster, quad: Quad, { closed, plain }: View): boolean {
  const places = beyondSides(quad, closed, (k) => region.data[k] > 0);
  const all = places.flat().length;
  const { within } = placesIn(quad, quad, closed);
  return places.every(
    (beyond, side) =>
      beyond.length < SOME * all ||
      (!closesAwayMore(beyond, within, { closed, plain }) &&
        !tableShowsBetween(quad[side], quad[(side + 1) % 4], closed, plain)),
  );
}

/** A quad, if it is larger than another and holds that. */
function larger(whole: JoinedQuad | null, part: Quad, times = LARGER): JoinedQuad | null {
  const isLarger = whole !== null && areaOf(whole) >= times * areaOf({ quad: part });
  return isLarger && outside(part, whole.quad) <= HELD ? whole : null;
}

/** The side of an outline beyond which its sheet goes on; null where it does beyond none, or beyond several. */
function sideGoneBeyond(outline: Quad, closed: Raster): number | null {
  const { raster, scaleX, scaleY } = reduceByBoxes(closed, COARSE_SIDE);
  const quad = projectQuad(resizeMap(scaleX, scaleY), outline);
  const passes = new PassesAround(quad, raster);
  const [sheet, table] = [passes.fromWithin(), passes.fromTable()];
  const sizes = beyondSides(quad, raster, (k) => sheet[k] < LOWER * table[k]).map(({ length }) => length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const most = max(...sizes);
  return all >= GOES_ON * areaOf({ quad }) && most >= ONE_SIDE * all ? sizes.indexOf(most) : null;
}

/** By side of a quad: the places farthest beyond it of which something holds, by where they are in the data. */
function beyondSides(quad: Quad, picture: Raster, holds: (k: number) => boolean): number[][] {
  const { width, channels } = picture;
  const beyond: number[][] = [[], [], [], []];
  const isNear = maskOf(pxAbout(quad, picture), picture).data;
  for (let k = 0; k < isNear.length; k++)
    if (!isNear[k] && holds(k))
      beyond[farthestSide(quad, { x: k % width, y: floor(k / width) })].push(k * channels);
  return beyond;
}

/** 255 where something holds of a px. */
function maskWhere({ width, height }: Raster, holds: (k: number) => boolean): Raster {
  const data = Uint8Array.from({ length: width * height }, (_, k) => (holds(k) ? 255 : 0));
  return { data, width, height, channels: 1 };
}
