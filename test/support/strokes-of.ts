import { topHat } from '../../libs/vision/ink/strokes.js';
import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

/** Strokes of a picture of ink, in and out of the kernels' memory. */
export function strokesOf(picture: Raster): Raster {
  const { data, width, height } = picture;
  return KernelMemory.borrow((memory) => {
    const [from, to] = [memory.take(data.length), memory.take(data.length)];
    memory.bytes(from, data.length).set(data);
    topHat(from, width, height, to);
    return { ...picture, data: memory.bytes(to, data.length).slice() };
  });
}
