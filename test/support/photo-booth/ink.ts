import type { Point, Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';

const { ceil, floor, hypot, max, min } = Math;

/** A pen or stamp: its colour (sRGB), the width of its line (px) and how much paper shows through it. */
export interface Ink {
  colour: readonly [number, number, number];
  width: number;
  /** 0..1; 1 covers wholly. */
  opacity: number;
  /** Spread of the ink's density along a stroke, 0..1: dry pens and worn stamps. */
  patchiness: number;
}

/** Draws a line through points (px) onto an RGB raster; where it crosses itself it is no darker. */
export function drawStroke(page: Raster, points: readonly Point[], ink: Ink, random: Random): void {
  const pad = ink.width / 2 + 1;
  const left = max(0, floor(min(...points.map((p) => p.x)) - pad));
  const top = max(0, floor(min(...points.map((p) => p.y)) - pad));
  const right = min(page.width - 1, ceil(max(...points.map((p) => p.x)) + pad));
  const bottom = min(page.height - 1, ceil(max(...points.map((p) => p.y)) + pad));
  if (right < left || bottom < top) return;
  const width = right - left + 1;
  const coverage = new Float32Array(width * (bottom - top + 1));
  for (let n = 0; n < points.length; n++) {
    const a = points[n];
    const b = points[min(n + 1, points.length - 1)];
    const density = 1 - ink.patchiness * random.next();
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy;
    const y1 = max(top, floor(min(a.y, b.y) - pad));
    const y2 = min(bottom, ceil(max(a.y, b.y) + pad));
    const x1 = max(left, floor(min(a.x, b.x) - pad));
    const x2 = min(right, ceil(max(a.x, b.x) + pad));
    for (let y = y1; y <= y2; y++)
      for (let x = x1; x <= x2; x++) {
        let t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const distance = hypot(x - a.x - t * dx, y - a.y - t * dy);
        const share = max(0, min(1, ink.width / 2 + 0.5 - distance)) * density;
        const i = (y - top) * width + (x - left);
        if (share > coverage[i]) coverage[i] = share;
      }
  }
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const share = coverage[(y - top) * width + (x - left)] * ink.opacity;
      if (share <= 0) continue;
      const i = (y * page.width + x) * 3;
      // Ink filters what the paper sends back, so that print under it stays to be seen.
      for (let c = 0; c < 3; c++)
        page.data[i + c] = page.data[i + c] * (1 - share * (1 - ink.colour[c] / 255));
    }
}

/** A smooth line through points (centripetal enough: Catmull and Rom, 1974). */
export function smoothed(points: readonly Point[], steps = 5): Point[] {
  if (points.length < 3) return [...points];
  const result: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [
      points[max(0, i - 1)],
      points[i],
      points[i + 1],
      points[min(points.length - 1, i + 2)],
    ];
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const along = (a: number, b: number, c: number, d: number): number =>
        0.5 *
        (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      result.push({ x: along(p0.x, p1.x, p2.x, p3.x), y: along(p0.y, p1.y, p2.y, p3.y) });
    }
  }
  result.push(points[points.length - 1]);
  return result;
}
