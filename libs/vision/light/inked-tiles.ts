import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs } = Math;

/** Side of the tiles in which a page's strokes are looked at, px. */
export const TILE = 192;
/** Change from one px to the next but one, levels, that counts as the side of a stroke. */
const STROKE_SIDE = 20;
/** Sides of strokes on the rows looked at, at least: 21 are about one short word. */
const MIN_INK = 21;

/** Tiles with ink in them that is not one solid area, in reading order: upper left corners, px, and how much ink. */
export function inkedTiles(page: Raster): { left: number; top: number; ink: number }[] {
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
  return tiles.filter((t) => t.ink >= MIN_INK);
}

/** One tile of a page in grey (green of a colour picture). */
export function greyTile(page: Raster, left: number, top: number): Uint8Array {
  const { data, width, channels } = page;
  const tile = new Uint8Array(TILE * TILE);
  if (channels === 1) {
    for (let y = 0; y < TILE; y++) {
      const from = (top + y) * width + left;
      tile.set(data.subarray(from, from + TILE), y * TILE);
    }
    return tile;
  }
  for (let y = 0, k = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++, k++) tile[k] = data[((top + y) * width + left + x) * channels + 1];
  return tile;
}
