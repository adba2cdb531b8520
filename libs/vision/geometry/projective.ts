import type { Homography, Point } from '../pixels/raster.js';

/** Takes a point through a homography. Points on the horizon come out as infinities. */
export function project(h: Homography, x: number, y: number): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** The map that first applies `b`, then `a`. */
export function compose(a: Homography, b: Homography): Homography {
  const out = new Array<number>(9);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++)
      out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
  return scaled(out);
}

/** The inverse map; null when `h` is singular. */
export function invert(h: Homography): Homography | null {
  const [a, b, c, d, e, f, g, i, j] = h;
  const A = e * j - f * i;
  const B = f * g - d * j;
  const C = d * i - e * g;
  const determinant = a * A + b * B + c * C;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return null;
  return scaled([
    A,
    c * i - b * j,
    b * f - c * e,
    B,
    a * j - c * g,
    c * d - a * f,
    C,
    b * g - a * i,
    a * e - b * d,
  ]);
}

/**
 * The same map between rasters of other sizes: `h` takes px of A to px of B; the result takes px of A
 * enlarged by `sourceScale` to px of B enlarged by `targetScale`. Pixel centres are kept (x + 0.5 scales).
 */
export function rescaled(h: Homography, sourceScale: number, targetScale: number): Homography {
  const s = 1 / sourceScale;
  const t = targetScale;
  const before: Homography = [s, 0, 0.5 * s - 0.5, 0, s, 0.5 * s - 0.5, 0, 0, 1];
  const after: Homography = [t, 0, 0.5 * t - 0.5, 0, t, 0.5 * t - 0.5, 0, 0, 1];
  return compose(compose(after, h), before);
}

function scaled(values: number[]): Homography {
  const last = values[8];
  const k = Math.abs(last) > 1e-12 ? 1 / last : 1;
  return values.map((v) => v * k) as Homography;
}
