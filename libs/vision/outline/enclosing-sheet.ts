import { areaOf, projectQuad, quadArea, rectangleOf } from '../geometry/plane-geometry.js';
import { ramp } from '../geometry/ramp.js';
import { evidenceOf, meanAlong, offSide, placeAlong } from './line-evidence.js';
import type { JoinedQuad, ScoredQuad } from './quad-score.js';
import { CLEAR, SAME_SHEET } from './whole-page.js';
import type { Point, Quad } from '../pixels/raster.js';

const { abs, atan2, hypot, max, min, PI } = Math;

/** A corner of what is enclosed lies outside of what encloses it by this much at most, px of the reduced picture. */
const SLACK = 4;
/** What encloses has this many times the area at least: a sheet with its own shadow has less. */
const LARGER = 1.06;
/** Sides may lie off each other's directions by this, degrees, as found on the reduced picture... */
const ROUGHLY_PARALLEL = 2;
/**
 * ...and with their places refined: what is printed stands straight on its sheet, what is laid down never lies so
 * straight.
 */
const PARALLEL = 0.4;
/**
 * ...but for a clear outline that scores so many times as much: white fields of a tinted slip end raggedly, so that the
 * border through their ends leans by up to this. Of a page on a folder the page's own outline is about as sure.
 */
const PARALLEL_IN_SURER = 1;
const SURER = 1.04;
/** Its sides score at least this... */
const MIN_SIDES = 0.55;
/**
 * ...and this part of what the enclosed one scores: nearly as much where it is hardly larger, for of a narrow strip's
 * ends little is seen that could bear it out, less from this many times the area on.
 */
const PART_OF_STRIP = 0.9;
const PART_OF_SHEET = 0.7;
const CLEARLY_LARGER = 1.25;
/** Quads whose places are refined, the best first. */
const REFINED = 10;
/**
 * What it has and the enclosed one has not is borne out this well along each side: of photographed flyers and forms
 * with coloured heads 0.9 as a rule; of 40 forms on tables, planks and tiles none of the larger quads that happen to
 * lie straight about the page has more than 0.3.
 */
const MIN_BORNE_OUT = 0.75;
/**
 * Amid clutter as light as paper sides are seen in part only. Where a sheet has a side and both its ends in common with
 * what is printed on it, is as sure, and goes on beyond as the same sheet, this much is enough.
 */
const BORNE_OUT_AMID_CLUTTER = 0.3;
const AS_SURE = 0.95;
/** Parts of sides shorter than this tell nothing, px of the reduced picture. */
const MIN_PART = 8;
/**
 * A sheet's sides end at its corners, rows of tiles and planks run on: there is an edge beyond its corners, for this
 * part of a side's length and px of the reduced picture at most, from so far off, along less than this part of what is
 * along the sides (14 sheets 0.3 at most; 8 rows of checks, tiles and keys 0.55 and more).
 */
const BEYOND = { part: 0.25, px: 60, from: 4, least: 8 };
const RUNS_ON = 0.45;
/** A picture in a frame on a panel of a sheet: sheets looked for about a sheet. */
const NESTED = 4;

/**
 * The sheet about a quad that is printed on it: the white part of a form with a coloured head, a picture of a flyer, a
 * frame. Seen as the plane that the larger quad is, the sides of the smaller one are parallel to its own.
 *
 * @param quad the best one of a picture
 * @param others all quads of the picture by their sides alone, best first
 * @param refined a quad with its sides on the picture's edges, in any px
 * @param goesOn 0..1: how much what a larger quad has beyond another looks like the same sheet
 * @returns null where the quad is on no other
 */
export function enclosingSheet(
  quad: JoinedQuad,
  others: Iterable<JoinedQuad>,
  refined: (quad: JoinedQuad) => Quad,
  goesOn: (outer: Quad, inner: Quad) => number,
): JoinedQuad | null {
  let sheet: JoinedQuad | null = null;
  let inner = quad;
  let place: Quad | null = null;
  for (let depth = 0; depth < NESTED; depth++) {
    const about = inner.quad;
    const { score } = inner;
    const near = downTo(max(MIN_SIDES, PART_OF_SHEET * score), others)
      .filter((other) => encloses(other, inner))
      .filter((other) => other.score >= partNeeded(other.quad, about) * score)
      .filter((other) => {
        const borneOut = borneOutBeyond(other, about);
        const inPart = borneOut >= BORNE_OUT_AMID_CLUTTER && other.score >= AS_SURE * score;
        return (
          borneOut >= MIN_BORNE_OUT ||
          (inPart && haveASideInCommon(other.quad, about) && goesOn(other.quad, about) >= SAME_SHEET)
        );
      })
      .filter((other) => skewWithin(other.quad, about) < ROUGHLY_PARALLEL && !runsOn(other))
      .slice(0, REFINED);
    if (near.length === 0) break;
    place ??= refined(inner);
    const within: Quad = place;
    const next = near.find((other) => {
      place = refined(other);
      const isSurer = other.score >= max(CLEAR, SURER * score);
      return skewWithin(place, within) <= (isSurer ? PARALLEL_IN_SURER : PARALLEL);
    });
    if (!next) break;
    sheet = inner = next;
  }
  return sheet;
}

