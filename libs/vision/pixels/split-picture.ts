import { KernelMemory, kernels } from '../kernels/kernels.js';
import { warpBorderCell } from './border-cell.js';
import type { Raster } from './raster.js';
import type { WarpMesh } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min } = Math;

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
      if (!liesInside(source, mesh, y * mesh.cols + x)) warpBorderCell(source, mesh, picture, x, y);
}

/** Rows of the output in the kernels' memory: addresses of the planes, and px of the green to a row. */
interface Band {
  width: number;
  green: number;
  red: number;
  halfGreen: number;
  blue: number;
}

/** Cells of a mesh: the first one's place among all, and how many. */
interface Tile {
  left: number;
  top: number;
  cols: number;
  rows: number;
}

/** Writes those cells of a tile that lie inside of the source. */
function warpTile(source: Raster, mesh: WarpMesh, band: Band, tile: Tile): void {
  const part = partSeen(source, mesh, tile);
  if (!part) return;
  const { left, top, cols, rows } = tile;
  const channels = source.channels === 1 ? 1 : 3;
  const stride = part.width * channels;
  const nodes = cols + 1;
  KernelMemory.borrow((memory) => {
    const copy = memory.take(stride * part.height);
    const meshX = memory.take(4 * nodes * (rows + 1));
    const meshY = memory.take(4 * nodes * (rows + 1));
    copyPart(source, part, memory.bytes(copy, stride * part.height));
    const xs = memory.floats(meshX, nodes * (rows + 1));
    const ys = memory.floats(meshY, nodes * (rows + 1));
    for (let j = 0; j <= rows; j++) {
      const from = (top + j) * mesh.cols + left;
      xs.set(mesh.x.subarray(from, from + nodes), nodes * j);
      ys.set(mesh.y.subarray(from, from + nodes), nodes * j);
    }
    const begin = left * mesh.step;
    kernels.warpCells(
      copy,
      stride,
      channels,
      part.left,
      part.top,
      source.width,
      source.height,
      meshX,
      meshY,
      mesh.step,
      cols,
      rows,
      band.green + begin,
      band.width,
      band.width - begin,
      band.red + begin,
      band.halfGreen + begin / 2,
      band.blue + begin,
    );
  });
}

/** A rectangle of a picture, px. */
interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What the cells of a tile that lie inside of the source need of it; null where there are none. */
function partSeen(source: Raster, mesh: WarpMesh, tile: Tile): Part | null {
  let left = Infinity;
  let right = -1;
  let top = Infinity;
  let bottom = -1;
  for (let j = tile.top; j < tile.top + tile.rows; j++)
    for (let i = tile.left; i < tile.left + tile.cols; i++) {
      const node = j * mesh.cols + i;
      if (!liesInside(source, mesh, node)) continue;
      for (let corner = 0; corner < 4; corner++) {
        const k = node + (corner & 1) + (corner >> 1) * mesh.cols;
        left = min(left, mesh.x[k]);
        right = max(right, mesh.x[k]);
        top = min(top, mesh.y[k]);
        bottom = max(bottom, mesh.y[k]);
      }
    }
  if (right < 0) return null;
  // A px more than is mixed: places are rounded.
  const x = floor(left) - 1;
  const y = floor(top) - 1;
  return { left: x, top: y, width: floor(right) + 3 - x, height: floor(bottom) + 3 - y };
}

/** Copies a part of a picture, without its alpha. */
function copyPart(
  { data, width, channels }: Raster,
  { left, top, width: wide, height }: Part,
  out: Uint8Array,
): void {
  for (let y = 0, o = 0; y < height; y++) {
    const from = ((top + y) * width + left) * channels;
    if (channels !== 4) {
      out.set(data.subarray(from, from + wide * channels), o);
      o += wide * channels;
    } else
      for (let k = from; k < from + 4 * wide; k += 4) {
        out[o++] = data[k];
        out[o++] = data[k + 1];
        out[o++] = data[k + 2];
      }
  }
}

/** Whether all of the cell has four neighbours in the source to mix, and a byte to spare. */
function liesInside({ width, height }: Raster, mesh: WarpMesh, node: number): boolean {
  for (let corner = 0; corner < 4; corner++) {
    const k = node + (corner & 1) + (corner >> 1) * mesh.cols;
    if (!(mesh.x[k] >= 1 && mesh.y[k] >= 1 && mesh.x[k] < width - 3 && mesh.y[k] < height - 3)) return false;
  }
  return true;
}
