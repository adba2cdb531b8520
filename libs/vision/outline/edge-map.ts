import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

const { abs, atan2, round } = Math;

/** Directions in half a turn. */
export const DIRECTIONS = 256;

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
export function findEdges({ data, width, height, channels }: Raster, threshold: number): EdgeMap {
  return KernelMemory.borrow((memory) => {
    const size = width * height;
    const picture = memory.take(data.length);
    const gx = memory.take(2 * size);
    const gy = memory.take(2 * size);
    const magnitude = memory.take(4 * size);
    const scratch = memory.take(kernels.sobelScratch(width * channels));
    memory.bytes(picture, data.length).set(data);
    kernels.sobel(picture, width, height, channels, gx, gy, magnitude, scratch);
    return ridges(
      { gx: memory.shorts(gx, size), gy: memory.shorts(gy, size), magnitude: memory.floats(magnitude, size) },
      width,
      height,
      threshold,
    );
  });
}

/** The gradient at each px but the outermost. */
interface Gradient {
  gx: Int16Array;
  gy: Int16Array;
  /** Levels per px. */
  magnitude: Float32Array;
}

function ridges({ gx, gy, magnitude }: Gradient, width: number, height: number, threshold: number): EdgeMap {
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
      direction[i] = directionOf(angle);
    }
  return { width, height, strength, direction };
}

/** The direction, as an edge map has it, of a gradient at an angle, radians. */
export function directionOf(angle: number): number {
  return round((angle / Math.PI) * DIRECTIONS) & (DIRECTIONS - 1);
}

/**
 * Strength of the edge at a px, if its direction is within `turn` of another one; 0 where there is none, null outside
 * of the picture.
 */
export function strengthAlong(
  { width, height, strength, direction }: EdgeMap,
  x: number,
  y: number,
  other: number,
  turn: number,
): number | null {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const at = y * width + x;
  return strength[at] && directionGap(direction[at], other) <= turn ? strength[at] : 0;
}

/** Smallest difference of two directions, 0..128 (128 = a right angle). */
export function directionGap(a: number, b: number): number {
  const gap = abs(a - b);
  return gap > 128 ? 256 - gap : gap;
}
