import type { PageProfile } from '../features/page-profile.js';
import type { Displacement } from '../geometry/displacement-grid.js';
import { LEADING } from '../ink/block-growth.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import type { Homography, Raster } from '../pixels/raster.js';
import { fitCylinder } from '../registration/sheet-cylinder.js';

/** Found blocks needed to say where the page lies. */
export const MIN_FOUND = 24;
/** What a block counts against the stiffness of a cylinder, which was chosen for some ten times as many patches. */
const BLOCK_WEIGHT = 3;

/**
 * All blocks of a page as the cylinder has them that explains the well matched ones (see `fitCylinder`); null where
 * there are too few.
 */
export function rolledOut(
  blocks: readonly RegisteredBlock[],
  page: PageProfile,
  photo: Raster,
  homography: Homography,
): RegisteredBlock[] | null {
  const found = wellMatched(blocks);
  if (found.length < MIN_FOUND) return null;
  const measured = found.map(({ x, y, dx, dy }): Displacement => ({
    at: { x, y },
    dx,
    dy,
    hold: [1, 0, 1],
    weight: BLOCK_WEIGHT,
  }));
  const sheet = fitCylinder(page, photo, homography, measured);
  return (
    sheet &&
    blocks.map((block) => {
      const { x: dx, y: dy } = sheet.displacement(block.x, block.y);
      return { ...block, dx, dy, correlation: 1, visible: true };
    })
  );
}

/** Blocks of the page that the frame surely shows. */
export function wellMatched(blocks: readonly RegisteredBlock[]): RegisteredBlock[] {
  return blocks.filter((b) => b.visible && b.correlation >= LEADING);
}
