import { median } from '../geometry/median.js';
import { areaOf, quadArea } from '../geometry/plane-geometry.js';
import { bilinear, isLike, type ScoredQuad } from './quad-score.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

/** Outlines as sure as this are not doubted. */
export const CLEAR = 0.9;
/** A quad cuts through a page from here on, and through none up to there. */
const CUT = 0.4;
export const UNCUT = 0.2;
/** Quads looked at for one that does not, and the part of the best one's score that it has at least. */
export const LOOKED_AT = 24;
const HARDLY_WORSE = 0.85;
/** ...and the area over the best one's. */
const LARGER = 1.05;
/** The part of a crossed quad, at most, that lies outside of one that holds it. */
const HELD = 0.1;
/**
 * Part of what lies beyond that looks like the same sheet: where another sheet looks out from under a page the table is
 * seen too.
 */
export const SAME_SHEET = 0.85;
/** Steps of light across a ruling, at most, and across a page's sides, at least (of 24 levels). */
const RULING_STEP = 0.2;
const SIDE_STEP = 0.5;
/** ...and the part of what a whole page has beyond one that ends at rulings, at least, that lies beyond these. */
const BEYOND_RULINGS = 0.9;
/** Places looked at along either side of a quad. */
const PLACES = 24;

/**
 * The quads, best first, but where the best one cuts through the page and one hardly worse takes in what lies beyond
 * and cuts through nothing, that one first.
 *
 * @param cutOf how much a quad cuts through a page, 0..1
 * @param isSame whether what a larger quad has beyond another looks like the same sheet, and is borne out
 */
export function wholePageFirst<T extends ScoredQuad>(
  quads: T[],
  cutOf: (quad: T) => number,
  isSame: (whole: T, part: T) => boolean,
): T[] {
  const best = quads[0];
  if (!best || best.score >= CLEAR || cutOf(best) < CUT) return quads;
  return withFirst(
    quads,
    largerOf(quads).find((other) => cutOf(other) < UNCUT && isSame(other, best)),
  );
}

/**
 * The quads, best first, but where a larger one is hardly worse, holds the best one and is not crossed, that one first:
 * ink runs on across a side of the best one.
 */
export function uncrossedFirst<T extends ScoredQuad>(quads: T[], isCrossed: (quad: T) => boolean): T[] {
  const [crossed] = quads;
  return withFirst(
    quads,
    largerOf(quads).find((other) => outside(crossed.quad, other.quad) <= HELD && !isCrossed(other)),
  );
}

/**
 * The quads, best first, but where hardly any light changes across a side of the best one, and a larger one that is
 * hardly worse ends beyond that side where light does change, that one first: the side is a ruling.
 *
 * @param stepAcross how much light changes across a side, 0..1
 * @param isSame whether what a larger quad has beyond another looks like the same sheet, and is borne out
 */
export function pastRulingsFirst<T extends ScoredQuad>(
  quads: T[],
  stepAcross: (quad: T, side: number) => number,
  isSame: (whole: T, part: T) => boolean,
): T[] {
  const [best] = quads;
  if (!best || best.score >= CLEAR) return quads;
  const seen = ({ cut }: T): number[] => [0, 1, 2, 3].filter((i) => !cut[i]);
  const rulings = seen(best).filter((i) => stepAcross(best, i) < RULING_STEP);
  if (rulings.length === 0) return quads;
  return withFirst(
    quads,
    largerOf(quads).find(
      (other) =>
        outside(best.quad, other.quad) <= HELD &&
        seen(other).every((i) => stepAcross(other, i) >= SIDE_STEP) &&
        liesBeyond(other.quad, best.quad, rulings) >= BEYOND_RULINGS &&
        isSame(other, best),
    ),
  );
}

/** 0..1: of what a quad has beyond another, the part that lies beyond one of these sides of the other. */
function liesBeyond(whole: Quad, part: Quad, sides: readonly number[]): number {
  const beyond = latticeOf(whole).filter((place) => !isWithin(place, part));
  return beyond.filter((place) => sides.some((side) => !isInwards(place, part, side))).length / beyond.length;
}

/** The quads that are hardly worse than the first one, and larger. */
function largerOf<T extends ScoredQuad>([best, ...others]: readonly T[]): T[] {
  return others
    .slice(0, LOOKED_AT - 1)
    .filter((other) => other.score >= HARDLY_WORSE * best.score && areaOf(other) > LARGER * areaOf(best));
}

/** The quads with one of them, if any, moved to the front. */
const withFirst = <T>(quads: T[], first: T | undefined): T[] =>
  first ? [first, ...quads.filter((quad) => quad !== first)] : quads;

/** 0..1: the part of what a larger quad has beyond another, of about the colour of the other one's inside. */
export function sheetGoesOn(whole: Quad, part: Quad, picture: Raster): number {
  const { within, beyond } = placesIn(whole, part, picture);
  return within.length === 0 || beyond.length === 0 ? 1 : partLike(beyond, within, picture);
}

/** 0..1: the part of some places that is of about the colour of others; places by where they are in the data. */
export function partLike(
  places: readonly number[],
  others: readonly number[],
  { data, channels }: Raster,
): number {
  const colour = Array.from({ length: channels }, (_, c) => median(others.map((k) => data[k + c])));
  return places.filter((k) => isLike(data, k, colour)).length / Math.max(1, places.length);
}

/** Places all over a quad that lie in the picture, by where they are in its data: within another quad or beyond it. */
export function placesIn(
  whole: Quad,
  part: Quad,
  { width, height, channels }: Raster,
): { within: number[]; beyond: number[] } {
  const within: number[] = [];
  const beyond: number[] = [];
  for (const { x, y } of latticeOf(whole)) {
    const [px, py] = [Math.round(x), Math.round(y)];
    if (Math.min(px, py) < 0 || px >= width || py >= height) continue;
    (isWithin({ x, y }, part) ? within : beyond).push((py * width + px) * channels);
  }
  return { within, beyond };
}

/** Places all over a quad. */
export function latticeOf(quad: Quad): Point[] {
  return Array.from({ length: PLACES * PLACES }, (_, k) => {
    const u = ((k % PLACES) + 0.5) / PLACES;
    const v = (Math.floor(k / PLACES) + 0.5) / PLACES;
    return { x: bilinear(quad, u, v, 'x'), y: bilinear(quad, u, v, 'y') };
  });
}

/** The part of a quad's area that lies outside of another. */
export function outside(quad: Quad, other: Quad): number {
  const places = latticeOf(quad);
  return places.filter((place) => !isWithin(place, other)).length / places.length;
}

/** Whether a point lies in a convex quad. */
export function isWithin(place: Point, quad: Quad): boolean {
  const turn = Math.sign(quadArea(quad));
  return quad.every((_, side) => turn * asideOf(place, quad, side) >= 0);
}

/** Whether a point lies on that side of a quad's side on which the quad is. */
const isInwards = (place: Point, quad: Quad, side: number): boolean =>
  Math.sign(quadArea(quad)) * asideOf(place, quad, side) >= 0;

/** How far aside of a quad's side a point lies, times the side's length: to one hand or, negative, the other. */
function asideOf({ x, y }: Point, quad: Quad, side: number): number {
  const [p, q] = [quad[side], quad[(side + 1) % 4]];
  return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
}
