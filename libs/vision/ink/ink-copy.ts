import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import { BLOCK_PAGE_SIDE } from './ink-block.js';
import type { InkBitmap } from './ink-bitmap.js';
import { topHat } from './strokes.js';

const { max, min, round } = Math;

/**
 * Strokes of ink as grey, 0 paper to 255 full ink, longest side BLOCK_PAGE_SIDE; each px the mean of the box it covers.
 */
export const inkCopy = remembered(reducedStrokes);

function reducedStrokes({ data, width, height }: InkBitmap): Raster {
  const scale = min(1, BLOCK_PAGE_SIDE / max(width, height));
  const copyWidth = max(1, round(width * scale));
  const copyHeight = max(1, round(height * scale));
  return KernelMemory.borrow((memory) => {
    const bitmap = memory.take(data.length);
    const copy = memory.take(copyWidth * copyHeight);
    const columns = edges(copyWidth, width, memory);
    const rows = edges(copyHeight, height, memory);
    const scratch = memory.take(2 * (width + 16));
    memory.bytes(bitmap, data.length).set(data);
    kernels.boxMeans(bitmap, width, columns, rows, copyWidth, copyHeight, copy, scratch);
    const strokes = memory.take(copyWidth * copyHeight);
    topHat(copy, copyWidth, copyHeight, strokes);
    const grey = memory.bytes(strokes, copyWidth * copyHeight).slice();
    return { data: grey, width: copyWidth, height: copyHeight, channels: 1 };
  });
}

/** Where each of `count` boxes along `length` px begins, and where the last ends, in the kernels' memory. */
function edges(count: number, length: number, memory: KernelMemory): number {
  const address = memory.take(4 * (count + 1));
  memory
    .longs(address, count + 1)
    .set(Int32Array.from({ length: count + 1 }, (_, k) => round((k * length) / count)));
  return address;
}
