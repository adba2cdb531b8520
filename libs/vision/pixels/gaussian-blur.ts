import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

const { ceil, exp } = Math;

/** A grey raster blurred by a Gaussian of the given standard deviation (px), borders repeated. */
export function gaussianBlur({ data, width, height }: Raster, sigma: number): Float32Array {
  const radius = ceil(2.5 * sigma);
  const weights = new Float32Array(2 * radius + 1);
  let total = 0;
  for (let k = -radius; k <= radius; k++) total += weights[k + radius] = exp((-k * k) / (2 * sigma * sigma));
  return KernelMemory.borrow((memory) => {
    const { kernels } = memory;
    const px = width * height;
    const [picture, row] = [memory.take(px), memory.take(4 * (width + 2 * radius + 4))];
    const [across, out] = [memory.take(4 * px), memory.take(4 * px)];
    const taps = memory.take(8 * weights.length);
    memory.bytes(picture, px).set(data);
    memory.doubles(taps, weights.length).set(weights);
    kernels.weighRows(picture, width, height, taps, radius, total, row, across);
    kernels.weighColumns(across, width, height, taps, radius, total, out);
    return memory.floats(out, px).slice();
  });
}

/** The same, rounded to levels. */
export const blurredCopy = (page: Raster, sigma: number): Raster => ({
  ...page,
  data: Uint8Array.from(gaussianBlur(page, sigma), Math.round),
});
