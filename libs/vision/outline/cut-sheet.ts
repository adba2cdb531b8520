import type { Point, Quad, Size } from '../pixels/raster.js';
import { pageProportions, TYPICAL_FOCAL } from './page-proportions.js';

const { abs, hypot, max } = Math;

/**
 * Part of a page that is seen where the picture cuts off one side, least and most: of less the rest is not foretold;
 * more than all of it may seem to be seen, for lenses differ.
 */
const SEEN_OF_CUT_OFF = [0.3, 1.15] as const;
/**
 * ... and where something hides one side: with more the outline is the whole page's, with less a whole sheet's outline
 * would also be half of that sheet turned.
 */
const SEEN_OF_HIDDEN = [0.62, 0.9] as const;
/** A corner nearer to the camera's plane than this part of the nearest one is behind the camera, or next to it. */
const LEAST_DEPTH = 0.1;

/** A direction, or a place, in a camera's space. */
type Vector = readonly [number, number, number];

/** What an outline tells of a sheet. */
interface SeenSheet {
  /** Corners of what is seen, clockwise, px of the picture. */
  quad: Quad;
  /** Whether side k, from corner k to the next, is the picture's border. */
  cut: readonly boolean[];
}

/** A sheet of which a side is cut off, or hidden, in a camera's space, the side opposite to that at its true size. */
interface CutSheet {
  /** The side that is not seen. */
  side: number;
  /** Ends of the whole side, and the directions across, from the one to the other, and along, out of the picture. */
  from: Vector;
  to: Vector;
  along: Vector;
  /** How long the whole side is, and how much of each side along is seen, from either end; signed. */
  width: number;
  seen: readonly [number, number];
  /** Takes a place to px of the picture. */
  shown(place: Vector): Point;
}

/**
 * Where a page lies by its outline: as that encloses it, or, where the picture cuts off one side, that side farther
 * out. Where more is cut off nothing says how far out it is, and the outline is taken as it is.
 *
 * The two sides that lead out of the picture meet in the vanishing point of their direction; the side between them is
 * at right angles to that on the sheet, and says how large it is. The border says nothing: it crosses the sheet at any
 * angle.
 *
 * @param ratio the page's side 0 over its side 1
 * @param size of the picture
 * @returns its corners, in the outline's order; null where a page of these proportions does not look so
 */
export function pageInOutline({ quad, cut }: SeenSheet, ratio: number, size: Size): Quad | null {
  const side = sideCutOff(cut);
  if (side === null) return quad;
  const sheet = cutSheet(quad, side, size);
  return sheet && pageBeyond(sheet, quad, ratio, SEEN_OF_CUT_OFF);
}

/**
 * Where pages may lie by their outline, to be asked by their proportions: as `pageInOutline` has them, and, where the
 * whole outline is in the picture, beyond each of its sides, as a page would of which something hides that side.
 */
export function placesInOutline({ quad, cut }: SeenSheet, size: Size): (ratio: number) => Quad[] {
  const off = sideCutOff(cut);
  const sides = off !== null ? [off] : cut.some(Boolean) ? [] : [0, 1, 2, 3];
  const sheets = sides.map((side) => cutSheet(quad, side, size)).filter((sheet) => sheet !== null);
  const between = off !== null ? SEEN_OF_CUT_OFF : SEEN_OF_HIDDEN;
  return (ratio) => {
    const beyond = sheets
      .map((sheet) => pageBeyond(sheet, quad, ratio, between))
      .filter((page) => page !== null);
    return off !== null ? beyond : [quad, ...beyond];
  };
}

/** The side that the picture cuts off, where it is one alone. */
function sideCutOff(cut: readonly boolean[]): number | null {
  return cut.filter(Boolean).length === 1 ? cut.indexOf(true) : null;
}

/**
 * What is seen of a sheet as a rectangle of it: where the picture cuts off one side, as far out as the longer one of
 * the sides that lead there is seen, so that it ends outside of the picture on the other hand.
 *
 * @param size of the picture
 * @returns its corners, in the outline's order, and its side 0 over its side 1; null where another number of sides is
 *   cut off, or those seen are of no sheet
 */
