import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, atan2, round, sqrt } = Math;

/** Edges of a picture, one entry a px. */
export interface EdgeMap {
  width: number;
  height: number;
  /** Strength 0..255 where the px is a ridge of the gradient, else 0. Levels per px, largest channel. */
  strength: Uint8Array;
  /** Direction of the gradient in 1/256 of a half turn: 0 along x, 128 along y. Polarity is dropped. */
  direction: Uint8Array;
}

/**
 * Sobel gradient of the channel that changes most, thinned to its ridges (Canny's non-maximum suppression),
 * everything under `threshold` levels per px dropped.
 */
export function findEdges(raster: Raster, threshold: number): EdgeMap {
  const { data, width, height, channels } = raster;
  const gx = new Int16Array(width * height);
  const gy = new Int16Array(width * height);
  const magnitude = new Float32Array(width * height);
  const row = width * channels;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      let best = -1;
      for (let c = 0; c < channels; c++) {
        const k = i * channels + c;
        const up = k - row;
        const down = k + row;
        const nw = data[up - channels];
        const ne = data[up + channels];
        const sw = data[down - channels];
        const se = data[down + channels];
        const dx = ne - nw + 2 * (data[k + channels] - data[k - channels]) + se - sw;
        const dy = sw - nw + 2 * (data[down] - data[up]) + se - ne;
        const m = dx * dx + dy * dy;
        if (m > best) {
          best = m;
          gx[i] = dx;
          gy[i] = dy;
        }
      }
      magnitude[i] = sqrt(best) / 8;
    }
  const strength = new Uint8Array(width * height);
  const direction = new Uint8Array(width * height);
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const m = magnitude[i];
      if (m < threshold) continue;
      const dx = gx[i];
      const dy = gy[i];
      const ax = abs(dx);
      const ay = abs(dy);
      const step = ay * 2.414 < ax ? 1 : ax * 2.414 < ay ? width : dx > 0 === dy > 0 ? width + 1 : width - 1;
      if (m < magnitude[i - step] || m <= magnitude[i + step]) continue;
      strength[i] = m > 255 ? 255 : m;
      let angle = atan2(dy, dx);
      if (angle < 0) angle += Math.PI;
      direction[i] = round((angle / Math.PI) * 256) & 255;
    }
  return { width, height, strength, direction };
}

/** Smallest difference of two directions, 0..128 (128 = a right angle). */
export function directionGap(a: number, b: number): number {
  const gap = abs(a - b);
  return gap > 128 ? 256 - gap : gap;
}
