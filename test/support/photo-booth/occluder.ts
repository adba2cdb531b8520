import type { Random } from '../random.js';
import { signedDistance, type Silhouette } from './silhouette.js';

const { abs, cos, floor, max, min, sin, sqrt } = Math;

/** Something that lies on the page and hides a part of it. */
export interface Occluder {
  /** Distance in mm from a place (mm from the page's middle) to the thing's edge, negative within. */
  distance(x: number, y: number): number;
  /** Linear light it sends back, 0..65535 a channel, into `out`. */
  colour(x: number, y: number, out: Float32Array): void;
}

/** Another sheet, blank or with lines of writing. Its edge passes through (x, y), it lies in direction `angle`. */
export function otherSheet(x: number, y: number, angle: number, random: Random): Occluder {
  const [c, s] = [cos(angle), sin(angle)];
  const half = random.between(70, 150);
  const shade = random.between(0.62, 0.95) * 65535;
  const tint = [1, random.between(0.93, 1), random.between(0.78, 1)];
  const pitch = random.between(5, 9);
  const dark = random.chance(0.7) ? random.between(0.15, 0.5) : 1;
  return {
    distance(px, py) {
      const u = (px - x) * c + (py - y) * s;
      const v = -(px - x) * s + (py - y) * c;
      return max(-u, u - 400, abs(v) - half);
    },
    colour(px, py, out) {
      const u = (px - x) * c + (py - y) * s;
      const v = -(px - x) * s + (py - y) * c;
      const row = floor(v / pitch);
      const inRow = v / pitch - row;
      // Lines of writing: words of varying length, told by a hash of their place.
      const word = sin(row * 12.9898 + floor(u / 7) * 78.233) * 43758.5453;
      const written =
        u > 14 && abs(v) < half - 15 && inRow > 0.4 && inRow < 0.62 && word - floor(word) > 0.22;
      const light = shade * (written ? dark : 1);
      for (let i = 0; i < 3; i++) out[i] = light * tint[i];
    },
  };
}

/** Fingers that hold the sheet down, coming in from direction `angle` to (x, y). */
export function fingers(x: number, y: number, angle: number, count: number, random: Random): Occluder {
  const [c, s] = [cos(angle), sin(angle)];
  const shape: Silhouette = Array.from({ length: count }, (_, i) => {
    const aside = (i - (count - 1) / 2) * random.between(17, 20);
    const reach = -abs(i - (count - 1) / 2) * random.between(4, 10);
    const spread = aside * random.between(1.1, 1.3);
    return {
      x1: x - s * aside - c * reach,
      y1: y + c * aside - s * reach,
      x2: x - s * spread + c * 250,
      y2: y + c * spread + s * 250,
      radius: random.between(7.5, 9.5),
    };
  });
  const tone = random.between(0.16, 0.75);
  const skin = [
    tone * 65535,
    tone * random.between(0.5, 0.62) * 65535,
    tone * random.between(0.34, 0.46) * 65535,
  ];
  return {
    distance: (px, py) => signedDistance(shape, px, py),
    colour(px, py, out) {
      const inside = min(1, -signedDistance(shape, px, py) / 8);
      const round = 0.55 + 0.45 * sqrt(max(0, inside));
      for (let i = 0; i < 3; i++) out[i] = skin[i] * round;
    },
  };
}
