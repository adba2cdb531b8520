import { homographyFromPoints } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import { wellMatched, type RegisteredBlock } from './ink-registration.js';

const { floor, hypot } = Math;

const QUANTILE = 0.9;

/**
 * How much a page had to be strained to fit: 90th percentile, px of the page, of how far its found blocks lie from
 * where the plane that fits them best has them. A plane that is off is no strain; lines that have moved since this year
 * of a form are.
 */
export function strainOf(blocks: readonly RegisteredBlock[]): number {
  // Blocks that are not found lie anywhere.
  const found = wellMatched(blocks);
  const to = found.map(({ x, y, dx, dy }) => ({ x: x + dx, y: y + dy }));
  const plane = homographyFromPoints(found, to);
  if (!plane) return 0;
  const off = found.map(({ x, y }, i) => {
    const p = project(plane, x, y);
    return hypot(p.x - to[i].x, p.y - to[i].y);
  });
  return off.sort((a, b) => a - b)[floor(QUANTILE * (off.length - 1))] ?? 0;
}
