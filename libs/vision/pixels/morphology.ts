import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

/**
 * Grey closing of each channel by a square of `2 * radius + 1` px: dark things narrower than that (strokes,
 * ruled lines) take the level of what surrounds them. The window is cut off at the border.
 */
export function close({ data, width, height, channels }: Raster, radius: number): Raster {
  return KernelMemory.borrow((memory) => {
    const plane = memory.take(data.length);
    const scratch = memory.take((height + 1 + 2 * radius) * (width + 2 * radius) * channels + 64);
    memory.bytes(plane, data.length).set(data);
    for (const flip of [0, 255])
      kernels.extremum(plane, width, height, channels, radius, flip, plane, scratch);
    return { data: memory.bytes(plane, data.length).slice(), width, height, channels };
  });
}
