import type { Raster } from '../../../libs/vision/pixels/raster.js';
import type { BoothMemory } from './kernels/kernels.js';

const { round } = Math;

/** Linear light of an 8-bit sRGB value, 0..65535 (IEC 61966-2-1). */
const LINEAR_OF_SRGB = Uint16Array.from({ length: 256 }, (_, v) => {
  const s = v / 255;
  return round(65535 * (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));
});

/** 8-bit sRGB value of linear light in steps of 1/4095. */
export const SRGB_OF_LINEAR = Uint8Array.from({ length: 4096 }, (_, v) => {
  const l = v / 4095;
  return round(255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * l ** (1 / 2.4) - 0.055));
});

/** A picture in linear light and its halvings, in the kernels' memory: 16 bits a value, three channels interleaved. */
export interface Mipmap {
  /** Size of the picture itself, px. */
  width: number;
  height: number;
  /** Where its levels are listed, the picture itself first, and how many there are. */
  levels: number;
  count: number;
}

/** Halvings of a picture at most, and the length below which a side is not halved, px. */
const MOST_LEVELS = 6;
const SHORTEST_SIDE = 8;

/**
 * A picture in linear light and its halvings, each pixel the mean of four (L. Williams, "Pyramidal
 * parametrics", 1983): what a sensor's pixel gathers is the mean of the light that falls on it.
 * Level n's px (x, y) is level 0's ((x + 0.5) * 2^n - 0.5, ...).
 */
export function buildMipmap(memory: BoothMemory, raster: Raster): Mipmap {
  const { data, channels } = raster;
  const { kernels } = memory;
  let { width, height } = raster;
  const table = memory.put(LINEAR_OF_SRGB);
  const picture = memory.put(data);
  let level = memory.take(6 * width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    kernels.linearLight(picture + row * channels, width, channels, table, level + 6 * row);
  }
  const levels = [level, width, height];
  while (width > SHORTEST_SIDE && height > SHORTEST_SIDE && levels.length < 3 * MOST_LEVELS) {
    const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
    const half = memory.take(6 * halfWidth * halfHeight);
    for (let y = 0; y < halfHeight; y++) {
      const [top, low] = [2 * y, Math.min(2 * y + 1, height - 1)].map((row) => level + 6 * width * row);
      kernels.halveRow(top, low, width, half + 6 * halfWidth * y);
    }
    [level, width, height] = [half, halfWidth, halfHeight];
    levels.push(level, width, height);
  }
  return {
    width: raster.width,
    height: raster.height,
    levels: memory.put(Uint32Array.from(levels)),
    count: levels.length / 3,
  };
}
