import { kernels, type KernelMemory } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

const { fround, round } = Math;

/** Px of mirrored picture around each level: what descriptors near a border read of it. */
const MARGIN = 16;

/** One level of a scale pyramid, in the kernels' memory. */
export interface PyramidLevel {
  /** Address of its first px. */
  picture: number;
  /** Bytes from row to row. */
  stride: number;
  width: number;
  height: number;
}

/**
 * A grey raster and its copies, each `factor` times smaller than the one before, with mirrored margins.
 * @param factor over 1, at most 1.8
 */
export function scalePyramid(
  grey: Raster,
  levels: number,
  factor: number,
  memory: KernelMemory,
): PyramidLevel[] {
  const pyramid: PyramidLevel[] = [];
  const scratch = memory.take(kernels.resizeScratch(grey.width));
  for (let n = 0; n < levels; n++) {
    const shrink = fround(1 / fround(factor ** n));
    const level = emptyLevel(roundEven(grey.width * shrink), roundEven(grey.height * shrink), memory);
    const { picture, stride, width, height } = level;
    if (n === 0) {
      const pixels = memory.bytes(picture, stride * height);
      for (let y = 0; y < height; y++) pixels.set(grey.data.subarray(y * width, (y + 1) * width), y * stride);
    } else {
      const from = pyramid[n - 1];
      kernels.resizeLinear(
        from.picture,
        from.stride,
        from.width,
        from.height,
        picture,
        stride,
        width,
        height,
        scratch,
      );
    }
    kernels.mirrorMargin(picture, stride, width, height, MARGIN);
    pyramid.push(level);
  }
  return pyramid;
}

/** A level of the same shape for what is computed from `level`. */
export function emptyLevel(width: number, height: number, memory: KernelMemory): PyramidLevel {
  const stride = (width + 2 * MARGIN + 15) & ~15;
  const start = memory.take(stride * (height + 2 * MARGIN));
  return { picture: start + MARGIN * stride + MARGIN, stride, width, height };
}

/** To the nearest whole number, halves to the even one, in single precision: the sizes that OpenCV's ORB takes. */
function roundEven(value: number): number {
  const near = round(fround(value));
  return near - fround(value) === 0.5 && near % 2 !== 0 ? near - 1 : near;
}
