import { areaOf, centroid, projectQuad, quadArea, resizeMap } from '../geometry/plane-geometry.js';
import { largePlaces, maskOf, sizeOf } from '../pixels/connected-cells.js';
import { dilate, erode } from '../pixels/morphology.js';
import { spansOf } from '../pixels/quad-spans.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';
import { lowestPasses } from '../pixels/watershed.js';
import { closedAway } from './closed-away.js';
import type { EdgeMap } from './edge-map.js';
import type { JoinedQuad } from './quad-score.js';
import { quadAround } from './region-quads.js';
import { tableShowsBetween } from './table-between.js';
import { outside, placesIn } from './whole-page.js';

const { abs, floor, hypot, max, round, sign } = Math;

/** Longer side of the copy on which what lies beyond an outline is asked, px. */
const COARSE_SIDE = 320;
/** What is within the outline for certain, and beyond it, times its size: sides bend. */
const WITHIN = 0.88;
const BEYOND = 1.06;
/** What belongs to the sheet is reached from it over passes so much lower than from the picture's border. */
const LOWER = 0.7;
/**
 * Part of the outline's area from which a sheet goes on, and the part of that beyond one side. Of 480 photographs of
 * pages on tables and of folded sheets whose outline is right none has more than 0.09, of twelve creased sheets whose
 * outline ends at a fold, or at a picture, ten have 0.11 and more; and what lies on a board, or a pile, has it beyond
 * more than one side.
 */
const GOES_ON = 0.1;
const ONE_SIDE = 0.85;
/** Necks of the sheet's region that are narrower than twice this are none of it, px of the reduced copy. */
const NECK = 4;
/** The sheet has so many times the outline's area, at least, and this part of the outline lies outside of it. */
const LARGER = 1.05;
const HELD = 0.1;

/**
 * px about a corner at which the region's rim is looked at, aside of the outline's side by this much at most, and px by
 * which it jumps, at most, where the sheet is bent there.
 */
const AT_CORNER = 8;
const RIM_REACH = 40;
const JUMP = 18;
/** What closes away of light beyond is no more than this part of it, or this many times what does within: bars do. */
const CLOSED_AWAY = 0.2;
const TIMES_CLOSED_AWAY = 3;

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
 * is creased has folds that show as much as its sides do, in places: not along all of them.
 *
 * @param quad px of the reduced copy
 * @returns null where nothing of the sheet lies beyond
 */
export function sheetBeyond(quad: Quad, { plain, closed, lines }: View): SheetBeyond | null {
  const side = sideGoneBeyond(quad, closed, plain);
  if (side === null || tableShowsBetween(quad[side], quad[(side + 1) % 4], closed, plain)) return null;
  const region = regionAround(quad, closed);
  if (isOfTwo(region, quad, side)) return null;
  const whole = quadAround(region, lines.edges, closed);
  const isWhole =
    whole !== null && areaOf(whole) >= LARGER * areaOf({ quad }) && outside(quad, whole.quad) <= HELD;
  return { whole: isWhole ? whole : null };
}

/** The side of an outline beyond which its sheet goes on; null where it does beyond none, or beyond several. */
function sideGoneBeyond(outline: Quad, closed: Raster, plain: Raster): number | null {
  const { raster, scaleX, scaleY } = reduceByBoxes(closed, COARSE_SIDE);
  const quad = projectQuad(resizeMap(scaleX, scaleY), outline);
  const { sheet, table } = passesAround(quad, raster);
  for (const { from, to } of spansOf(scaled(quad, BEYOND), raster)) sheet.fill(255, from, to);
  const beyond: number[][] = [[], [], [], []];
  sheet.forEach((pass, k) => {
    if (pass >= LOWER * table[k]) return;
    const side = farthestSide(quad, { x: k % raster.width, y: floor(k / raster.width) });
    beyond[side].push(k * raster.channels);
  });
  const sizes = beyond.map(({ length }) => length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const most = max(...sizes);
  if (all < GOES_ON * areaOf({ quad }) || most < ONE_SIDE * all) return null;
  const side = sizes.indexOf(most);
  const asItIs = reduceByBoxes(plain, COARSE_SIDE).raster;
  const within = closedAway(placesIn(quad, quad, raster).within, raster, asItIs);
  return closedAway(beyond[side], raster, asItIs) > max(CLOSED_AWAY, TIMES_CLOSED_AWAY * within)
    ? null
    : side;
}

/** Whether the rim of a region is not one's where a side of the outline ends at it: another sheet begins there. */
function isOfTwo(region: Raster, quad: Quad, side: number): boolean {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => quad[(side + k) % 4]);
  return max(rimJump(region, d, a, b), rimJump(region, c, b, a)) > JUMP;
}

