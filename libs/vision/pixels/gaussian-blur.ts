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
  const row = new Float32Array(width + 2 * radius);
  // Rows of nothing but 0, as between lines of ink, stay as they are.
  const isLit = new Uint8Array(height);
  for (let y = 0; y < height; y++) {
    const o = y * width;
    for (let x = 0; x < width && !isLit[y]; x++) if (data[o + x] > 0) isLit[y] = 1;
    if (!isLit[y]) continue;
    for (let x = 0; x < row.length; x++) row[x] = data[o + min(width - 1, max(0, x - radius))]!;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += kernel[k] * row[x + k];
      across[o + x] = sum / total;
    }
  }
  const out = new Float32Array(width * height);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = 0; k < kernel.length; k++) {
      const from = min(height - 1, max(0, y + k - radius));
      if (!isLit[from]) continue;
      const o = from * width;
      const weight = kernel[k];
      for (let x = 0; x < width; x++) sums[x] += weight * across[o + x];
    }
    for (let x = 0; x < width; x++) out[y * width + x] = sums[x] / total;
  }
  return out;
}
