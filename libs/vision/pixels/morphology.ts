import type { Raster } from './raster.js';

/**
 * Grey closing of each channel by a square of `2 * radius + 1` px: dark things narrower than that (strokes,
 * ruled lines) take the level of what surrounds them. Running maxima after van Herk and Gil-Werman: the
 * cost does not grow with the radius.
 */
export function close(raster: Raster, radius: number): Raster {
  return extremum(extremum(raster, radius, true), radius, false);
}

/** Maximum or minimum over a square window; the window is cut off at the border. */
function extremum(raster: Raster, radius: number, largest: boolean): Raster {
  const { width, height, channels } = raster;
  const out = new Uint8Array(raster.data.length);
  const line = new Uint8Array(Math.max(width, height));
  const scratch = new Uint8Array(line.length * 2 + 4 * radius + 4);
  const flip = largest ? 0 : 255;
  for (let c = 0; c < channels; c++) {
    for (let y = 0; y < height; y++) {
      const base = y * width * channels + c;
      for (let x = 0; x < width; x++) line[x] = raster.data[base + x * channels] ^ flip;
      runningMaximum(line, width, radius, scratch);
      for (let x = 0; x < width; x++) out[base + x * channels] = line[x];
    }
    for (let x = 0; x < width; x++) {
      const base = x * channels + c;
      const step = width * channels;
      for (let y = 0; y < height; y++) line[y] = out[base + y * step];
      runningMaximum(line, height, radius, scratch);
      for (let y = 0; y < height; y++) out[base + y * step] = line[y] ^ flip;
    }
  }
  return { data: out, width, height, channels };
}

function runningMaximum(line: Uint8Array, length: number, radius: number, scratch: Uint8Array): void {
  const window = 2 * radius + 1;
  const padded = length + 2 * radius;
  const suffix = scratch;
  const offset = padded;
  // scratch[0..padded) holds maxima from each place to the end of its block, scratch[offset..] from the
  // start of its block; beyond the ends of the line stand zeros, which never win.
  for (let start = 0; start < padded; start += window) {
    const end = Math.min(start + window, padded);
    let best = 0;
    for (let i = start; i < end; i++) {
      const k = i - radius;
      const value = k >= 0 && k < length ? line[k] : 0;
      if (value > best) best = value;
      scratch[offset + i] = best;
    }
    best = 0;
    for (let i = end - 1; i >= start; i--) {
      const k = i - radius;
      const value = k >= 0 && k < length ? line[k] : 0;
      if (value > best) best = value;
      suffix[i] = best;
    }
  }
  for (let i = 0; i < length; i++) {
    const a = suffix[i];
    const b = scratch[offset + i + window - 1];
    line[i] = a > b ? a : b;
  }
}
