import type { Raster } from '../../../libs/vision/pixels/raster.js';

const { floor, min, round } = Math;

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

export interface MipLevel {
  /** Linear light, three channels interleaved. */
  data: Uint16Array;
  width: number;
  height: number;
}

/**
 * A picture in linear light and its halvings, each pixel the mean of four (L. Williams, "Pyramidal
 * parametrics", 1983): what a sensor's pixel gathers is the mean of the light that falls on it.
 * Level n's px (x, y) is level 0's ((x + 0.5) * 2^n - 0.5, ...).
 */
export function buildMipmap(raster: Raster): MipLevel[] {
  const { data, width, height, channels } = raster;
  const base = new Uint16Array(width * height * 3);
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  for (let s = 0, d = 0; d < base.length; s += channels, d += 3) {
    base[d] = LINEAR_OF_SRGB[data[s]];
    base[d + 1] = LINEAR_OF_SRGB[data[s + green]];
    base[d + 2] = LINEAR_OF_SRGB[data[s + blue]];
  }
  const levels: MipLevel[] = [{ data: base, width, height }];
  for (let level = levels[0]; level.width > 8 && level.height > 8 && levels.length < 6;) {
    level = halve(level);
    levels.push(level);
  }
  return levels;
}

function halve(level: MipLevel): MipLevel {
  const width = (level.width + 1) >> 1;
  const height = (level.height + 1) >> 1;
  const data = new Uint16Array(width * height * 3);
  const last = level.width - 1;
  for (let y = 0, d = 0; y < height; y++) {
    const top = 2 * y * level.width;
    const low = min(2 * y + 1, level.height - 1) * level.width;
    for (let x = 0; x < width; x++) {
      const left = 2 * x;
      const right = min(left + 1, last);
      for (let c = 0; c < 3; c++, d++)
        data[d] =
          (level.data[(top + left) * 3 + c] +
            level.data[(top + right) * 3 + c] +
            level.data[(low + left) * 3 + c] +
            level.data[(low + right) * 3 + c] +
            2) >>
          2;
    }
  }
  return { data, width, height };
}

/**
 * Light at a place (px of level 0) seen at `detail` = log2 of the px of level 0 that one px of the photograph
 * covers, into `out`; bilinear within the levels and linear between them. Beyond the edge the edge goes on.
 */
export function sampleMipmap(
  levels: readonly MipLevel[],
  x: number,
  y: number,
  detail: number,
  out: Float32Array,
): void {
  if (detail <= 0) {
    sampleLevel(levels[0], x, y, 1, 0, out);
    return;
  }
  const last = levels.length - 1;
  const low = detail >= last ? last : floor(detail);
  const scale = 1 / (1 << low);
  const share = low === last ? 0 : detail - low;
  sampleLevel(levels[low], (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, 1 - share, 0, out);
  if (share > 0.02) {
    const half = scale / 2;
    sampleLevel(levels[low + 1], (x + 0.5) * half - 0.5, (y + 0.5) * half - 0.5, share, 1, out);
  } else if (share > 0) for (let c = 0; c < 3; c++) out[c] /= 1 - share;
}

function sampleLevel(
  level: MipLevel,
  x: number,
  y: number,
  weight: number,
  keep: number,
  out: Float32Array,
): void {
  const { data, width, height } = level;
  if (x < 0) x = 0;
  else if (x > width - 1.001) x = width - 1.001;
  if (y < 0) y = 0;
  else if (y > height - 1.001) y = height - 1.001;
  const ix = x | 0;
  const iy = y | 0;
  const fx = x - ix;
  const fy = y - iy;
  const w11 = fx * fy * weight;
  const w10 = (fx - fx * fy) * weight;
  const w01 = (fy - fx * fy) * weight;
  const w00 = weight - w11 - w10 - w01;
  const i = (iy * width + ix) * 3;
  const j = i + width * 3;
  out[0] = out[0] * keep + w00 * data[i] + w10 * data[i + 3] + w01 * data[j] + w11 * data[j + 3];
  out[1] = out[1] * keep + w00 * data[i + 1] + w10 * data[i + 4] + w01 * data[j + 1] + w11 * data[j + 4];
  out[2] = out[2] * keep + w00 * data[i + 2] + w10 * data[i + 5] + w01 * data[j + 2] + w11 * data[j + 5];
}
