import type { Point, Raster, Size } from './raster.js';

const { floor, max, min, round } = Math;

/**
 * Level of a grey picture between four px, bilinear. The caller sees to it that there are px to the right and below.
 */
export function levelBetween(
  { data, width }: { data: Uint8Array; width: number },
  x: number,
  y: number,
): number {
  const left = floor(x);
  const top = floor(y);
  const o = top * width + left;
  const u = x - left;
  const upper = data[o] * (1 - u) + data[o + 1] * u;
  const lower = data[o + width] * (1 - u) + data[o + width + 1] * u;
  return upper * (1 - (y - top)) + lower * (y - top);
}

/** Whether a place has px to the right and below, as well as one of its own. */
export function liesBetween({ width, height }: Size, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width - 1 && y < height - 1;
}

/** Level of one channel of a picture between four px; beyond the picture its border's. */
export function channelBetween(
  { data, width, height, channels }: Raster,
  { x, y }: Point,
  channel: number,
): number {
  const left = max(0, min(width - 2, floor(x)));
  const top = max(0, min(height - 2, floor(y)));
  const u = max(0, min(1, x - left));
  const v = max(0, min(1, y - top));
  const k = (top * width + left) * channels + channel;
  const below = k + width * channels;
  const upper = data[k] * (1 - u) + data[k + channels] * u;
  const lower = data[below] * (1 - u) + data[below + channels] * u;
  return upper * (1 - v) + lower * v;
}

/** Mean of the channels of the px there; null outside of the picture. */
export function meanLevelAt({ data, width, height, channels }: Raster, x: number, y: number): number | null {
  const [px, py] = [round(x), round(y)];
  if (min(px, py) < 0 || px >= width || py >= height) return null;
  const k = (py * width + px) * channels;
  let sum = 0;
  for (let c = 0; c < channels; c++) sum += data[k + c];
  return sum / channels;
}

/**
 * Value between four entries of a lattice, bilinear.
 *
 * @param k the first of them; the others lie so many entries to its right and below it
 */
export function valueBetween(
  values: ArrayLike<number>,
  k: number,
  right: number,
  below: number,
  u: number,
  v: number,
): number {
  const upper = values[k] + u * (values[k + right] - values[k]);
  const lower = values[k + below] + u * (values[k + below + right] - values[k + below]);
  return upper + v * (lower - upper);
}
