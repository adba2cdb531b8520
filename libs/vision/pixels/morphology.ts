import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

/** What of a window is taken, as the kernel asks for it. */
const LIGHTEST = 0;
const DARKEST = 255;

/**
 * Grey closing of each channel by a square of `2 * radius + 1` px: dark things narrower than that (strokes,
 * ruled lines) take the level of what surrounds them. The window is cut off at the border.
 */
export const close = (picture: Raster, radius: number): Raster => extrema(picture, radius, LIGHTEST, DARKEST);

/** Grey opening of each channel by such a square: light things narrower than it take the level about them. */
export const open = (picture: Raster, radius: number): Raster => extrema(picture, radius, DARKEST, LIGHTEST);

/** Grey erosion by such a square: of each channel the darkest level in it. */
export const erode = (picture: Raster, radius: number): Raster => extrema(picture, radius, DARKEST);

/** Grey dilation by such a square: of each channel the lightest level in it. */
export const dilate = (picture: Raster, radius: number): Raster => extrema(picture, radius, LIGHTEST);

/** One extremum after the other, each of what the last one left. */
function extrema(
  { data, width, height, channels }: Raster,
  radius: number,
  ...flips: readonly number[]
): Raster {
  return KernelMemory.borrow((memory) => {
    const plane = memory.take(data.length);
    const scratch = memory.take((height + 1 + 2 * radius) * (width + 2 * radius) * channels + 64);
    memory.bytes(plane, data.length).set(data);
    for (const flip of flips) kernels.extremum(plane, width, height, channels, radius, flip, plane, scratch);
    return { data: memory.bytes(plane, data.length).slice(), width, height, channels };
  });
}