export function seenRectangle({ quad, cut }: SeenSheet, size: Size): { quad: Quad; ratio: number } | null {
  const side = sideCutOff(cut);
  const sheet = side === null ? null : cutSheet(quad, side, size);
  if (!sheet) return null;
  const length = max(...sheet.seen.map(abs));
  const whole = reaching(sheet, quad, length);
  const ratio = abs(sheet.width) / length;
  return whole && { quad: whole, ratio: sheet.side % 2 === 0 ? ratio : 1 / ratio };
}

/** @param between how long what is seen may be, over the page: least and most */
function pageBeyond(
  sheet: CutSheet,
  quad: Quad,
  ratio: number,
  [least, most]: readonly [number, number],
): Quad | null {
  const { side, width, seen } = sheet;
  const length = side % 2 === 0 ? abs(width) / ratio : abs(width) * ratio;
  const longest = max(...seen.map(abs));
  return longest < most * length && longest > least * length ? reaching(sheet, quad, length) : null;
}

/** The quad with the side that is not seen so far from the one opposite to it; null where it is behind the camera. */
function reaching({ side, from, to, along, seen, shown }: CutSheet, quad: Quad, length: number): Quad | null {
  const step = seen[0] < 0 ? -length : length;
  const ends = [plus(to, along, step), plus(from, along, step)];
  if (ends.some(([, , z]) => z < LEAST_DEPTH * max(from[2], to[2]))) return null;
  const whole: Quad = [...quad];
  ends.forEach((end, k) => {
    whole[(side + k) % 4] = shown(end);
  });
  return whole;
}

/**
 * Proportions of what is seen of a sheet, side 0 over side 1, as if it were not seen at a slant.
 *
 * @param size of the picture
 */
export function seenProportions({ quad, cut }: SeenSheet, size: Size): number {
  const side = sideCutOff(cut);
  const sheet = side === null ? null : cutSheet(quad, side, size);
  if (!sheet) return pageProportions(quad, size.width, size.height, cut.some(Boolean)).ratio;
  const ratio = abs((2 * sheet.width) / (sheet.seen[0] + sheet.seen[1]));
  return sheet.side % 2 === 0 ? ratio : 1 / ratio;
}

/** Null where the sides that lead to the one cut off are those of no sheet. */
function cutSheet(quad: Quad, side: number, size: Size): CutSheet | null {
  const focal = TYPICAL_FOCAL * max(size.width, size.height);
  const middle = { x: (size.width - 1) / 2, y: (size.height - 1) / 2 };
  // Clockwise: one end of the whole side, the other, and the corners at the border beyond that and beyond the one.
  const [a, b, beyondB, beyondA] = [2, 3, 4, 5].map((k): Vector => {
    const { x, y } = quad[(side + k) % 4];
    return [(x - middle.x) / focal, (y - middle.y) / focal, 1];
  });
  const along = unit(cross(cross(a, beyondA), cross(b, beyondB)));
  const across = along && unit(cross(cross(a, b), along));
  const width = across && stepTo(a, across, b);
  if (!width) return null;
  const to = plus(a, across, width);
  const seen = [stepTo(a, along, beyondA), stepTo(to, along, beyondB)] as const;
  const shown = ([x, y, z]: Vector): Point => ({
    x: (x * focal) / z + middle.x,
    y: (y * focal) / z + middle.y,
  });
  return seen[0] * seen[1] > 0 ? { side, from: a, to, along, width, seen, shown } : null;
}

/** How far along a direction from a place the ray to another one is met. */
function stepTo(from: Vector, direction: Vector, ray: Vector): number {
  const n = cross(direction, ray);
  return -dot(cross(from, ray), n) / dot(n, n);
}

function plus(p: Vector, direction: Vector, step: number): Vector {
  return [p[0] + step * direction[0], p[1] + step * direction[1], p[2] + step * direction[2]];
}

function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function dot(p: Vector, q: Vector): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function unit(p: Vector): Vector | null {
  const length = hypot(...p);
  return length > 0 ? [p[0] / length, p[1] / length, p[2] / length] : null;
}
