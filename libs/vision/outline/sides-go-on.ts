import type { EdgeMap } from './edge-map.js';
import { FULL_CONTRAST } from './line-evidence.js';
import { pathBeyond } from './path-beyond.js';
import type { ScoredQuad } from './quad-score.js';
import type { Point, Raster, Size } from '../pixels/raster.js';

const { abs, floor, hypot, max, min, round } = Math;

/**
 * What is looked at beyond a corner starts this far off it, and has this part of the side's length; px of the reduced
 * picture.
 */
const START = 4;
const PART = 0.15;
const LEAST = 20;
const MOST = 56;
/** px by which the corner may be off, and px a px by which a bent side may leave the line through its corners. */
const SLACK = 3;
const TURN_OFF = 0.15;
/** An edge px counts whose direction is within 16 degrees of the side's. */
const EDGE_TURN = 23;
/** What a px off at the corner costs of an edge px, and what a place costs at which the side cannot be. */
const START_COST = 0.05;
const OFF_COST = 0.3;
/**
 * px off the traced side at which its two sides are compared: further off than a joint between bricks, or tiles, is
 * wide.
 */
const ASIDE = [8, 11, 14];
/** Cosine of the colours' differences at both corners from which on the same thing lies between them. */
const SAME_COLOUR = 0.5;
/** Where less than this part of the places compared lies in the picture, they tell nothing. */
const MIN_SEEN = 0.7;
/**
 * What goes on beyond a corner stands out from the table by this part at least of what the page's own side stands out
 * by there: joints between bricks, or tiles, may lie in line with both sides.
 */
const STANDS_OUT = 0.25;
/** Less than this at a corner counts as none. */
const FAINT = 0.25;
/**
 * Where one corner alone tells, there is an edge along this part of the way at least: clutter beside a page has up to
 * 0.83.
 */
const ALONE = 0.95;

/** What a side's neighbour shows beyond a corner. */
interface Continuation {
  /** 0..1: the part of the places along it at which there is an edge. */
  edge: number;
  /** Mean colour on the page's side less the mean on the other, levels by channel. */
  step: readonly number[];
  /** Whether that is enough beside what the side shows before the corner. */
  standsOut: boolean;
}

/**
 * 0..1: how much both neighbours of a quad's side go on beyond it, the same colour between them that is not the
 * table's. The sides of a sheet end at its corners; where both go on, that side is the border of something printed on a
 * larger sheet. Where the picture cuts off one neighbour, or too little is seen beyond it, the other one tells.
 *
 * @param side i: from corner i to corner i + 1
 * @param edges of the surface
 * @param surface the picture with its text closed away
 */
export function sidesGoOn(
  { quad, cut }: Pick<ScoredQuad, 'quad' | 'cut'>,
  side: number,
  edges: EdgeMap,
  surface: Raster,
): number {
  const [a, b] = [quad[side], quad[(side + 1) % 4]];
  const [c, d] = [quad[(side + 2) % 4], quad[(side + 3) % 4]];
  const first = cut[(side + 3) % 4] ? null : continuation(d, a, b, edges, surface);
  // Most sides end at their first corner: the other one need not be looked at.
  if (first && strengthOf(first) < FAINT) return 0;
  const second = cut[(side + 1) % 4] ? null : continuation(c, b, a, edges, surface);
  const alone = first ?? second;
  if (!alone) return 0;
  if (!first || !second) return alone.edge < ALONE ? 0 : strengthOf(alone);
  if (cosine(first.step, second.step) < SAME_COLOUR) return 0;
  return min(strengthOf(first), strengthOf(second));
}

function strengthOf({ edge, step, standsOut }: Continuation): number {
  return standsOut ? min(edge, size(step) / FULL_CONTRAST, 1) : 0;
}

/** What lies beyond `to` on the way from `from`; null where too little of it is in the picture. */
function continuation(
  from: Point,
  to: Point,
  inwards: Point,
  edges: EdgeMap,
  surface: Raster,
): Continuation | null {
  const length = hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const sign = Math.sign(ux * (inwards.y - to.y) - uy * (inwards.x - to.x));
  const [nx, ny] = [-uy * sign, ux * sign];
  const count = round(max(LEAST, min(MOST, PART * length))) - START;
  const reach = round(SLACK + TURN_OFF * (START + count));
  const beyond = Array.from({ length: count }, (_, k) => START + k + 0.5);
  const path = pathBeyond(
    {
      corner: to,
      along: { x: ux, y: uy },
      normal: { x: nx, y: ny },
      places: beyond,
      reach,
      reachAt: (k) => min(reach, floor(SLACK + TURN_OFF * (START + k))),
    },
    { turn: EDGE_TURN, offCost: OFF_COST, startCost: START_COST },
    edges,
  );
  /** Places on both sides of one that lies so far beyond the corner, and so far off the line through the side. */
  const across = (px: number, off: number): [Point, Point][] => {
    const at = (aside: number): Point => ({
      x: round(to.x + ux * px + nx * (off + aside)),
      y: round(to.y + uy * px + ny * (off + aside)),
    });
    return ASIDE.map((aside) => [at(aside), at(-aside)]);
  };
  const edge = path.reduce((sum, place) => sum + max(0, place.edge), 0) / count;
  const step = meanColourStep(
    path.map(({ off }, k) => across(beyond[k], off)),
    surface,
  );
  const own = meanColourStep(
    beyond.map((px) => across(-px, 0)),
    surface,
  );
  return step && { edge, step, standsOut: !own || size(step) >= STANDS_OUT * size(own) };
}

/**
 * Mean difference between the first and the second of each two places, levels by channel; null where few lie in the
 * picture.
 */
function meanColourStep(places: readonly (readonly [Point, Point][])[], surface: Raster): number[] | null {
  const { data, width, channels } = surface;
  const pairs = places.flat().filter(([p, q]) => isWithin(p, surface) && isWithin(q, surface));
  if (pairs.length < MIN_SEEN * places.length * ASIDE.length) return null;
  return Array.from({ length: channels }, (_, c) => {
    const level = ({ x, y }: Point): number => data[(y * width + x) * channels + c];
    return pairs.reduce((sum, [p, q]) => sum + level(p) - level(q), 0) / pairs.length;
  });
}

/** Of the channel that changes most. */
function size(step: readonly number[]): number {
  return max(...step.map(abs));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, c) => sum + value * b[c], 0);
  return product / max(1e-9, hypot(...a) * hypot(...b));
}

function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return min(x, y) >= 0 && x < width && y < height;
}
