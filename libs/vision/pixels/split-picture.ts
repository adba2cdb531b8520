import { KernelMemory, kernels } from '../kernels/kernels.js';
import { warpBorderCell } from './border-cell.js';
import type { Raster } from './raster.js';
import type { WarpMesh } from './warp-mesh.js';
import { liesInside, withTile, type Tile } from './warp-tile.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, min } = Math;

/**
 * A picture as cameras and JPEG carry it: what the eye sees sharply at full density, the colours at half. Green stands for
 * the one, red and blue for the other.
 */
export interface SplitPicture {
  /** px, a multiple of four and an even number: a picture of another size has further columns or a row. */
  width: number;
  height: number;
  /** 0..255, row-major. */
  green: Uint8Array;
  /** The colours, null of a grey picture: each px lies in the middle of four of the green. */
  colours: SplitColours | null;
}

/**
 * Red and blue, half as wide and high, row-major: 0..255, or, of an evened picture, how far they are over green, seen in the
 * same places at the same density: against the finer green, grey lines a px or two wide would come out coloured.
 */
export interface SplitColours {
  red: Int16Array;
  green: Uint8Array;
  blue: Int16Array;
}

/** Rows of the mesh's cells that are moved together: as many rows of the output, in the kernels' memory, times the mesh's step. */
const BAND = 16;
/** px that a cell has to spare in the source to be inside of it, and one more. */
const TO_SPARE = 3;
/** Cells of a band whose part of the source is copied at a time, and fits the processor's cache. */
const TILE = 32;

/**
 * The source picture, grey, RGB or RGBA, seen through a mesh, bilinear. It goes from tile to tile of the output, each with a copy
 * of the part of the source that it shows: the kernels see no memory but their own, and a frame turned by a quarter is read along
 * its columns.
 */
export function warpSplit(source: Raster, mesh: WarpMesh): SplitPicture {
  const width = (mesh.width + 3) & ~3;
  const height = mesh.height + (mesh.height & 1);
  const green = new Uint8Array(width * height);
  const quarter = green.length / 4;
  const colours =
    source.channels === 1
      ? null
      : { red: new Int16Array(quarter), green: new Uint8Array(quarter), blue: new Int16Array(quarter) };
  const picture: SplitPicture = { width, height, green, colours };
  const rows = ceil(height / mesh.step);
  for (let top = 0; top < rows; top += BAND) warpBand(source, mesh, picture, top, min(BAND, rows - top));
  return picture;
}

/** @param top rows of cells above the band; `rows` in it */
function warpBand(source: Raster, mesh: WarpMesh, picture: SplitPicture, top: number, rows: number): void {
  const { width, height, green, colours } = picture;
  const { step } = mesh;
  const cols = ceil(width / step);
  const first = top * step * width;
  const size = width * rows * step;
  const used = min(size, width * height - first);
  KernelMemory.borrow((memory) => {
    const band: Band = {
      width,
      green: memory.take(size),
      red: memory.take(size / 2),
      halfGreen: memory.take(size / 4),
      blue: memory.take(size / 2),
    };
    for (let left = 0; left < cols; left += TILE)
      warpTile(source, mesh, band, { left, top, cols: min(TILE, cols - left), rows });
    green.set(memory.bytes(band.green, used), first);
    if (!colours) return;
    colours.red.set(memory.shorts(band.red, used / 4), first / 4);
    colours.green.set(memory.bytes(band.halfGreen, used / 4), first / 4);
    colours.blue.set(memory.shorts(band.blue, used / 4), first / 4);
  });
  for (let y = top; y < top + rows; y++)
    for (let x = 0; x < cols; x++)
      if (!liesInside(source, mesh, y * mesh.cols + x, TO_SPARE)) warpBorderCell(source, mesh, picture, x, y);
}

/** Rows of the output in the kernels' memory: addresses of the planes, and px of the green to a row. */
interface Band {
  width: number;
  green: number;
  red: number;
  halfGreen: number;
  blue: number;
}

/** Writes those cells of a tile that lie inside of the source. */
function warpTile(source: Raster, mesh: WarpMesh, band: Band, tile: Tile): void {
  const begin = tile.left * mesh.step;
  withTile(source, mesh, tile, TO_SPARE, (seen) => {
    kernels.warpCells(
      seen.copy,
      seen.stride,
      seen.channels,
      seen.left,
      seen.top,
      source.width,
      source.height,
      seen.meshX,
      seen.meshY,
      mesh.step,
      tile.cols,
      tile.rows,
      band.green + begin,
      band.width,
      band.width - begin,
      band.red + begin,
      band.halfGreen + begin / 2,
      band.blue + begin,
    );
  });
}
