import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { WarpMesh } from './warp-mesh.js';

const { floor, max, min } = Math;

/** Cells of a mesh: the first one's place among all, and how many. */
export interface Tile {
  left: number;
  top: number;
  cols: number;
  rows: number;
}

/** What a tile shows of the source, in the kernels' memory. */
interface TileSource {
  /** Address of a copy of that part of the source, bytes to its row, and to its px. */
  copy: number;
  stride: number;
  channels: 1 | 3;
  /** px of the source at which the copy begins. */
  left: number;
  top: number;
  /** Addresses of the places of the tile's nodes. */
  meshX: number;
  meshY: number;
}

/**
 * Runs `work` with what the cells of a tile show that lie inside of the source, unless none does.
 *
 * @param toSpare px between a cell that lies inside and the source's right and lower border
 */
export function withTile(
  source: Raster,
  mesh: WarpMesh,
  tile: Tile,
  toSpare: number,
  work: (seen: TileSource) => void,
): void {
  const part = partSeen(source, mesh, tile, toSpare);
  if (!part) return;
  KernelMemory.borrow((memory) => work(placeTile(memory, source, mesh, tile, part)));
}

/** Copies what a tile shows to the kernels' memory. */
function placeTile(memory: KernelMemory, source: Raster, mesh: WarpMesh, tile: Tile, part: Part): TileSource {
  const { left, top, cols, rows } = tile;
  const channels = source.channels === 1 ? 1 : 3;
  const stride = part.width * channels;
  const nodes = cols + 1;
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
  return { copy, stride, channels, left: part.left, top: part.top, meshX, meshY };
}

/** A rectangle of a picture, px. */
interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What the cells of a tile that lie inside of the source need of it; null where there are none. */
function partSeen(source: Raster, mesh: WarpMesh, tile: Tile, toSpare: number): Part | null {
  let left = Infinity;
  let right = -1;
  let top = Infinity;
  let bottom = -1;
  for (let j = tile.top; j < tile.top + tile.rows; j++)
    for (let i = tile.left; i < tile.left + tile.cols; i++) {
      const node = j * mesh.cols + i;
      if (!liesInside(source, mesh, node, toSpare)) continue;
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
  const x = floor(left) - 2;
  const y = floor(top) - 2;
  return { left: x, top: y, width: floor(right) + 4 - x, height: floor(bottom) + 4 - y };
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

/** Whether all of the cell has four px by four in the source to mix, and px to spare. */
export function liesInside(
  { width, height }: Raster,
  mesh: WarpMesh,
  node: number,
  toSpare: number,
): boolean {
  for (let corner = 0; corner < 4; corner++) {
    const k = node + (corner & 1) + (corner >> 1) * mesh.cols;
    if (!(mesh.x[k] >= 2 && mesh.y[k] >= 2 && mesh.x[k] < width - toSpare && mesh.y[k] < height - toSpare))
      return false;
  }
  return true;
}
