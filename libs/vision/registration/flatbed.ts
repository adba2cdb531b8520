import { frameQuad } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import { hasRightAngles, looksScanned } from '../light/flat-scan.js';
import { paperLevels } from '../light/illumination.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { reduceGrey } from '../pixels/resample.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, hypot } = Math;

/** Without perspective opposite sides are equal within this part (made scans: 0.0001), and angles right within this, degrees (0.01). */
const EQUAL_SIDES = 0.001;
const RIGHT_ANGLE = 0.1;
/** A scanner's feed may be off by this part. */
const FEED = 0.01;
/** Longer side, px, of the copy in which light is looked at. */
const LIGHT_SIDE = 1100;

/**
 * Whether a page laid as a plane lies as on a flatbed scanner: seen straight on from everywhere, in even light. There the glass
 * keeps the paper flat, whatever its edges, hardly told from the lid, seem to do.
 *
 * @param page size of what was laid, px
 * @param toFrame takes its px to px of the frame
 */
export function liesOnFlatbed(
  page: { width: number; height: number },
  toFrame: PointMap,
  frame: Raster,
): boolean {
  const corners = frameQuad(page.width, page.height).map((p) => toFrame.at(p.x, p.y)) as Quad;
  const [top, right, bottom, left] = corners.map((p, k) => {
    const q = corners[(k + 1) % 4];
    return hypot(q.x - p.x, q.y - p.y);
  });
  const straightOn =
    abs(top / bottom - 1) < EQUAL_SIDES &&
    abs(left / right - 1) < EQUAL_SIDES &&
    abs(((top / right) * page.height) / page.width - 1) < FEED &&
    hasRightAngles(corners, RIGHT_ANGLE);
  if (!straightOn) return false;
  const { raster } = reduceGrey(frame, LIGHT_SIDE);
  return looksScanned(raster, paperLevels(raster));
}
