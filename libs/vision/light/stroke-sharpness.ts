import { nthValue } from '../geometry/nth-value.js';
import { greyTile, inkedTiles, TILE, tileRidges } from './inked-tiles.js';
import type { Raster } from '../pixels/raster.js';

/** How sharp the strokes of a page are. */
export interface StrokeSharpness {
  /** Width over which ink turns to paper at the edges of strokes, px (median). */
  edgeWidth: number;
  /** Edges looked at. */
  edges: number;
}

/** The most inked tiles looked at. */
const TILES = 14;
/** Levels between the darkest and the lightest px near an edge, at least, to be looked at. */
const MIN_CONTRAST = 40;
/** Levels from one px to the next under which there is no edge. */
const MIN_SLOPE = 4;
/** Half the window in which an edge's contrast is taken, px. */
const WINDOW = 7;
/** Edges needed to say anything. */
const MIN_EDGES = 150;

/**
 * Measures the strokes of an evened page (paper near white) in its most inked tiles: contrast over slope at their
 * edges. Null where there is too little ink to say.
 */
export function strokeSharpness(page: Raster, inked = inkedTiles(page)): StrokeSharpness | null {
  const widths: number[] = [];
  const tiles = [...inked].sort(byInk).slice(0, TILES);
  for (const { left, top } of tiles) collectWidths(greyTile(page, left, top), widths);
  if (widths.length < MIN_EDGES) return null;
  return { edgeWidth: nthValue(new Float32Array(widths), widths.length >> 1), edges: widths.length };
}

const byInk = (a: { ink: number }, b: { ink: number }): number => b.ink - a.ink;

/** Contrast over slope at the ridges of the gradient along rows and along columns. */
function collectWidths(tile: Uint8Array, widths: number[]): void {
  const { across, down } = tileRidges(tile, MIN_SLOPE);
  for (const step of [1, TILE]) {
    const slopes = step === 1 ? across : down;
    const other = TILE + 1 - step;
    for (let line = WINDOW; line < TILE - WINDOW; line += 3) {
      const end = line * other + (TILE - WINDOW - 1) * step;
      for (let i = line * other + WINDOW * step; i < end; i += step) {
        const slope = slopes[i];
        if (slope === 0) continue;
        let darkest = 255;
        let lightest = 0;
        for (let k = i - (WINDOW - 1) * step; k <= i + WINDOW * step; k += step) {
          const level = tile[k];
          if (level < darkest) darkest = level;
          if (level > lightest) lightest = level;
        }
        if (lightest - darkest >= MIN_CONTRAST) widths.push((lightest - darkest) / slope);
      }
    }
  }
}
