import type { Displacement } from '../geometry/displacement-grid.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import { compose, invert, project } from '../geometry/projective.js';
import { wellMatched, type RegisteredBlock } from '../ink/ink-registration.js';
import type { Homography, Point, Size } from '../pixels/raster.js';
import { fitCylinder } from '../registration/sheet-cylinder.js';

/** Found blocks needed to say where the page lies. */
export const MIN_FOUND = 24;
/** What a block counts against the stiffness of a cylinder, which was chosen for some ten times as many patches. */
const BLOCK_WEIGHT = 3;

/**
 * All blocks of a page as the cylinder has them that explains the well matched ones (see `fitCylinder`); null where
 * there are too few.
 *
 * @param page size of the page as described, px; `homography` takes its px to px of the photograph
 */
export function rolledOut(
  blocks: readonly RegisteredBlock[],
  page: Size,
  photo: Size,
  homography: Homography,
): RegisteredBlock[] | null {
  const found = wellMatched(blocks);
  if (found.length < MIN_FOUND) return null;
  // The plane in hand may hold for an end of the sheet, with the other end too far off for a fit to start from.
  const toMean = homographyFromPoints(found, found.map(placeOf));
  const fromMean = toMean && invert(toMean);
  if (!fromMean) return null;
  const measured = found.map((block): Displacement => {
    const { x, y } = block;
    const lain = placeOf(block);
    const there = project(fromMean, lain.x, lain.y);
    return { at: { x, y }, dx: there.x - x, dy: there.y - y, hold: [1, 0, 1], weight: BLOCK_WEIGHT };
  });
  const sheet = fitCylinder(page, photo, compose(homography, toMean), measured);
  if (!sheet) return null;
  return blocks.map((block) => {
    const { x, y } = block;
    const shift = sheet.displacement(x, y);
    const there = project(toMean, x + shift.x, y + shift.y);
    return { ...block, dx: there.x - x, dy: there.y - y, correlation: 1, visible: true };
  });
}

/** Where a block was found, px of the page. */
function placeOf({ x, y, dx, dy }: RegisteredBlock): Point {
  return { x: x + dx, y: y + dy };
}
