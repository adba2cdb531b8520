import type { Raster } from '../../../libs/vision/pixels/raster.js';

const { min, max } = Math;

/** Catmull-Rom weights of the four px about a place a quarter px behind the second of them. */
const QUARTER = [-0.0703125, 0.8671875, 0.2265625, -0.0234375] as const;

/**
 * A picture of twice the size, by cubic interpolation. Px 2i and 2i+1 show what lies a quarter px before and
 * behind px i; libvips' enlarging shifts the picture by a quarter px, which a known truth cannot bear.
 */
export function enlargeTwice({ data, width, height, channels }: Raster): Raster {
  const wide = new Uint8ClampedArray(2 * width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (dx: number) => (y * width + min(width - 1, max(0, x + dx))) * channels;
      mixBoth(
        data,
        [at(-2), at(-1), at(0), at(1), at(2)],
        wide,
        2 * (y * width + x) * channels,
        channels,
        channels,
      );
    }
  }
  const row = 2 * width * channels;
  const whole = new Uint8ClampedArray(2 * height * row);
  for (let y = 0; y < height; y++) {
    const at = (dy: number) => min(height - 1, max(0, y + dy)) * row;
    mixBoth(wide, [at(-2), at(-1), at(0), at(1), at(2)], whole, 2 * y * row, row, row);
  }
  return { data: new Uint8Array(whole.buffer), width: 2 * width, height: 2 * height, channels };
}

/** Writes `count` values for the place before the middle one of five neighbours, and as many for that behind. */
function mixBoth(
  from: ArrayLike<number>,
  [a, b, c, d, e]: readonly [number, number, number, number, number],
  to: Uint8ClampedArray,
  target: number,
  count: number,
  apart: number,
): void {
  const [p, q, r, s] = QUARTER;
  for (let k = 0; k < count; k++) {
    const [bk, ck, dk] = [from[b + k], from[c + k], from[d + k]];
    to[target + k] = s * from[a + k] + r * bk + q * ck + p * dk;
    to[target + apart + k] = p * bk + q * ck + r * dk + s * from[e + k];
  }
}
