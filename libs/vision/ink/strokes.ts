import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

/** Half of what is too wide in both directions to be a stroke, px of a page's copy: a stroke is at most 11 px wide, 0.22 inch. */
const RADIUS = 5;

/**
 * Strokes and letters of ink, light on 0, as they stand out from what surrounds them: tints, shadows and large black areas are gone
 * (top-hat transform: Serra 1982). A page's ink and what a frame shows of it have to be at one scale for the same to be gone.
 */
export function strokesOf({ data, width, height }: Raster): Raster {
  return KernelMemory.borrow((memory) => {
    const picture = memory.take(data.length);
    memory.bytes(picture, data.length).set(data);
    return { data: topHat(picture, width, height, memory), width, height, channels: 1 };
  });
}

/** The same of a picture in the kernels' memory. @param picture its address */
export function topHat(picture: number, width: number, height: number, memory: KernelMemory): Uint8Array {
  const target = memory.take(width * height);
  const scratch = memory.take(kernels.topHatScratch(width, height, RADIUS));
  kernels.topHat(picture, width, height, RADIUS, target, scratch);
  return memory.bytes(target, width * height).slice();
}
