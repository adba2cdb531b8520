import type { Size } from '../pixels/raster.js';

const { max, min, sqrt } = Math;

/** Lines that stand further off straight ones than this, px of a page of 1,500 px, are bent. */
export const BENT = 1;
/**
 * Where a page is straightened well bent lines keep this part of their bend at most, and at most this part of all
 * lines, of which some are traced wrongly, were straight and come to stand off by so much.
 */
export const MAX_KEPT = 0.5;
const MOST_SPOILT = 0.15;
const SPOILT = 2;
/**
 * Fewer lines of text and rules do not tell what the paper does; its borders alone may be a table's, or torn, but for
 * four that one sheet explains.
 */
export const MIN_LINES = 8;

/** What straightening a page makes of its lines. */
export interface Straightening {
  /** Lines that were bent before, and the part of their bend that is left. */
  bent: number;
  kept: number;
  /** Whether those that were straight have stayed so. */
  straightStay: boolean;
}

/** @param lines how far each stands off a straight one before and after, px of a page of 1,500 px */
export function straightening(lines: readonly (readonly [before: number, after: number])[]): Straightening {
  let before = 0;
  let after = 0;
  let bent = 0;
  let spoilt = 0;
  for (const [off, left] of lines) {
    if (off > BENT) {
      before += off;
      // A line that was traced wrongly is no more than not straightened.
      after += min(left, off);
      bent++;
    } else if (left > SPOILT) spoilt++;
  }
  return {
    bent,
    kept: before > 0 ? after / before : 0,
    straightStay: spoilt <= MOST_SPOILT * lines.length,
  };
}

/** How far places scatter about their mean, RMS, beyond what they scatter by anyway. */
export function spreadBeyond(places: readonly number[], scatter: number): number {
  const mean = places.reduce((sum, v) => sum + v, 0) / places.length;
  const square = places.reduce((sum, v) => sum + (v - mean) ** 2, 0) / places.length;
  return sqrt(max(0, square - scatter ** 2));
}

/** Px of a page for one of a page of 1,500 px. */
export const unitOf = ({ width, height }: Size): number => max(width, height) / 1500;
