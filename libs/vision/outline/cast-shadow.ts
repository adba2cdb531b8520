import { median } from '../geometry/median.js';
import { areaOf, centroid } from '../geometry/plane-geometry.js';
import { meanLevelAt } from '../pixels/level-between.js';
import { close, open } from '../pixels/morphology.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { MIN_OUTLINE_CONFIDENCE, type PageOutline } from './refined-outline.js';
import { CLEAR, isWithin, outside } from './whole-page.js';

const { abs, hypot, log, max, min } = Math;

/** An outline, px of the reduced copy. */
export type Outline = Pick<PageOutline, 'quad' | 'cut' | 'confidence' | 'isPart'>;
type Side = readonly [Point, Point];

/** A side's light is compared so many px to either side of it, at so many places. */
const OFF = 8;
const PLACES = 24;
/** The light hardly changes across a side up to here, and much from here on: natural logarithm. */
const LITTLE = 0.2;
const MUCH = 0.3;
/** Level of an evenly lit surface, and how much more its faint edges differ. */
const EVEN_LEVEL = 190;
const STRENGTHENED = 2;
/** Half the width of the seam along a shadow's edge, px. */
const SEAM = 4;
/** An edge in even light changes it by more than this. */
const EDGE = 0.1;
/** A sheet goes on beyond a side where it holds most places so far off it, px. */
const BEYOND = 12;
/** Part of the outline in the picture's light that lies outside of the one in even light, at most. */
const LEFT_OUT = 0.25;
/** Outlines that have this part of their area in common are the same. */
const SAME = 0.85;
/** Confidence of the outline in even light beside the other's, at least. */
const AS_SURE = 0.85;

/**
 * Whether an outline may be a part of a sheet that ends at a shadow: across one of its sides the light hardly changes,
 * as it is where the table is about as light as paper, and a shadow stands out more than the sheet. A clear outline has
 * another side across which it changes.
 *
 * @param surface text closed away
 */
export function mayEndAtShadow(outline: Outline, surface: Raster): boolean {
  const changes = sidesOf(outline)
    .map((side) => lightAcross(side, surface))
    .filter(Number.isFinite);
  if (changes.length < 2 || min(...changes) > LITTLE) return false;
  return outline.confidence < CLEAR || max(...changes) >= MUCH;
}

/** How much the light changes across a side, natural logarithm; NaN where too little of it is in the picture. */
function lightAcross(side: Side, surface: Raster): number {
  const [nx, ny] = normalOf(side);
  const changes = placesAlong(side)
    .map(({ x, y }) => {
      const at = (off: number): number => log(meanLevelAt(surface, x + off * nx, y + off * ny) ?? NaN);
      return at(OFF) - at(-OFF);
    })
    .filter(Number.isFinite);
  return changes.length > PLACES / 2 ? abs(median(changes)) : NaN;
}

/**
 * A picture as if the light fell on it evenly, its faint edges strengthened.
 *
 * @param levels its base layer's
 */
export function evenlyLit(picture: Raster, levels: Float32Array): Raster {
  const { channels } = picture;
  const data = new Uint8Array(picture.data.length);
  for (let i = 0, k = 0; i < levels.length; i++) {
    const gain = (STRENGTHENED * EVEN_LEVEL) / levels[i];
    for (let c = 0; c < channels; c++, k++)
      data[k] = max(0, min(255, gain * picture.data[k] - (STRENGTHENED - 1) * EVEN_LEVEL));
  }
  return { ...picture, data };
}

/** The same without the narrow dark and light seam that is left along a shadow's edge, where it is soft. */
export function withoutSeams(lit: Raster): Raster {
  return open(close(lit, SEAM), SEAM);
}

/**
 * Whether an outline is to give way to the sheet found in even light: that one is sure, holds most of it, goes on
 * beyond sides of it that are shadows' edges, and ends, if it is smaller, at edges. Paper's edge is one in even light
 * too.
 *
 * @param surface text closed away, and the same evenly lit
 */
export function isPartInShadow(part: Outline, whole: Outline, surface: Raster, evened: Raster): boolean {
  if (whole.isPart || whole.confidence < max(MIN_OUTLINE_CONFIDENCE, AS_SURE * part.confidence)) return false;
  const leftOut = outside(part.quad, whole.quad);
  const common = (1 - leftOut) * areaOf(part);
  if (leftOut > LEFT_OUT || common >= SAME * (areaOf(part) + areaOf(whole) - common)) return false;
  const goesOnPastPaper = sidesBeyond(part, whole).some(
    (side) => lightAcross(side, evened) > EDGE && lightAcross(side, surface) <= LITTLE,
  );
  const endsAtRuling =
    areaOf(whole) < areaOf(part) &&
    sidesBeyond(whole, part).some((side) => lightAcross(side, evened) <= EDGE);
  return !goesOnPastPaper && !endsAtRuling;
}

/** The sides of an outline beyond which another one goes on. */
const sidesBeyond = (outline: Outline, other: Outline): Side[] =>
  sidesOf(outline).filter((side) => goesOnBeyond(other.quad, side, centroid(outline.quad)));

/** Whether most of the places beyond a side lie in a quad. */
function goesOnBeyond(quad: Quad, [from, to]: Side, middle: Point): boolean {
  const [nx, ny] = normalOf([from, to]);
  const outwards = Math.sign((from.x - middle.x) * nx + (from.y - middle.y) * ny);
  const beyond = placesAlong([from, to]).filter(({ x, y }) =>
    isWithin({ x: x + outwards * BEYOND * nx, y: y + outwards * BEYOND * ny }, quad),
  );
  return beyond.length > PLACES / 2;
}

const sidesOf = ({ quad, cut }: Outline): Side[] =>
  quad.map((from, i): Side => [from, quad[(i + 1) % 4]]).filter((_, i) => !cut[i]);

const placesAlong = ([from, to]: Side): Point[] =>
  Array.from({ length: PLACES }, (_, k) => {
    const part = (k + 1) / (PLACES + 1);
    return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
  });

function normalOf([from, to]: Side): [number, number] {
  const length = hypot(to.x - from.x, to.y - from.y);
  return [(to.y - from.y) / length, (from.x - to.x) / length];
}
