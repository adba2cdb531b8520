import type { Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, exp, max, min } = Math;

/** A grey raster blurred by a Gaussian of the given standard deviation (px), borders repeated. */
export function gaussianBlur(raster: Raster, sigma: number): Float32Array {
  const { width, height, data } = raster;
  const radius = ceil(2.5 * sigma);
  const kernel = new Float32Array(2 * radius + 1);
  let total = 0;
  for (let k = -radius; k <= radius; k++) total += kernel[k + radius] = exp((-k * k) / (2 * sigma * sigma));
  const across = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0, o = y * width; x < width; x++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++)
        sum += kernel[k + radius]! * data[o + min(width - 1, max(0, x + k))]!;
      across[o + x] = sum / total;
    }
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++)
        sum += kernel[k + radius]! * across[min(height - 1, max(0, y + k)) * width + x]!;
      out[y * width + x] = sum / total;
    }
  return out;
}
