import type { Point, Quad, Raster } from './raster.js';

const { floor, imul, max, min } = Math;

/** Level of what lies outside the source. */
const OUTSIDE = 255;

/**
 * Writes a square window of a picture, seen through the bilinear map that takes the window's corner px to the given
 * places: luminance, or green of a colour picture, which stands in for it. Outside the picture it is white.
 *
 * @param corners px of the source under the window's corner px, in reading order around it
 * @param side of the window, px
 * @param out at least `side * side` long; row-major
 */
export function readWindow(source: Raster, corners: Quad, side: number, out: Uint8Array): void {
  const green = source.channels === 1 ? 0 : 1;
  if (liesInside(source, corners)) {
    readInside(source, corners, side - 1, out);
    return;
  }
  for (let j = 0, o = 0; j < side; j++)
    for (let i = 0; i < side; i++, o++) {
      const p = windowPlace(corners, side, i, j);
      out[o] = levelNear(source, p.x, p.y, green);
    }
}

/** Whether the corners lie in the picture with a px to spare. */
function liesInside({ width, height }: Raster, corners: Quad): boolean {
  for (const { x, y } of corners) if (!(x >= 0 && y >= 0 && x < width - 2 && y < height - 2)) return false;
  return true;
}

/** Bits of the fraction in places: px up to 65,535 fit 32 bits. */
const PLACE_BITS = 15;
const PLACE_UNIT = 1 << PLACE_BITS;
const PLACE_SHIFT = PLACE_BITS - 8;

/** A window that lies in the picture, with a px to spare. */
function readInside(source: Raster, corners: Quad, last: number, out: Uint8Array): void {
  const { data, width, channels } = source;
  const [a, b, c, d] = corners;
  // Written over at once; what is not used would not be read.
  out[0] = fetchRows(source, corners);
  const stride = width * channels;
  const green = channels === 1 ? 0 : 1;
  const half = 1 << (PLACE_SHIFT - 1);
  for (let j = 0, o = 0; j <= last; j++) {
    const v = j / last;
    const left = a.x + (d.x - a.x) * v;
    const top = a.y + (d.y - a.y) * v;
    const dx = (((b.x + (c.x - b.x) * v - left) / last) * PLACE_UNIT) | 0;
    const dy = (((b.y + (c.y - b.y) * v - top) / last) * PLACE_UNIT) | 0;
    let x = (left * PLACE_UNIT + half) | 0;
    let y = (top * PLACE_UNIT + half) | 0;
    for (const end = o + last; o <= end; o++) {
      const k = imul(y >> PLACE_BITS, stride) + imul(x >> PLACE_BITS, channels) + green;
      const u = (x >> PLACE_SHIFT) & 255;
      const below = k + stride;
      const upper = (data[k] << 8) + imul(data[k + channels] - data[k], u);
      const lower = (data[below] << 8) + imul(data[below + channels] - data[below], u);
      out[o] = ((upper << 8) + imul(lower - upper, (y >> PLACE_SHIFT) & 255) + 32768) >> 16;
      x += dx;
      y += dy;
    }
  }
}

/** Bytes that a processor fetches at a time. */
const CACHE_LINE = 64;

/**
 * Reads a byte here and there of a window's rows: each lies far from the others in memory, which is fetched for many of
 * them at once this way, and for one after the other when the window's px are worked out, which takes nearly twice as
 * long.
 * @returns the sum of what was read
 */
function fetchRows({ data, width, channels }: Raster, [a, b, c, d]: Quad): number {
  const left = floor(min(a.x, b.x, c.x, d.x)) * channels;
  const right = floor(max(a.x, b.x, c.x, d.x) + 1) * channels;
  const bottom = floor(max(a.y, b.y, c.y, d.y) + 1);
  const stride = width * channels;
  let sum = 0;
  for (let y = floor(min(a.y, b.y, c.y, d.y)), row = y * stride; y <= bottom; y++, row += stride) {
    for (let k = row + left; k < row + right; k += CACHE_LINE) sum += data[k];
    sum += data[row + right];
  }
  return sum;
}

/** Level of a place that may lie at the border (the nearest px counts) or outside. */
function levelNear({ data, width, height, channels }: Raster, x: number, y: number, green: number): number {
  if (!(x > -1 && y > -1 && x < width && y < height)) return OUTSIDE;
  const x0 = max(0, floor(x));
  const y0 = max(0, floor(y));
  const x1 = min(width - 1, x0 + 1);
  const y1 = min(height - 1, y0 + 1);
  const u = max(0, x - x0);
  const v = max(0, y - y0);
  const at = (px: number, py: number): number => data[(py * width + px) * channels + green];
  const top = at(x0, y0) * (1 - u) + at(x1, y0) * u;
  const bottom = at(x0, y1) * (1 - u) + at(x1, y1) * u;
  return top + (bottom - top) * v + 0.5;
}

/** The place of the source under a place of the window, by the same map. */
export function windowPlace(corners: Quad, side: number, x: number, y: number): Point {
  const [a, b, c, d] = corners;
  const u = x / (side - 1);
  const v = y / (side - 1);
  const mix = (p: number, q: number, r: number, s: number): number =>
    (p * (1 - u) + q * u) * (1 - v) + (s * (1 - u) + r * u) * v;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}
