import type { Random } from '../random.js';
import { signedDistance, type Silhouette } from './silhouette.js';

const { cos, exp, max, sin } = Math;

/**
 * A lamp or a flash mirrored by a page's gloss: light that comes on top of what paper and ink send back, the same over
 * both, so that print drowns in it.
 */
export interface Glare {
  /** Where all of the lamp is seen, mm from the page's middle. */
  shape: Silhouette;
  /** Distance from there, mm, at which a third of the light is left: the rougher the paper, the wider. */
  softness: number;
  /** Linear light where it is brightest; 1 is a white sheet right below the lamp. */
  peak: number;
}

/** Of the light, the part that rough paper spreads further, and how much further. */
const HAZE = 0.08;
const HAZE_REACH = 3;

/** Linear light added at a place, mm from the page's middle. */
export function glareAt({ shape, softness, peak }: Glare, x: number, y: number): number {
  const d = max(0, signedDistance(shape, x, y)) / softness;
  return peak * ((1 - HAZE) * exp(-d * d) + HAZE * exp(-d / HAZE_REACH));
}

/** A patch, or, of a tube or a window, a streak, somewhere over the printed part of a page of this size, mm. */
export function lampGlare(pageWidth: number, pageHeight: number, random: Random): Glare {
  const x = random.between(-0.36, 0.36) * pageWidth;
  const y = random.between(-0.38, 0.38) * pageHeight;
  const angle = random.between(0, Math.PI);
  const half = random.chance(0.35) ? random.between(10, 45) : random.between(0, 4);
  const [dx, dy] = [half * cos(angle), half * sin(angle)];
  return {
    shape: [{ x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy, radius: random.between(2, 16) }],
    softness: random.between(2, 16),
    peak: random.between(1.2, 7),
  };
}
