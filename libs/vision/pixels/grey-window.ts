import type { Point, Quad, Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, max, min } = Math;

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
  const { data, width, height, channels } = source;
  const green = channels === 1 ? 0 : 1;
  const stride = width * channels;
  const [a, b, c, d] = corners;
  const inside = corners.every((p) => p.x >= 0 && p.y >= 0 && p.x < width - 1 && p.y < height - 1);
  const last = side - 1;
  for (let j = 0, o = 0; j < side; j++) {
    const v = j / last;
    let x = a.x + (d.x - a.x) * v;
    let y = a.y + (d.y - a.y) * v;
    const dx = (b.x + (c.x - b.x) * v - x) / last;
    const dy = (b.y + (c.y - b.y) * v - y) / last;
    for (const end = o + side; o < end; o++, x += dx, y += dy) {
      if (inside) {
        const xi = x | 0;
        const yi = y | 0;
        const k = yi * stride + xi * channels + green;
        const u = x - xi;
        const top = data[k] + (data[k + channels] - data[k]) * u;
        const below = k + stride;
        const bottom = data[below] + (data[below + channels] - data[below]) * u;
        out[o] = top + (bottom - top) * (y - yi) + 0.5;
      } else out[o] = levelNear(source, x, y, green);
    }
  }
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
