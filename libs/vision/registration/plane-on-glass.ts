import type { Displacement } from '../geometry/displacement-grid.js';
import { compose, invert, project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from '../pixels/raster.js';
import { isLitAsScanned } from './flatbed.js';
import { hasLittlePrint } from './little-print.js';
import { aroundMoved, lookAround } from './moved-plane.js';
import type { PageCopies } from './page-copies.js';
import type { Measured } from './place-measurement.js';

const { max, sqrt } = Math;

/**
 * What a plane without perspective may leave of the places, as a multiple of what any plane leaves: on 21 made scans
 * 1.0 to 1.14.
 */
const AS_WELL = 1.25;
/** ...or no more than this, px of the fine copy: any plane follows the noise of a single line. */
const NOISE = 0.25;
/** Looks at the print, each around the plane of the one before. */
const LOOKS = 3;

/** A place of the page, where the frame has it, and how far that is to be trusted. */
interface Match {
  at: Point;
  frame: Point;
  weight: number;
}

/**
 * A page of little print as it lies on a scanner's glass: turned, moved and scaled alone. A plane in perspective
 * through a few lines says next to nothing of the rest of the page, and white paper hardly stands out from a lid.
 *
 * @param seen what was found around a plane
 * @returns what is found around such a plane; null where print is spread over the page, the frame is no scan, or
 *   perspective explains what was found better
 */
export function planeOnGlass(copies: PageCopies, frame: Raster, seen: Measured): Measured | null {
  const { left } = seen;
  if (left.length < 3 || !hasLittlePrint(copies.fine.raster, left) || !isLitAsScanned(frame)) return null;
  let around = seen;
  for (let look = 0; look < LOOKS; look++) {
    const measured = look === 0 ? seen : lookAround(copies, frame, around.homography);
    const without = measured && withoutPerspective(measured);
    if (!without) break;
    around = without;
  }
  return around !== seen && rms(around.left) <= max(NOISE, AS_WELL * rms(left)) ? around : null;
}

/** What was found around a plane, as around the one nearest to it that is turned, moved and scaled alone. */
function withoutPerspective(seen: Measured): Measured | null {
  const { left, homography } = seen;
  const matches = left.map(({ at, dx, dy, weight }) => ({
    at,
    frame: project(homography, at.x + dx, at.y + dy),
    weight,
  }));
  const toPage = invert(homography);
  return toPage && aroundMoved(seen, compose(toPage, similarityOf(matches)));
}

/** The turn, move and scale that take places nearest to where the frame has them: weighted least squares. */
function similarityOf(matches: readonly Match[]): Homography {
  const total = matches.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (of: (match: Match) => number): number =>
    matches.reduce((sum, match) => sum + match.weight * of(match), 0) / total;
  const [x, y] = [meanOf(({ at }) => at.x), meanOf(({ at }) => at.y)];
  const [u, v] = [meanOf(({ frame }) => frame.x), meanOf(({ frame }) => frame.y)];
  const size = meanOf(({ at }) => (at.x - x) ** 2 + (at.y - y) ** 2);
  const cos = meanOf(({ at, frame }) => (at.x - x) * (frame.x - u) + (at.y - y) * (frame.y - v)) / size;
  const sin = meanOf(({ at, frame }) => (at.x - x) * (frame.y - v) - (at.y - y) * (frame.x - u)) / size;
  return [cos, -sin, u - cos * x + sin * y, sin, cos, v - sin * x - cos * y, 0, 0, 1];
}

/** Root of the weighted mean square, px of the page. */
function rms(left: readonly Displacement[]): number {
  let sum = 0;
  let total = 0;
  for (const { dx, dy, weight } of left) {
    sum += weight * (dx * dx + dy * dy);
    total += weight;
  }
  return sqrt(sum / total);
}
