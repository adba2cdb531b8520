import { median } from '../geometry/median.js';
import type { Point, Raster } from '../pixels/raster.js';

const { floor, hypot, max, min, round } = Math;

/** px of the reduced picture off a line at which a gap is looked for: the closing hides what is as wide. */
const REACH = 12;
/** Places looked at along the line, its ends left out. */
const PLACES = 36;
/** A gap is darker than the sheets about it by this part, in so many of the places. */
const DEPTH = 0.3;
const SEEN = 0.75;
/** px beyond the line's ends at which the table is looked at. */
const BEYOND = [4, 6, 8, 10, 12];
/**
 * The table in a gap, which may be in the sheets' shadow, is so many times as light as beyond the line, alike in all
 * channels within this factor: 0.72 to 0.79 times in the photograph that this is for; 0.06 to 0.66 at folds of five
 * real ones.
 */
const LIGHT = { least: 0.67, most: 1.5 };
const ALIKE = 1.3;
/** Added to levels before they are divided: black ones say little. */
const NEAR_BLACK = 5;

type Colour = readonly number[];

/**
 * Whether the table shows along a line between two panels: two sheets lie there, with a gap between them. What is dark
 * along a fold, its shadow or print, has another colour than the table where it ends.
 *
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function tableShowsBetween(a: Point, b: Point, closed: Raster, plain: Raster): boolean {
  const length = hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const offsets = Array.from({ length: 2 * REACH + 1 }, (_, k) => k - REACH);
  const placeAt = (along: number, off: number): Point => ({
    x: round(a.x + along * ux - off * uy),
    y: round(a.y + along * uy + off * ux),
  });
  const steps = Array.from({ length: PLACES }, (_, i) => (length * (i + 1)) / (PLACES + 1));
  const darkestAt = (along: number): Point =>
    offsets
      .map((off) => placeAt(along, off))
      .reduce((dark, place) => (depthAt(place, closed, plain) > depthAt(dark, closed, plain) ? place : dark));
  const gap = steps.map(darkestAt);
  const depths = gap.map((place) => depthAt(place, closed, plain)).sort((p, q) => p - q);
  if (depths[floor((1 - SEEN) * PLACES)] < DEPTH) return false;
  const inGap = medianColour(gap, plain);
  return [BEYOND.map((step) => -step), BEYOND.map((step) => length + step)].some((alongs) => {
    const table = offsets
      .map((off) =>
        medianColour(
          alongs.map((along) => placeAt(along, off)),
          plain,
        ),
      )
      .filter((colour) => colour.length > 0)
      .sort((p, q) => sumOf(p) - sumOf(q))[0];
    if (!table) return false;
    const light = inGap.map((level, c) => (level + NEAR_BLACK) / (table[c] + NEAR_BLACK));
    return min(...light) >= LIGHT.least && max(...light) <= min(LIGHT.most, ALIKE * min(...light));
  });
}

/** 0..1: the part of a place's light that is there with its text closed away only; 0 outside of the picture. */
function depthAt(place: Point, closed: Raster, plain: Raster): number {
  const light = colourAt(place, closed);
  const dark = colourAt(place, plain);
  return light && dark ? 1 - sumOf(dark) / max(1, sumOf(light)) : 0;
}

function colourAt({ x, y }: Point, { data, width, height, channels }: Raster): Colour | null {
  if (min(x, y) < 0 || x >= width || y >= height) return null;
  const from = (y * width + x) * channels;
  return Array.from({ length: channels }, (_, c) => data[from + c]);
}

/** Median colour, channel by channel, of the places that lie in the picture; without channels where none does. */
function medianColour(places: readonly Point[], picture: Raster): Colour {
  const colours = places.map((place) => colourAt(place, picture)).filter((colour) => colour !== null);
  return (colours[0] ?? []).map((_, c) => median(colours.map((colour) => colour[c])));
}

const sumOf = (colour: Colour): number => colour.reduce((sum, level) => sum + level, 0);
