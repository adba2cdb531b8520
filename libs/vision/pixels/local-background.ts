import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

/** Grey value that the local background takes after division. */
export const PAPER_LEVEL = 200;

/**
 * Divides a grey raster by its local background, the mean over a square window: shadows and fall-off go,
 * ink stays. Background comes out at about 200, ink below. Windows are cut at the borders.
 * @param radius half the window's side, px; several times the height of a line of text
 */
export function divideByLocalBackground(grey: Raster, radius: number): Raster {
  const { data, width, height } = grey;
  return KernelMemory.borrow((memory) => {
    const size = width * height;
    const picture = memory.take(size);
    const target = memory.take(size);
    const scratch = memory.take(12 * (width + 4));
    memory.bytes(picture, size).set(data);
    kernels.divideByMean(picture, width, height, radius, PAPER_LEVEL, target, scratch);
    return { data: memory.bytes(target, size).slice(), width, height, channels: 1 };
  });
}
