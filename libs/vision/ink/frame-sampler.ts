import type { RegisteredBlock } from './ink-registration.js';
import type { Homography, Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { exp, floor } = Math;

/** Blocks matched worse than this do not steer the sampling. */
const TRUSTED = 0.5;
/** Reach of a block's displacement, px of the page: half an inch and its neighbours. */
const REACH = 120;

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
  const shift = displacement(sampler.blocks, (left + width / 2) * unit, (top + height / 2) * unit);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = (left + x + 0.5) * unit - 0.5 + shift.dx;
      const v = (top + y + 0.5) * unit - 0.5 + shift.dy;
      const w = h[6] * u + h[7] * v + h[8];
      const fx = (h[0] * u + h[1] * v + h[2]) / w;
      const fy = (h[3] * u + h[4] * v + h[5]) / w;
      const x0 = floor(fx);
      const y0 = floor(fy);
      if (!(x0 >= 0 && y0 >= 0 && x0 < frame.width - 1 && y0 < frame.height - 1)) return null;
      const o = y0 * frame.width + x0;
      const ax = fx - x0;
      const ay = fy - y0;
      out[y * width + x] =
        (frame.data[o]! * (1 - ax) + frame.data[o + 1]! * ax) * (1 - ay) +
        (frame.data[o + frame.width]! * (1 - ax) + frame.data[o + frame.width + 1]! * ax) * ay;
    }
  return out;
}

/** Weighted mean displacement of the trusted blocks around a place, px of the page. */
export function displacement(blocks: RegisteredBlock[], x: number, y: number): { dx: number; dy: number } {
  let sum = 0;
  let dx = 0;
  let dy = 0;
  for (const block of blocks) {
    if (!block.visible || block.correlation < TRUSTED) continue;
    const squared = (block.x - x) ** 2 + (block.y - y) ** 2;
    if (squared > 9 * REACH * REACH) continue;
    const weight = block.correlation ** 4 * exp(-squared / (2 * (REACH / 2) ** 2));
    sum += weight;
    dx += weight * block.dx;
    dy += weight * block.dy;
  }
  return sum > 1e-9 ? { dx: dx / sum, dy: dy / sum } : { dx: 0, dy: 0 };
}
