import type { Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { max, min, round } = Math;

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
 * A copy whose longer side is at most `longSide` px, each px the mean of the box it covers (bounds rounded
 * to whole px: a shift of at most half a px of the original). RGBA loses its alpha.
 */
export function reduce(raster: Raster, longSide: number): Reduced {
  const scale = min(1, longSide / max(raster.width, raster.height));
  const width = max(1, round(raster.width * scale));
  const height = max(1, round(raster.height * scale));
  return {
    raster: scale === 1 && raster.channels !== 4 ? raster : boxAverage(raster, width, height),
    scaleX: width / raster.width,
    scaleY: height / raster.height,
  };
}

/** As `reduce`, in grey: luminance, or green of a colour raster, which stands in for it at a third of the cost. */
export function reduceGrey(raster: Raster, longSide: number): Reduced {
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
  const out = new Uint8Array(width * height * channels);
  const sums = new Uint32Array(width * channels);
  const columns = Int32Array.from({ length: width + 1 }, (_, x) => round((x * raster.width) / width));
  const addRow = channels === 1 ? addGreyRow : addColourRow;
  for (let y = 0, o = 0; y < height; y++) {
    const top = round((y * raster.height) / height);
    const bottom = round(((y + 1) * raster.height) / height);
    sums.fill(0);
    for (let row = top; row < bottom; row++) addRow(raster, row, columns, sums);
    for (let x = 0, s = 0; x < width; x++) {
      const area = (columns[x + 1] - columns[x]) * (bottom - top);
      for (let c = 0; c < channels; c++) out[o++] = (sums[s++] + (area >> 1)) / area;
    }
  }
  return { data: out, width, height, channels };
}

function addGreyRow(raster: Raster, row: number, columns: Int32Array, sums: Uint32Array): void {
  const { data, width, channels } = raster;
  const start = row * width * channels + (channels === 1 ? 0 : 1);
  for (let x = 0, k = start; x < sums.length; x++) {
    let sum = 0;
    for (const end = start + columns[x + 1] * channels; k < end; k += channels) sum += data[k];
    sums[x] += sum;
  }
}

function addColourRow(raster: Raster, row: number, columns: Int32Array, sums: Uint32Array): void {
  const { data, width, channels } = raster;
  const start = row * width * channels;
  for (let x = 0, s = 0, k = start; s < sums.length; x++, s += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = start + columns[x + 1] * channels; k < end; k += channels) {
      red += data[k];
      green += data[k + 1];
      blue += data[k + 2];
    }
    sums[s] += red;
    sums[s + 1] += green;
    sums[s + 2] += blue;
  }
}

/** The raster turned clockwise by `quarters` times 90 degrees. */
export function turn(raster: Raster, quarters: number): Raster {
  const q = ((quarters % 4) + 4) % 4;
  if (q === 0) return raster;
  const { data, width, height, channels } = raster;
  const [w, h] = q === 2 ? [width, height] : [height, width];
  const out = new Uint8Array(data.length);
  for (let y = 0, o = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const sx = q === 1 ? y : q === 2 ? width - 1 - x : width - 1 - y;
      const sy = q === 1 ? height - 1 - x : q === 2 ? height - 1 - y : x;
      let k = (sy * width + sx) * channels;
      for (let c = 0; c < channels; c++) out[o++] = data[k++];
    }
  return { data: out, width: w, height: h, channels };
}
