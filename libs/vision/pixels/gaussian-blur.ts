import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

const { ceil, exp, round } = Math;

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
export function blurredCopy(page: Raster, sigma: number): Raster {
  const blurred = gaussianBlur(page, sigma);
  const data = new Uint8Array(blurred.length);
  for (let i = 0; i < data.length; i++) data[i] = round(blurred[i]);
  return { ...page, data };
}
