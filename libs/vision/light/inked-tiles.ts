import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

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

/** What is looked at in a tile beside its levels. */
export interface TileRidges {
  /**
   * The change of level from a px to the next one, along rows or along columns, where it is at a ridge of the gradient;
   * 0 else. The two last px of a line and the first one say nothing.
   */
  across: Uint8Array;
  down: Uint8Array;
}

/** @param least levels from one px to the next under which there is no ridge */
export function tileRidges(tile: Uint8Array, least: number): TileRidges {
  const [across, down] = tileRidgesAt(tile, least, [1, TILE]);
  return { across, down };
}

/**
 * The change of level from a px to another one, where it is at a ridge of the gradient in that direction; 0 else.
 * @param apart how far on in the tile the other px is, a row and a px at most, for each of the results
 */
export function tileRidgesAt(tile: Uint8Array, least: number, apart: readonly number[]): Uint8Array[] {
  const size = TILE * TILE;
  return KernelMemory.borrow((memory) => {
    // Lines before and after the tile are looked at.
    const picture = memory.take(size + 5 * TILE) + 2 * TILE;
    const ridges = memory.take(apart.length * size + 16);
    memory.bytes(picture, size).set(tile);
    apart.forEach((step, k) => kernels.ridges(picture, size, step, least, ridges + k * size));
    const all = memory.bytes(ridges, apart.length * size).slice();
    return apart.map((_, k) => all.subarray(k * size, (k + 1) * size));
  });
}

/** The darkest level of a tile. */
export function darkestOf(tile: Uint8Array): number {
  return KernelMemory.borrow((memory) => {
    const picture = memory.take(tile.length);
    memory.bytes(picture, tile.length).set(tile);
    return kernels.darkest(picture, tile.length);
  });
}