/** Whether a quad's sides run on beyond its corners, as those of what a sheet lies on may. */
function runsOn({ quad, sides }: JoinedQuad): boolean {
  let [ends, share] = [0, 0];
  sides.forEach((side, i) => {
    if (side.border) return;
    const [p, q] = [placeAlong(side, quad[i]), placeAlong(side, quad[(i + 1) % 4])];
    const [low, high] = [min(p, q), max(p, q)];
    const within = meanAlong(side, side.edge, low, high);
    const reach = min(BEYOND.px, BEYOND.part * (high - low)) + BEYOND.from;
    for (const [from, to] of [
      [max(low - reach, side.first), low - BEYOND.from],
      [high + BEYOND.from, min(high + reach, side.first + side.length)],
    ]) {
      if (to - from < BEYOND.least || within === 0) continue;
      ends++;
      share += min(1, meanAlong(side, side.edge, from, to) / within);
    }
  });
  return ends > 0 && share >= RUNS_ON * ends;
}

/** Whether two corners of one quad are the other one's too. */
function haveASideInCommon(outer: Quad, inner: Quad): boolean {
  return outer.filter((p) => inner.some((q) => hypot(p.x - q.x, p.y - q.y) <= SLACK)).length >= 2;
}

/** Those of the quads, best first, that score so much at least. */
export function downTo(least: number, quads: Iterable<JoinedQuad>): JoinedQuad[] {
  const found: JoinedQuad[] = [];
  for (const quad of quads) {
    if (quad.score < least) break;
    found.push(quad);
  }
  return found;
}

/** The part of a quad's score that a larger one has at least. */
function partNeeded(outer: Quad, inner: Quad): number {
  const larger = ramp(abs(quadArea(outer) / quadArea(inner)), LARGER, CLEARLY_LARGER);
  return PART_OF_STRIP + (PART_OF_SHEET - PART_OF_STRIP) * larger;
}

/** Whether all of one quad lies within another that is in the picture on all sides, and larger. */
function encloses(outer: JoinedQuad, inner: ScoredQuad): boolean {
  if (outer.cut.some(Boolean) || !isInPicture(outer)) return false;
  const turn = Math.sign(quadArea(outer.quad));
  if (areaOf(outer) < LARGER * areaOf(inner)) return false;
  return outer.quad.every((a, i) => {
    const b = outer.quad[(i + 1) % 4];
    const length = hypot(b.x - a.x, b.y - a.y);
    return inner.quad.every(
      (p) => (turn * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x))) / length >= -SLACK,
    );
  });
}

/** Whether all corners of a quad lie in the picture. */
function isInPicture({ quad, sides }: JoinedQuad): boolean {
  return sides.every((side, i) =>
    [quad[i], quad[(i + 1) % 4]].every((corner) => {
      const beyond = placeAlong(side, corner) - side.first;
      return beyond >= -SLACK && beyond <= side.length + SLACK;
    }),
  );
}

/**
 * 0..1: how well the picture bears out what the larger quad has that the smaller one has not: the sides that lie
 * elsewhere, and of those on the same lines what is beyond the smaller one's corners. The least of the sides; a
 * picture's border tells nothing.
 *
 * @param near px by which a corner of the smaller one lies off a side of the larger one, at most, where it is on that
 * side
 */
export function borneOutBeyond(outer: JoinedQuad, inner: Quad, near = SLACK): number {
  return min(
    ...outer.sides.map((side, i) => {
      if (side.border) return 1;
      const along = (p: Point): number => placeAlong(side, p);
      const off = (p: Point): number => abs(offSide(side, p));
      const [a, b] = [along(outer.quad[i]), along(outer.quad[(i + 1) % 4])];
      const [low, high] = [min(a, b), max(a, b)];
      const shared = inner.filter((p) => off(p) <= near).map(along);
      const parts =
        shared.length < 2
          ? [[low, high]]
          : [
              [low, min(...shared)],
              [max(...shared), high],
            ];
      let length = 0;
      let sum = 0;
      for (const [from, to] of parts) {
        if (to - from < MIN_PART) continue;
        length += to - from;
        sum +=
          (to - from) *
          evidenceOf(
            meanAlong(side, side.edge, from + 2, to - 2),
            meanAlong(side, side.contrast, from + 2, to - 2),
          );
      }
      return length > 0 ? sum / length : 1;
    }),
  );
}

/** How far, degrees, the most slanting side of a quad stands off the other one's sides, in the plane of the latter. */
export function skewWithin(outer: Quad, inner: Quad): number {
  const rectangle = rectangleOf(outer);
  if (!rectangle) return 90;
  const flat = projectQuad(rectangle.plane, inner);
  return max(
    ...flat.map((p, i) => {
      const q = flat[(i + 1) % 4];
      const degrees = abs((atan2(q.y - p.y, q.x - p.x) * 180) / PI) % 90;
      return min(degrees, 90 - degrees);
    }),
  );
}