/** px by which the rim of a region jumps at a corner, from `from` to `to`; `inwards` is the corner after that. */
function rimJump({ data, width, height }: Raster, from: Point, to: Point, inwards: Point): number {
  const length = hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const turn = sign(ux * (inwards.y - to.y) - uy * (inwards.x - to.x));
  const [nx, ny] = [-uy * turn, ux * turn];
  const rimAt = (along: number): number => {
    for (let off = -RIM_REACH; off <= RIM_REACH; off++) {
      const [x, y] = [round(to.x + along * ux + off * nx), round(to.y + along * uy + off * ny)];
      if (x >= 0 && y >= 0 && x < width && y < height && data[y * width + x]) return off;
    }
    return RIM_REACH;
  };
  return abs(rimAt(AT_CORNER) - rimAt(-AT_CORNER));
}

/** What is reached from within an outline more easily than from the picture's border. */
function regionAround(quad: Quad, surface: Raster): Raster {
  const { width, height } = surface;
  const { sheet, table } = passesAround(quad, surface);
  const data = sheet.map((pass, k) => (pass < table[k] ? 255 : 0));
  const opened = dilate(erode({ data, width, height, channels: 1 }, NECK), NECK);
  const [largest] = largePlaces(opened.data, width, 1).sort((a, b) => sizeOf(b) - sizeOf(a));
  return maskOf(largest ?? [], opened);
}

/** The lowest passes to each px from within an outline, and from the picture's border beyond it. */
function passesAround(quad: Quad, surface: Raster): { sheet: Uint8Array; table: Uint8Array } {
  const { width, height } = surface;
  const relief = reliefOf(surface);
  const border = new Uint8Array(width * height).fill(1);
  for (let y = 1; y < height - 1; y++) border.fill(0, y * width + 1, (y + 1) * width - 1);
  for (const { from, to } of spansOf(scaled(quad, BEYOND), surface)) border.fill(0, from, to);
  const within = maskOf(spansOf(scaled(quad, WITHIN), surface), surface).data;
  return { sheet: lowestPasses(relief, within, width), table: lowestPasses(relief, border, width) };
}

/** How much a picture changes at each px: its morphological gradient, levels of the channel that changes most. */
function reliefOf(surface: Raster): Uint8Array {
  const { channels } = surface;
  const [light, dark] = [dilate(surface, 1).data, erode(surface, 1).data];
  const relief = new Uint8Array(light.length / channels);
  for (let k = 0, at = 0; k < relief.length; k++)
    for (let c = 0; c < channels; c++, at++) relief[k] = max(relief[k], light[at] - dark[at]);
  return relief;
}

/** The side of a quad beyond which a place lies farthest. */
function farthestSide(quad: Quad, { x, y }: Point): number {
  const turn = sign(quadArea(quad));
  const beyond = quad.map((a, i) => {
    const b = quad[(i + 1) % 4];
    return (turn * ((b.y - a.y) * (x - a.x) - (b.x - a.x) * (y - a.y))) / hypot(b.x - a.x, b.y - a.y);
  });
  return beyond.indexOf(max(...beyond));
}

/** A quad grown or shrunk about its middle. */
function scaled(quad: Quad, by: number): Quad {
  const middle = centroid(quad);
  return quad.map(({ x, y }) => ({
    x: middle.x + by * (x - middle.x),
    y: middle.y + by * (y - middle.y),
  })) as Quad;
}
