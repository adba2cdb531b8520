import { PAGE_LONG_SIDE } from '../features/page-profile.js';
import { LocalAffine, type LocalDisplacement } from '../geometry/local-affine.js';
import { BLOCK, BLOCK_PAGE_SIDE } from './ink-block.js';
import type { RegisteredBlock } from './ink-registration.js';
import { project } from '../geometry/projective.js';
import { liesBetween } from '../pixels/level-between.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Homography, Raster } from '../pixels/raster.js';

const { exp, floor, hypot, max, min } = Math;

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
  // From px to px of a row places on the page change evenly, and so do the three numbers whose ratios the places in the
  // frame are.
  const [du, dv] = [unit * (1 + shift.dxx), unit * shift.dyx];
  const step = [h[0] * du + h[1] * dv, h[3] * du + h[4] * dv, h[6] * du + h[7] * dv] as const;
  const ox = (-width / 2) * unit;
  const starts = new Float64Array(3 * height);
  const seen = { left: frame.width, top: frame.height, right: 0, bottom: 0 };
  const holds = (x: number, y: number): boolean => {
    seen.left = min(seen.left, floor(x));
    seen.top = min(seen.top, floor(y));
    seen.right = max(seen.right, floor(x) + 2);
    seen.bottom = max(seen.bottom, floor(y) + 2);
    return liesBetween(frame, x, y);
  };
  for (let y = 0; y < height; y++) {
    const oy = (y - height / 2) * unit;
    const u = (left + 0.5) * unit - 0.5 + shift.dx + shift.dxx * ox + shift.dxy * oy;
    const v = (top + y + 0.5) * unit - 0.5 + shift.dy + shift.dyx * ox + shift.dyy * oy;
    const startX = h[0] * u + h[1] * v + h[2];
    const startY = h[3] * u + h[4] * v + h[5];
    const startW = h[6] * u + h[7] * v + h[8];
    const endW = startW + (width - 1) * step[2];
    // The places of a row lie between those of its ends, as long as these are on one side of the horizon.
    if (!(startW * endW > 0) || !holds(startX / startW, startY / startW)) return null;
    if (!holds((startX + (width - 1) * step[0]) / endW, (startY + (width - 1) * step[1]) / endW)) return null;
    starts.set([startX, startY, startW], 3 * y);
  }
  return windowOf(frame, seen, starts, step, width, height);
}

/** Whether the frame shows all of a window, given as for `localView`. */
export function showsWindow(
  { frame, homography, blocks }: FrameSampler,
  unit: number,
  left: number,
  top: number,
  width: number,
  height: number,
): boolean {
  const shift = displacementAround(blocks, (left + width / 2) * unit, (top + height / 2) * unit);
  return [-0.5, 0.5].every((v) =>
    [-0.5, 0.5].every((u) => {
      const [ox, oy] = [u * width * unit, v * height * unit];
      const { x, y } = project(
        homography,
        (left + width / 2) * unit + ox + shift.dx + shift.dxx * ox + shift.dxy * oy,
        (top + height / 2) * unit + oy + shift.dy + shift.dyx * ox + shift.dyy * oy,
      );
      return liesBetween(frame, x, y);
    }),
  );
}

/** The px of a window whose rows begin, and go on, as told; all of them lie in a part of the frame. */
function windowOf(
  { data, width: stride }: Raster,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  starts: Float64Array,
  step: readonly [number, number, number],
  width: number,
  height: number,
): Float32Array {
  return KernelMemory.borrow((memory) => {
    const across = right - left;
    const [part, rows] = [memory.take(across * (bottom - top)), memory.take(8 * starts.length)];
    const out = memory.take(4 * (width * height + 1));
    const picture = memory.bytes(part, across * (bottom - top));
    for (let y = top, to = 0; y < bottom; y++, to += across)
      picture.set(data.subarray(y * stride + left, y * stride + right), to);
    memory.doubles(rows, starts.length).set(starts);
    kernels.viewWindow(part, across, left, top, rows, ...step, width, height, out);
    return memory.floats(out, width * height).slice();
  });
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
