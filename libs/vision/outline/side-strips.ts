import type { Quad, Size } from '../pixels/raster.js';

const { max, min, round } = Math;

/** Strips on either side of a quad's side. */
export interface SideStrips {
  /** They begin and end so far off it, as parts of the quad. */
  near: number;
  far: number;
  /** Places looked at along the side, and across a strip. */
  along: number;
  across: number;
}

/**
 * Places within a side of a quad, each with the one as far beyond the side, by the numbers of their px, row by row.
 *
 * @param side i: from corner i to corner i + 1
 * @returns those in the picture; null where less than half of them are: the strip tells nothing
 */
export function placesBeside(
  quad: Quad,
  side: number,
  { near, far, along, across }: SideStrips,
  { width, height }: Size,
): [within: number, beyond: number][] | null {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => quad[(side + i) % 4]);
  const pairs: [number, number][] = [];
  for (let i = 0; i < along; i++) {
    const u = (i + 0.5) / along;
    const [footX, footY] = [a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)];
    const [inX, inY] = [d.x + u * (c.x - d.x) - footX, d.y + u * (c.y - d.y) - footY];
    for (let j = 0; j < across; j++) {
      const v = near + ((far - near) * (j + 0.5)) / across;
      const [x, y] = [round(footX + v * inX), round(footY + v * inY)];
      const [outX, outY] = [round(footX - v * inX), round(footY - v * inY)];
      if (min(x, y, outX, outY) < 0 || max(x, outX) >= width || max(y, outY) >= height) continue;
      pairs.push([y * width + x, outY * width + outX]);
    }
  }
  return pairs.length < (along * across) / 2 ? null : pairs;
}
