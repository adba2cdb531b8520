import { centroid, quadArea } from '../geometry/plane-geometry.js';
import { bendAt } from './bend.js';
import { borneOutBeyond } from './enclosing-sheet.js';
import { offLine, placeAlong, type LineEvidence } from './line-evidence.js';
import type { JoinedQuad } from './quad-score.js';
import type { Point } from '../pixels/raster.js';

const { abs } = Math;

/** A band's straight side stands off its sheet's bent one, or out of it, by this much at most, px of the reduced picture. */
const NEAR = 12;
/** The sheet has so many times the part's area, and this part of its score, at least. */
const LARGER = 1.06;
const HARDLY_WORSE = 0.85;
/**
 * What it has and the part has not is borne out this well along each side. Of seven curled pages with bands printed from side to side
 * (seeds 311000 to 311011, and one of the corpus) the outlines that are right have 0.88 and more.
 */
const MIN_BORNE_OUT = 0.85;

/**
 * The bent sheet of which the best outline is a band that is printed, or left white, from one side to the other: two opposite sides of
 * the band lie on the sheet's own. A page that lies on something larger does not share them.
 *
 * @param part the best outline
 * @param bent quads with bent sides, best first
 * @returns null where the outline is no band of any
 */
export function wholeBentSheet(part: JoinedQuad, bent: readonly JoinedQuad[]): JoinedQuad | null {
  const sheet = bent.find(
    (other) =>
      other.score >= HARDLY_WORSE * part.score &&
      abs(quadArea(other.quad)) >= LARGER * abs(quadArea(part.quad)) &&
      isBandOf(part, other) &&
      borneOutBeyond(other, part.quad) >= MIN_BORNE_OUT,
  );
  // A sheet's head and foot may both be bands.
  return sheet ? (wholeBentSheet(sheet, bent) ?? sheet) : null;
}

/** Whether a quad lies within another one, two opposite sides of it on sides of that. */
function isBandOf(part: JoinedQuad, { quad, sides }: JoinedQuad): boolean {
  const middle = centroid(quad);
  const within = sides.map((side) => {
    const inwards = Math.sign(offSide(side, middle));
    return part.quad.map((corner) => inwards * offSide(side, corner));
  });
  if (within.flat().some((off) => off < -NEAR)) return false;
  const shared = part.quad.map((_, i) =>
    within.some((offs) => abs(offs[i]) <= NEAR && abs(offs[(i + 1) % 4]) <= NEAR),
  );
  return (shared[0] && shared[2]) || (shared[1] && shared[3]);
}

/** px by which a point lies off a side, bent as it is, to its normal's side. */
function offSide(side: LineEvidence, point: Point): number {
  const off = offLine(side, point);
  return side.bend ? off - bendAt(side.bend, placeAlong(side, point)) : off;
}
