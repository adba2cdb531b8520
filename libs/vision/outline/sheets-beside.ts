import { median } from '../geometry/median.js';
import { areaOf, frameQuad } from '../geometry/plane-geometry.js';
import type { ScoredQuad } from './quad-score.js';
import { liesBetween } from '../pixels/level-between.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { outside, partLike, placesIn } from './whole-page.js';

const { max, min } = Math;

/** Two quads are sheets apart where either has less than this part of it within the other. */
const APART = 0.05;
/** Sheets are about as large where the smaller one has this part of the other's area. */
const AS_LARGE = 0.5;
/** A peer of a sheet is about as large, scores so much, and this part of what the sheet does... */
const LEAST_SCORE = 0.5;
const AS_SURE = 0.8;
/** ...and the darker of the two has this part of the other's light: it is paper too, of any colour, and no tile. */
const AS_LIGHT = 0.7;
/** Part of some places that counts as most of them. */
const MOST = 0.5;

/**
 * What lies beside a sheet, whole in the picture, about as well borne out and as large: if these are sheets nothing
 * tells which of them is meant.
 *
 * @param quads all that may be sheets, px of the picture
 * @param picture with its text closed away
 */
export function peersOf<T extends ScoredQuad>(
  sheet: Pick<ScoredQuad, 'quad' | 'score'>,
  quads: readonly T[],
  picture: Raster,
): T[] {
  return quads.filter(
    (other) =>
      other.score >= max(LEAST_SCORE, AS_SURE * sheet.score) &&
      !other.cut.some(Boolean) &&
      other.quad.every(({ x, y }) => liesBetween(picture, x, y)) &&
      areAsLarge(other, sheet) &&
      areApart(other.quad, sheet.quad) &&
      areAsLight(other.quad, sheet.quad, picture) &&
      !isOfTheTable(other.quad, sheet.quad, picture),
  );
}

/** Whether a quad is of what most of the table shows, and the sheet is not: a brick, a tile. */
function isOfTheTable(quad: Quad, sheet: Quad, picture: Raster): boolean {
  const own = placesIn(quad, quad, picture).within;
  if (partLike(placesIn(sheet, sheet, picture).within, own, picture) > MOST) return false;
  const frame = frameQuad(picture.width, picture.height);
  const besideSheet = new Set(placesIn(frame, sheet, picture).beyond);
  const table = placesIn(frame, quad, picture).beyond.filter((k) => besideSheet.has(k));
  return partLike(table, own, picture) > MOST;
}

/** Whether two sheets are about as large: either may be the one meant. */
export function areAsLarge(a: { quad: Quad }, b: { quad: Quad }): boolean {
  const [one, other] = [areaOf(a), areaOf(b)];
  return min(one, other) >= AS_LARGE * max(one, other);
}

/** Whether neither of two quads holds more than an edge of the other. */
export function areApart(a: Quad, b: Quad): boolean {
  return outside(a, b) > 1 - APART && outside(b, a) > 1 - APART;
}

function areAsLight(a: Quad, b: Quad, picture: Raster): boolean {
  const [one, other] = [a, b].map((quad) => lightOf(quad, picture));
  return min(one, other) >= AS_LIGHT * max(one, other);
}

/** Median level of a quad's px, each in its lightest channel. */
function lightOf(quad: Quad, picture: Raster): number {
  const { data, channels } = picture;
  return median(placesIn(quad, quad, picture).within.map((k) => max(...data.subarray(k, k + channels))));
}
