import { PAGE_LONG_SIDE } from '../features/page-profile.js';
import { LocalAffine, type LocalDisplacement } from '../geometry/local-affine.js';
import { BLOCK, BLOCK_PAGE_SIDE } from './ink-block.js';
import type { RegisteredBlock } from './ink-registration.js';
import { levelBetween, liesBetween } from '../pixels/level-between.js';
import type { Homography, Raster } from '../pixels/raster.js';

const { exp, hypot, max } = Math;

/** Blocks matched worse than this do not steer the sampling. */
const TRUSTED = 0.5;
/** Reach of a block's displacement (standard deviation), px of the page: half an inch and its neighbours. */
const REACH = 90;
/** What lies further is not looked at, in reaches. */
const FARTHEST = 4;
/** Keeps slopes down where the trusted blocks lie in a line; variance of their places, in reaches squared. */
const RIDGE = 0.09;

/** Blocks nearest to a window that tell whether the frame shows the page there. */
const NEAREST = 6;
/** Half a block's side, px of the page as described. */
export const HALF_BLOCK = (BLOCK * PAGE_LONG_SIDE) / BLOCK_PAGE_SIDE / 2;

/** A frame seen through the registration of a page: homography, then the blocks' displacements. */
export interface FrameSampler {
  frame: Raster;
  homography: Homography;
  blocks: RegisteredBlock[];
}

/**
 * Samples the frame where the registration puts a window of the page.
 * @param unit px of the page a px of the window; `left`, `top` in px of the window's raster
 * @returns grey values, `width * height`; null when part of the window lies outside the frame
 */
export function localView(
  sampler: FrameSampler,
  unit: number,
  left: number,
  top: number,
  width: number,
  height: number,
): Float32Array | null {
  const { frame, homography: h } = sampler;
  const shift = displacementAround(sampler.blocks, (left + width / 2) * unit, (top + height / 2) * unit);
  const out = new Float32Array(width * height);
  // From px to px of a row places on the page change evenly, and so do the three numbers whose ratios the places in the
  // frame are.
  const [du, dv] = [unit * (1 + shift.dxx), unit * shift.dyx];
  const stepX = h[0] * du + h[1] * dv;
  const stepY = h[3] * du + h[4] * dv;
  const stepW = h[6] * du + h[7] * dv;
  const ox = (-width / 2) * unit;
  for (let y = 0, i = 0; y < height; y++) {
    const oy = (y - height / 2) * unit;
    const u = (left + 0.5) * unit - 0.5 + shift.dx + shift.dxx * ox + shift.dxy * oy;
    const v = (top + y + 0.5) * unit - 0.5 + shift.dy + shift.dyx * ox + shift.dyy * oy;
    const startX = h[0] * u + h[1] * v + h[2];
    const startY = h[3] * u + h[4] * v + h[5];
    const startW = h[6] * u + h[7] * v + h[8];
    for (let x = 0; x < width; x++, i++) {
      const perW = 1 / (startW + x * stepW);
      const fx = (startX + x * stepX) * perW;
      const fy = (startY + x * stepY) * perW;
      if (!liesBetween(frame, fx, fy)) return null;
      out[i] = levelBetween(frame, fx, fy);
    }
  }
  return out;
}

/**
 * Whether the frame shows the page around a window: whether most of the ink nearest to it was found. Where something
 * lies on the page, paper without ink is no evidence of a page without ink.
 * @param blocks of the page; those in the window itself, px of the page, are not asked
 */
export function isSeenAround(
  blocks: readonly RegisteredBlock[],
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): boolean {
  const near: { block: RegisteredBlock; off: number }[] = [];
  for (const block of blocks) {
    if (!block.visible) continue;
    const off = hypot(max(0, left - block.x, block.x - right), max(0, top - block.y, block.y - bottom));
    if (off <= HALF_BLOCK || (near.length === NEAREST && off >= near[NEAREST - 1].off)) continue;
    if (near.length === NEAREST) near.pop();
    near.splice(near.filter((other) => other.off <= off).length, 0, { block, off });
  }
  return 2 * near.filter(({ block }) => block.correlation >= TRUSTED).length > near.length;
}

/** Affine fit to the displacements of the trusted blocks around a place, the near ones weighing most. */
export function displacementAround(
  blocks: readonly RegisteredBlock[],
  x: number,
  y: number,
): LocalDisplacement {
  const affine = new LocalAffine();
  let weights = 0;
  for (const b of blocks) {
    if (!b.visible || b.correlation < TRUSTED) continue;
    const squared = (b.x - x) ** 2 + (b.y - y) ** 2;
    if (squared > (FARTHEST * REACH) ** 2) continue;
    const weight = b.correlation ** 4 * exp(-squared / (2 * REACH ** 2));
    weights += weight;
    affine.add(b.x - x, b.y - y, b.dx, b.dy, weight);
  }
  if (!(weights > 1e-9)) return { dx: 0, dy: 0, dxx: 0, dxy: 0, dyx: 0, dyy: 0 };
  return affine.fit(RIDGE * REACH * REACH);
}
