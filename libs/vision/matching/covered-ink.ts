import type { PageProfile } from '../features/page-profile.js';
import { compose, invert, project } from '../geometry/projective.js';
import { blocksBeyondEdge } from '../ink/covering-edge.js';
import { HALF_BLOCK } from '../ink/frame-sampler.js';
import { hiddenBlocks, LOST } from '../ink/hidden-ink.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { inkCopy } from '../ink/ink-copy.js';
import { wellMatched, type RegisteredBlock } from '../ink/ink-registration.js';
import type { Homography } from '../pixels/raster.js';
import type { SeenFrame } from './seen-frame.js';

const { abs } = Math;

/** A page's blocks as laid onto a frame from a plane, which takes px of the page as described to px of the frame. */
export interface LaidBlocks {
  homography: Homography;
  blocks: readonly RegisteredBlock[];
}

/** ... and the ink of which they are. */
interface LaidInk extends LaidBlocks {
  profile: PageProfile;
  bitmap: InkBitmap;
}

/**
 * Blocks of a page that may lie under something: of those that are lost all but the ones in whose place ink of another
 * page is found, which shows the paper in sight.
 * @param found a page that is laid well on the same sheet; null where there is none
 */
export function coverableInk(
  { blocks, homography }: LaidBlocks,
  found: LaidBlocks | null,
): Set<RegisteredBlock> {
  const lost = blocks.filter((b) => b.visible && b.correlation < LOST);
  const toFound = found && invert(found.homography);
  if (!toFound) return new Set(lost);
  const between = compose(toFound, homography);
  const inSight = wellMatched(found.blocks).map(({ x, y, dx, dy }) => ({ x: x + dx, y: y + dy }));
  return new Set(
    lost.filter((block) => {
      const { x, y } = project(between, block.x + block.dx, block.y + block.dy);
      return !inSight.some((p) => abs(p.x - x) <= HALF_BLOCK && abs(p.y - y) <= HALF_BLOCK);
    }),
  );
}

/** Those of them that do: the frame shows an edge of what lies on them. */
export function coveredInk(
  { grey, flat }: SeenFrame,
  { profile, bitmap, homography, blocks }: LaidInk,
  coverable: ReadonlySet<RegisteredBlock>,
): Set<RegisteredBlock> {
  const hidden = hiddenBlocks(grey, homography, blocks, profile.width / inkCopy(bitmap).width);
  for (const block of blocksBeyondEdge(grey, flat, profile, bitmap, homography, blocks)) hidden.add(block);
  return new Set([...hidden].filter((block) => coverable.has(block)));
}
