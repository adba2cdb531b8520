import { ramp } from '../geometry/ramp.js';
import { meanAlong, placeAlong, type LineEvidence } from './line-evidence.js';
import { lightStepAcross } from './printed-line.js';
import type { JoinedQuad } from './quad-score.js';
import type { Point } from '../pixels/raster.js';

const { max, min } = Math;

/**
 * Mean luminance step across a side, text closed away, of 24 levels, from which, and at which, it is no ruling. Of 24
 * pages laid half on other printed sheets (hard, seeds 310000 to 310023) the sides seen between have 0.33 and more but
 * for one, rulings hardly over 0.2.
 */
const NO_STEP = 0.2;
const CLEAR_STEP = 0.35;
/**
 * Edge on the neighbouring sides' lines beyond the corners, mean of both, up to which they end there, and from which
 * they go on.
 */
const ENDS = 0.45;
const GOES_ON = 0.7;
/** px beyond a corner looked at, and px left out at it. */
const BEYOND = 24;
const AT_CORNER = 4;

/**
 * 0..1: how much a side is where a sheet ends on another one, seen between the two: light changes across it, which it
 * does not across a ruling, and both neighbouring sides end with it, where those of a page go on beyond a fill's
 * border.
 */
export function endsOnAnother(outline: JoinedQuad, side: number): number {
  const { quad, sides } = outline;
  const [before, after] = [(side + 3) % 4, (side + 1) % 4];
  const [a, b] = [quad[side], quad[after]];
  const goesOn =
    (goesOnBeyond(sides[before], quad[before], a) + goesOnBeyond(sides[after], quad[(side + 2) % 4], b)) / 2;
  return ramp(lightStepAcross(outline, side), NO_STEP, CLEAR_STEP) * (1 - ramp(goesOn, ENDS, GOES_ON));
}

/** 0..1: edge along a side's line beyond the corner `to`; a picture's border tells nothing. */
function goesOnBeyond(side: LineEvidence, from: Point, to: Point): number {
  if (side.border) return 1;
  const end = placeAlong(side, to);
  const way = Math.sign(end - placeAlong(side, from));
  const [near, far] = [end + way * AT_CORNER, end + way * BEYOND];
  return meanAlong(side, side.edge, min(near, far), max(near, far));
}
