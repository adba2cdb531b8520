import type { Quad, Raster, Size } from '../pixels/raster.js';
import { leftOut } from './print-left-out.js';
import type { PageOutline } from './refined-outline.js';
import { CLEAR } from './whole-page.js';

const { abs, max } = Math;

/**
 * A band runs from border to border where two opposite sides lie so near to the picture's, parts of its size, and one
 * of the others leaves out so much. With print beyond it, this part of all, it is one of a page that fills the picture:
 * of 277 unclear outlines of real photographs those of seven have 0.2 and more, and all seven lose a part of the page;
 * nine that are right have 0.13 at most.
 */
const AT_BORDER = 0.05;
const STRIP = 0.2;
const PRINT = 0.16;

/**
 * Whether an outline that is not clear is a band of a page that fills the picture: it ends at a shadow, at a fold or at
 * rows of a colour of their own, with print beyond it.
 *
 * @param outline px of the copies
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export const isBandOfPage = (
  outline: Pick<PageOutline, 'quad' | 'confidence'>,
  closed: Raster,
  plain: Raster,
): boolean =>
  outline.confidence < CLEAR &&
  runsAcross(outline.quad, closed) &&
  leftOut([outline], closed, plain).print >= PRINT;

/** Whether two opposite sides lie along the picture's borders, and the others do not. */
function runsAcross(quad: Quad, picture: Size): boolean {
  const [a, b, c, d] = [0, 1, 2, 3].map((side) => offBorder(quad, side, picture));
  const isBand = (one: number, other: number, ...ends: number[]): boolean =>
    max(one, other) < AT_BORDER && max(...ends) >= STRIP;
  return isBand(a, c, b, d) || isBand(b, d, a, c);
}

/** How far the middle of a side is off the border that it runs along, part of the picture's size. */
function offBorder(quad: Quad, side: number, { width, height }: Size): number {
  const [p, q, r, s] = [0, 1, 2, 3].map((i) => quad[(side + i) % 4]);
  const [at, opposite, size] =
    abs(q.x - p.x) > abs(q.y - p.y)
      ? [(p.y + q.y) / 2, (r.y + s.y) / 2, height]
      : [(p.x + q.x) / 2, (r.x + s.x) / 2, width];
  return (at < opposite ? at : size - 1 - at) / size;
}
