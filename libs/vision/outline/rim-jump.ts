import type { Point, Raster } from '../pixels/raster.js';

const { abs, hypot, round, sign } = Math;

/** px about a corner at which a region's rim is looked at, aside of the side that ends there by this much at most. */
const AT_CORNER = 8;
const REACH = 40;

/**
 * px by which the rim of a region jumps where a side of an outline ends on it. The rim of one sheet, however bent, goes
 * on; that of two, one on the other, does not.
 *
 * @param region px other than 0 are its own
 * @param from the side's first corner
 * @param to the corner at which it ends
 * @param inwards the corner after that
 */
export function rimJump({ data, width, height }: Raster, from: Point, to: Point, inwards: Point): number {
  const length = hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const turn = sign(ux * (inwards.y - to.y) - uy * (inwards.x - to.x));
  const [nx, ny] = [-uy * turn, ux * turn];
  const rimAt = (along: number): number => {
    for (let off = -REACH; off <= REACH; off++) {
      const [x, y] = [round(to.x + along * ux + off * nx), round(to.y + along * uy + off * ny)];
      if (x >= 0 && y >= 0 && x < width && y < height && data[y * width + x]) return off;
    }
    return REACH;
  };
  return abs(rimAt(AT_CORNER) - rimAt(-AT_CORNER));
}
