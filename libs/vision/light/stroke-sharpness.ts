import { greyTile, inkedTiles, TILE } from './inked-tiles.js';
import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs } = Math;

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
  const tiles = [...inked].sort((a, b) => b.ink - a.ink).slice(0, TILES);
  for (const { left, top } of tiles) collectWidths(greyTile(page, left, top), widths);
  if (widths.length < MIN_EDGES) return null;
  const sorted = Float32Array.from(widths).sort();
  return { edgeWidth: sorted[sorted.length >> 1], edges: sorted.length };
}

/** Contrast over slope at the ridges of the gradient along rows and along columns. */
function collectWidths(tile: Uint8Array, widths: number[]): void {
  for (const step of [1, TILE])
    for (let line = WINDOW; line < TILE - WINDOW; line += 3)
      for (let at = WINDOW; at < TILE - WINDOW - 1; at++) {
        const i = step === 1 ? line * TILE + at : at * TILE + line;
        const slope = abs(tile[i + step] - tile[i]);
        if (slope < MIN_SLOPE) continue;
        if (slope < abs(tile[i] - tile[i - step])) continue;
        if (slope <= abs(tile[i + 2 * step] - tile[i + step])) continue;
        let darkest = 255;
        let lightest = 0;
        for (let k = -WINDOW + 1; k <= WINDOW; k++) {
          const level = tile[i + k * step];
          if (level < darkest) darkest = level;
          if (level > lightest) lightest = level;
        }
        if (lightest - darkest >= MIN_CONTRAST) widths.push((lightest - darkest) / slope);
      }
}
