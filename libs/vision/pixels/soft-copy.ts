import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';

/**
 * Weights along an axis of a px and of those one, two and three px from it, 256ths that add up to 256 with both sides.
 */
export type SevenWeights = readonly [own: number, next: number, second: number, third: number];

/** Of a Gaussian of 2 px cut off at 3, as OpenCV rounds them; its standard deviation is 1.64 px. */
export const TWO_PX: SevenWeights = [56, 48, 34, 18];

/** What is read around a picture: 3 px, 16 to the right. */
const MARGIN = 3;
const RIGHT_MARGIN = 16;
const PAPER = 255;

/** A grey copy blurred so many times over; beyond the border all is white. */
export function softCopy({ data, width, height }: Raster, weights: SevenWeights, times = 1): Raster {
  const stride = MARGIN + width + RIGHT_MARGIN;
  const size = stride * (height + 2 * MARGIN) + RIGHT_MARGIN;
  return KernelMemory.borrow((memory) => {
    const planes = [memory.take(size), memory.take(size)];
    const scratch = memory.take(2 * stride * (height + 2 * MARGIN));
    for (const plane of planes) memory.bytes(plane, size).fill(PAPER);
    const first = MARGIN * stride + MARGIN;
    const source = memory.bytes(planes[0], size);
    for (let y = 0; y < height; y++)
      source.set(data.subarray(y * width, (y + 1) * width), first + y * stride);
    for (let k = 0; k < times; k++) {
      const [from, to] = k % 2 === 0 ? planes : [planes[1], planes[0]];
      kernels.blurSeven(from + first, stride, width, height, to + first, scratch, ...weights);
    }
    const blurred = memory.bytes(planes[times % 2], size);
    const out = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      out.set(blurred.subarray(first + y * stride, first + y * stride + width), y * width);
    return { data: out, width, height, channels: 1 };
  });
}
