import { frameQuad } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import { hasRightAngles, looksScanned } from '../light/flat-scan.js';
import { paperLevels } from '../light/illumination.js';
import type { Quad, Raster, Size } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import { reduceGreyByBoxes } from '../pixels/resample.js';

const { abs, hypot } = Math;

/**
 * Without perspective opposite sides are equal within this part (made scans: 0.0001), and angles right within this,
 * degrees (0.01).
 */
const STRAIGHT = { sides: 0.001, degrees: 0.1 };
/** A camera would have to be held straight within a hundredth of a degree. */
const EXACTLY_STRAIGHT = { sides: 0.0002, degrees: 0.02 };
/** A scanner's feed may be off by this part. */
const FEED = 0.01;
/** Longer side, px, of the copy in which light is looked at. */
const LIGHT_SIDE = 1100;

/**
 * Whether a page laid as a plane lies as on a flatbed scanner: seen straight on from everywhere, in even light. There
 * the glass keeps the paper flat, whatever its edges, hardly told from the lid, seem to do.
 *
 * @param page size of what was laid, px
 * @param toFrame takes px of the page to px of the frame
 */
export function liesOnFlatbed(page: Size, toFrame: PointMap, frame: Raster): boolean {
  return isSeenStraight(page, toFrame, STRAIGHT) && isLitAsScanned(frame);
}

/** Whether a frame's light is as even as a scanner's: asked for each plane that is laid. */
export const isLitAsScanned = remembered(hasEvenLight);

function hasEvenLight(frame: Raster): boolean {
  const { raster } = reduceGreyByBoxes(frame, LIGHT_SIDE);
  return looksScanned(raster, paperLevels(raster));
}

/**
 * Whether a page lies as on a scanner's glass to within what can be measured, whatever the light: the plane is better
 * known than where the paper's edges are, before a lid as white as they.
 *
 * @param toFrame takes px of the page to px of the frame
 */
export function liesExactlyFlat(page: Size, toFrame: PointMap): boolean {
  return isSeenStraight(page, toFrame, EXACTLY_STRAIGHT);
}

function isSeenStraight(page: Size, toFrame: PointMap, within: { sides: number; degrees: number }): boolean {
  const corners = frameQuad(page.width, page.height).map((p) => toFrame.at(p.x, p.y)) as Quad;
  const [top, right, bottom, left] = corners.map((p, k) => {
    const q = corners[(k + 1) % 4];
    return hypot(q.x - p.x, q.y - p.y);
  });
  return (
    abs(top / bottom - 1) < within.sides &&
    abs(left / right - 1) < within.sides &&
    abs(((top / right) * page.height) / page.width - 1) < FEED &&
    hasRightAngles(corners, within.degrees)
  );
}
