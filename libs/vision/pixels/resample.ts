import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Point, Raster, Size } from './raster.js';

const { ceil, max, min, round } = Math;

/** A raster with a copy made smaller, and how. */
export interface Reduced {
  raster: Raster;
  /** Size of the copy over size of the original, along x and y; at most 1. */
  scaleX: number;
  scaleY: number;
}

/** Weights of red, green and blue in luminance (ITU-R BT.601), in 1/256. */
const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** Luminance of an RGB or RGBA raster; a grey raster itself. */
export function toGrey(raster: Raster): Raster {
  if (raster.channels === 1) return raster;
  const { data, width, height, channels } = raster;
  const out = new Uint8Array(width * height);
  for (let i = 0, k = 0; i < out.length; i++, k += channels)
    out[i] = (data[k] * RED + data[k + 1] * GREEN + data[k + 2] * BLUE + 128) >> 8;
  return { data: out, width, height, channels: 1 };
}

/**
 * A copy whose longer side is at most `longSide` px, each px the mean of the box it covers (bounds rounded to whole px:
 * a shift of at most half a px of the original; `reduceByArea` has none). RGBA loses its alpha.
 */
export function reduceByBoxes(raster: Raster, longSide: number): Reduced {
  const scale = min(1, longSide / max(raster.width, raster.height));
  const width = max(1, round(raster.width * scale));
  const height = max(1, round(raster.height * scale));
  return {
    raster: scale === 1 && raster.channels !== 4 ? raster : boxAverage(raster, width, height),
    scaleX: width / raster.width,
    scaleY: height / raster.height,
  };
}

/**
 * As `reduceByBoxes`, in grey: luminance, or green of a colour raster, which stands in for it at a third of the cost.
 */
export function reduceGreyByBoxes(raster: Raster, longSide: number): Reduced {
  const scale = min(1, longSide / max(raster.width, raster.height));
  const width = max(1, round(raster.width * scale));
  const height = max(1, round(raster.height * scale));
  return {
    raster: scale === 1 ? toGrey(raster) : boxAverage(raster, width, height, true),
    scaleX: width / raster.width,
    scaleY: height / raster.height,
  };
}

function boxAverage(raster: Raster, width: number, height: number, grey = false): Raster {
  const channels = grey || raster.channels === 1 ? 1 : 3;
  // Green of a colour raster.
  const first = channels === 1 && raster.channels !== 1 ? 1 : 0;
  const rowBytes = raster.width * raster.channels;
  // Where boxes begin, where the last one ends, and three more of those for whole vectors.
  const bounds = Int32Array.from({ length: width + 4 }, (_, x) =>
    round((min(x, width) * raster.width) / width),
  );
  const top = (y: number): number => round((y * raster.height) / height);
  const average = channels === 1 ? kernels.averagePlane : kernels.averageBoxes;
  const data = KernelMemory.borrow((memory) => {
    const rows = memory.take(rowBytes * (ceil(raster.height / height) + 1));
    const columns = memory.take(4 * bounds.length);
    const scratch = memory.take(kernels.averageScratch(rowBytes, width));
    const out = memory.take(width * height * channels);
    memory.longs(columns, bounds.length).set(bounds);
    const copy = memory.bytes(rows, rowBytes * (ceil(raster.height / height) + 1));
    for (let y = 0; y < height; y++) {
      const begin = top(y);
      const count = top(y + 1) - begin;
      copy.set(raster.data.subarray(begin * rowBytes, (begin + count) * rowBytes));
      const to = out + y * width * channels;
      average(rows + first, rowBytes, count, raster.channels, columns, width, to, scratch);
    }
    return memory.bytes(out, width * height * channels).slice();
  });
  return { data, width, height, channels };
}

/**
 * The raster turned clockwise by `quarters` times 90 degrees.
 * @param rows rows of what comes out that are asked for, from its top; all of them if there are fewer
 */
export function turn(raster: Raster, quarters: number, rows = Infinity): Raster {
  const q = ((quarters % 4) + 4) % 4;
  const { data, width, height, channels } = raster;
  const [w, full] = q % 2 === 0 ? [width, height] : [height, width];
  const h = min(full, rows);
  if (q === 0)
    return h === full ? raster : { ...raster, data: data.subarray(0, h * w * channels), height: h };
  const out = new Uint8Array(w * h * channels);
  for (let y = 0, o = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const sx = q === 1 ? y : q === 2 ? width - 1 - x : width - 1 - y;
      const sy = q === 1 ? height - 1 - x : q === 2 ? height - 1 - y : x;
      let k = (sy * width + sx) * channels;
      for (let c = 0; c < channels; c++) out[o++] = data[k++];
    }
  return { data: out, width: w, height: h, channels };
}

/** Where a px of a raster of that size lies once the raster is turned. */
export function placeTurned({ x, y }: Point, quarters: number, { width, height }: Size): Point {
  const q = ((quarters % 4) + 4) % 4;
  if (q === 0) return { x, y };
  if (q === 1) return { x: height - 1 - y, y: x };
  return q === 2 ? { x: width - 1 - x, y: height - 1 - y } : { x: y, y: width - 1 - x };
}
