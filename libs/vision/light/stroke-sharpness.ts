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

/** Side of the tiles looked at, px, and how many of the most inked ones. */
const TILE = 192;
const TILES = 14;
/** Levels between the darkest and the lightest px near an edge, at least, to be looked at. */
const MIN_CONTRAST = 40;
/** Change from one px to the next but one, levels, that counts as the side of a stroke when tiles are chosen. */
const STROKE_SIDE = 20;
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
export function strokeSharpness(page: Raster): StrokeSharpness | null {
  const widths: number[] = [];
  for (const { left, top } of inkedTiles(page)) collectWidths(greyTile(page, left, top), widths);
  if (widths.length < MIN_EDGES) return null;
  const sorted = Float32Array.from(widths).sort();
  return { edgeWidth: sorted[sorted.length >> 1], edges: sorted.length };
}

/** Upper left corners of the tiles with most ink that is not a solid area. */
function inkedTiles(page: Raster): { left: number; top: number }[] {
  const { data, width, height, channels } = page;
  const green = channels === 1 ? 0 : 1;
  const tiles: { left: number; top: number; ink: number }[] = [];
  for (let top = 0; top + TILE <= height; top += TILE)
    for (let left = 0; left + TILE <= width; left += TILE) {
      let ink = 0;
      // Changes along rows, so that text counts and black areas do not.
      for (let y = top; y < top + TILE; y += 6) {
        let before = 255;
        for (let x = left; x < left + TILE; x += 2) {
          const level = data[(y * width + x) * channels + green];
          if (abs(level - before) > STROKE_SIDE) ink++;
          before = level;
        }
      }
      tiles.push({ left, top, ink });
    }
  return tiles
    .filter((t) => t.ink > 20)
    .sort((a, b) => b.ink - a.ink)
    .slice(0, TILES);
}

function greyTile(page: Raster, left: number, top: number): Uint8Array {
  const { data, width, channels } = page;
  const green = channels === 1 ? 0 : 1;
  const tile = new Uint8Array(TILE * TILE);
  for (let y = 0, k = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++, k++) tile[k] = data[((top + y) * width + left + x) * channels + green];
  return tile;
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
