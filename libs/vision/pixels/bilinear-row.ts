import type { Raster } from './raster.js';

/** Bits of the fraction in source places: px up to 65,535 (all a JPEG can have) fit 32 bits. */
const PLACE_BITS = 15;
export const PLACE_UNIT = 1 << PLACE_BITS;
/** Bits of the fraction in gains. */
const GAIN_BITS = 12;
export const GAIN_UNIT = 1 << GAIN_BITS;
/** Gains are kept under this, so that a level times a gain fits 32 bits and the tone table. */
export const MAX_GAIN = 20;
/** Places are rounded to this part of a px in colour, where two channels share one multiplication. */
const COLOUR_PARTS = 16;
const COLOUR_SHIFT = PLACE_BITS - 4;
const GREY_SHIFT = PLACE_BITS - 8;

/** One row of an output picture, cut at the nodes of a mesh: between two nodes all runs straight. */
export interface MeshRow {
  /** Output px from node to node, and of the whole row. */
  step: number;
  width: number;
  /** Source px at each node, in 1 / PLACE_UNIT. */
  x: Int32Array;
  y: Int32Array;
  /** Factors at each node, channels interleaved, in 1 / GAIN_UNIT. */
  gains: Int32Array;
  /** Output level for each level after the gain; as long as `toneTable` makes it. */
  tone: Uint8Array;
  /** Level of what lies outside the source. */
  outside: number;
}

/** A tone curve of 256 levels, gone on for levels that a gain lifts over white. */
export function toneTable(tone: Uint8Array | null): Uint8Array {
  return Uint8Array.from({ length: 256 * MAX_GAIN }, (_, i) => {
    const level = Math.min(255, i);
    return tone ? tone[level] : level;
  });
}

/** Whether a span's both ends, and so all of it, have four neighbours to mix (and a byte to spare). */
function liesInside(source: Raster, x0: number, y0: number, x1: number, y1: number): boolean {
  const right = (source.width - 2) * PLACE_UNIT;
  const bottom = (source.height - 1) * PLACE_UNIT;
  // A px of slack: the step is rounded, so the last place may stray by a fraction of it.
  return (
    x0 >= PLACE_UNIT &&
    x1 >= PLACE_UNIT &&
    y0 >= PLACE_UNIT &&
    y1 >= PLACE_UNIT &&
    x0 < right - PLACE_UNIT &&
    x1 < right - PLACE_UNIT &&
    y0 < bottom - PLACE_UNIT &&
    y1 < bottom - PLACE_UNIT
  );
}

/**
 * Writes one row of grey: luminance, or green of a colour source.
 * @param at index of the row's first px in `out`
 * @param skip not 0 for each span between two nodes that is left as it is
 */
export function greyRow(
  source: Raster,
  row: MeshRow,
  out: Uint8Array,
  at: number,
  skip: Uint8Array | null = null,
): void {
  const { data, width, channels } = source;
  const stride = width * channels;
  const green = channels === 1 ? 0 : 1;
  const { step, tone, gains } = row;
  const round = 1 << (GREY_SHIFT - 1);
  for (let i = 0, o = at, left = row.width; left > 0; i++, left -= step) {
    const count = left < step ? left : step;
    if (skip?.[i]) {
      o += count;
      continue;
    }
    let x = row.x[i] + round;
    let y = row.y[i] + round;
    const dx = ((row.x[i + 1] - row.x[i]) / step) | 0;
    const dy = ((row.y[i + 1] - row.y[i]) / step) | 0;
    let gain = gains[i];
    const gainStep = ((gains[i + 1] - gain) / step) | 0;
    if (liesInside(source, x, y, row.x[i + 1], row.y[i + 1])) {
      for (const end = o + count; o < end; o++) {
        const k = (y >> PLACE_BITS) * stride + (x >> PLACE_BITS) * channels + green;
        const u = (x >> GREY_SHIFT) & 255;
        const v = (y >> GREY_SHIFT) & 255;
        const top = (data[k] << 8) + (data[k + channels] - data[k]) * u;
        const below = k + stride;
        const bottom = (data[below] << 8) + (data[below + channels] - data[below]) * u;
        const level = ((top << 8) + (bottom - top) * v + 2048) >> 12;
        out[o] = tone[(level * gain + (1 << 15)) >> 16];
        x += dx;
        y += dy;
        gain += gainStep;
      }
    } else
      for (const end = o + count; o < end; o++, x += dx, y += dy, gain += gainStep)
        out[o] = levelNear(source, x, y, green, gain, tone, row.outside);
  }
}

