import type { PointMap } from '../geometry/point-map.js';
import type { Point, Raster } from '../pixels/raster.js';

const { abs, floor, max, min } = Math;

/** Levels are averaged over this many places along an edge, this far apart, px of the page. */
export const ALONG = 5;
export const ALONG_STEP = 4;
export const MIDDLE = (ALONG - 1) / 2;

/** px of the page between places looked at across an edge, and how far to both sides it may be found. */
const FINE_STEP = 0.5;
const WITHIN = 3;
/** A step is the difference of means over this many px of the page either side of a place. */
const STEP_SPAN = 3;

const SPAN = STEP_SPAN / FINE_STEP;
const HALF = (WITHIN + STEP_SPAN) / FINE_STEP;

/** Linear light of sRGB's levels (IEC 61966-2-1), 0..1. */
const LIGHT = Float64Array.from({ length: 256 }, (_, level) => {
  const v = level / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** One side of a page at a place of its border: along the side, and outwards, a px of the page each. */
export interface SideAt {
  place: Point;
  along: Point;
  out: Point;
}

/**
 * Where an edge lies to a part of a px, by linear light: what blurs a picture (lens, motion) adds light and not levels,
 * so that in levels a bright sheet's edge on a dark table seems to lie up to a px outwards of where it is.
 *
 * @param toFrame px of the page to px of the frame
 * @param near px outwards of the place where the levels have the edge
 * @returns px outwards; `near` where no edge within 3 px is the steepest place, or the frame ends
 */
export function edgeInLight(
  frame: Raster,
  toFrame: PointMap,
  { place, along, out }: SideAt,
  near: number,
): number {
  const reach = HALF * FINE_STEP;
  // Over these few px the map is as good as straight.
  const from = toFrame.at(place.x + (near - reach) * out.x, place.y + (near - reach) * out.y);
  const to = toFrame.at(place.x + (near + reach) * out.x, place.y + (near + reach) * out.y);
  const centre = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const beside = toFrame.at(
    place.x + near * out.x + ALONG_STEP * along.x,
    place.y + near * out.y + ALONG_STEP * along.y,
  );
  const [sideX, sideY] = [beside.x - centre.x, beside.y - centre.y];
  // Sums of the light from the first place on.
  const sums = new Float64Array(2 * HALF + 2);
  for (let i = 0; i <= 2 * HALF; i++) {
    const t = i / (2 * HALF);
    const x = from.x + t * (to.x - from.x);
    const y = from.y + t * (to.y - from.y);
    let light = 0;
    for (let m = -MIDDLE; m <= MIDDLE; m++) light += lightAt(frame, x + m * sideX, y + m * sideY);
    sums[i + 1] = sums[i] + light;
  }
  // NaN where the frame ends within reach: nothing is larger.
  const stepAt = (i: number): number => abs(sums[i + SPAN + 1] - sums[i + 1] - (sums[i] - sums[i - SPAN]));
  let top = SPAN;
  for (let i = SPAN; i <= 2 * HALF - SPAN; i++) if (stepAt(i) > stepAt(top)) top = i;
  if (top === SPAN || top === 2 * HALF - SPAN) return near;
  const [before, at, after] = [stepAt(top - 1), stepAt(top), stepAt(top + 1)];
  const bow = before - 2 * at + after;
  const part = bow < 0 ? max(-0.5, min(0.5, (before - after) / (2 * bow))) : 0;
  return near + (top - HALF + part) * FINE_STEP;
}

/** Light at a place of the frame, of all colours together, bilinear; NaN outside of it. */
function lightAt({ data, width, height, channels }: Raster, x: number, y: number): number {
  const left = floor(x);
  const top = floor(y);
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return NaN;
  const u = x - left;
  const v = y - top;
  let light = 0;
  for (let c = channels === 1 ? 0 : 2; c >= 0; c--) {
    const k = (top * width + left) * channels + c;
    const below = k + width * channels;
    light +=
      (LIGHT[data[k]] * (1 - u) + LIGHT[data[k + channels]] * u) * (1 - v) +
      (LIGHT[data[below]] * (1 - u) + LIGHT[data[below + channels]] * u) * v;
  }
  return light;
}