/**
 * Writes one row of RGB from an RGB or RGBA source. A px is read as one word, and red and blue are mixed in its two
 * halves at once.
 * @param words the source's bytes
 * @param at index of the row's first byte in `out`
 */
export function colourRow(source: Raster, words: DataView, row: MeshRow, out: Uint8Array, at: number): void {
  const { width, channels } = source;
  const stride = width * channels;
  const { step, tone, gains } = row;
  const round = 1 << (COLOUR_SHIFT - 1);
  for (let i = 0, o = at, left = row.width; left > 0; i++, left -= step) {
    const count = left < step ? left : step;
    let x = row.x[i] + round;
    let y = row.y[i] + round;
    const dx = ((row.x[i + 1] - row.x[i]) / step) | 0;
    const dy = ((row.y[i + 1] - row.y[i]) / step) | 0;
    const g = 3 * i;
    let red = gains[g];
    let green = gains[g + 1];
    let blue = gains[g + 2];
    const redStep = ((gains[g + 3] - red) / step) | 0;
    const greenStep = ((gains[g + 4] - green) / step) | 0;
    const blueStep = ((gains[g + 5] - blue) / step) | 0;
    const inside = liesInside(source, x, y, row.x[i + 1], row.y[i + 1]);
    for (const end = o + 3 * count; o < end; o += 3) {
      if (inside) {
        const k = (y >> PLACE_BITS) * stride + (x >> PLACE_BITS) * channels;
        const u = (x >> COLOUR_SHIFT) & (COLOUR_PARTS - 1);
        const v = (y >> COLOUR_SHIFT) & (COLOUR_PARTS - 1);
        const d = u * v;
        const c = (v << 4) - d;
        const b = (u << 4) - d;
        const a = 256 - b - c - d;
        const p = words.getInt32(k, true);
        const q = words.getInt32(k + channels, true);
        const r = words.getInt32(k + stride, true);
        const s = words.getInt32(k + stride + channels, true);
        const redBlue =
          (Math.imul(p & 0xff00ff, a) +
            Math.imul(q & 0xff00ff, b) +
            Math.imul(r & 0xff00ff, c) +
            Math.imul(s & 0xff00ff, d)) |
          0;
        const mid = ((p >> 8) & 255) * a + ((q >> 8) & 255) * b + ((r >> 8) & 255) * c + ((s >> 8) & 255) * d;
        out[o] = tone[(((redBlue & 0xffff) >> 4) * red + (1 << 15)) >> 16];
        out[o + 1] = tone[((mid >> 4) * green + (1 << 15)) >> 16];
        out[o + 2] = tone[((redBlue >>> 20) * blue + (1 << 15)) >> 16];
      } else {
        out[o] = levelNear(source, x, y, 0, red, tone, row.outside);
        out[o + 1] = levelNear(source, x, y, 1, green, tone, row.outside);
        out[o + 2] = levelNear(source, x, y, 2, blue, tone, row.outside);
      }
      x += dx;
      y += dy;
      red += redStep;
      green += greenStep;
      blue += blueStep;
    }
  }
}

/** One channel of a place that may lie at the border (the nearest px counts, one px beyond) or outside. */
function levelNear(
  source: Raster,
  x: number,
  y: number,
  channel: number,
  gain: number,
  tone: Uint8Array,
  outside: number,
): number {
  const { data, width, height, channels } = source;
  const xi = x >> PLACE_BITS;
  const yi = y >> PLACE_BITS;
  if (!(xi >= -1 && yi >= -1 && xi < width && yi < height)) return outside;
  const u = (x & (PLACE_UNIT - 1)) / PLACE_UNIT;
  const v = (y & (PLACE_UNIT - 1)) / PLACE_UNIT;
  const x0 = xi < 0 ? 0 : xi;
  const y0 = yi < 0 ? 0 : yi;
  const x1 = xi + 1 < width ? xi + 1 : width - 1;
  const y1 = yi + 1 < height ? yi + 1 : height - 1;
  const at = (px: number, py: number): number => data[(py * width + px) * channels + channel];
  const top = at(x0, y0) * (1 - u) + at(x1, y0) * u;
  const bottom = at(x0, y1) * (1 - u) + at(x1, y1) * u;
  return tone[((top + (bottom - top) * v) * gain * 16 + (1 << 15)) >> 16];
}
