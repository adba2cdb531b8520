import { kernels, type KernelMemory } from '../kernels/kernels.js';
import { warpBorderCell } from './border-cell.js';
import type { Raster, Size } from './raster.js';
import type { SplitPlanes } from './split-planes.js';
import type { WarpMesh } from './warp-mesh.js';
import { liesInside, withTile, type Tile } from './warp-tile.js';

const { ceil, min } = Math;

/**
 * A picture as cameras and JPEG carry it: what the eye sees sharply at full density, the colours at half. Green stands
 * for the one, red and blue for the other. It lies in the kernels' memory, where one kernel after the other works on
 * it, and is gone when that is given back.
 */
export class SplitPicture {
  /** px, a multiple of four and an even number: a picture of another size has further columns or a row. */
  readonly width: number;
  readonly height: number;
  /** Addresses of the planes. */
  readonly green: number;
  readonly colours: { red: number; green: number; blue: number } | null;

  /**
   * A picture of any content.
   *
   * @param memory in which it lies
   * @param width px that it is to show at least; `height` likewise
   * @param spare rows that may be written below the last one
   */
  constructor(
    readonly memory: KernelMemory,
    width: number,
    height: number,
    isGrey: boolean,
    spare = 0,
  ) {
    this.width = (width + 3) & ~3;
    this.height = height + (height & 1);
    const size = this.width * (this.height + spare);
    this.green = memory.take(size);
    this.colours = isGrey
      ? null
      : { red: memory.take(size / 2), green: memory.take(size / 4), blue: memory.take(size / 2) };
  }

  /** Views of the planes, which hold until more of the memory is taken. */
  get planes(): SplitPlanes {
    const { memory, width, height, colours } = this;
    const quarter = (width * height) / 4;
    return {
      width,
      height,
      green: memory.bytes(this.green, width * height),
      colours: colours && {
        red: memory.shorts(colours.red, quarter),
        green: memory.bytes(colours.green, quarter),
        blue: memory.shorts(colours.blue, quarter),
      },
    };
  }

  /** The green as a raster, whose px may be asked for whatever memory is taken in between. */
  asGrey(): Raster {
    const { memory, width, height, green } = this;
    return {
      get data() {
        return memory.bytes(green, width * height);
      },
      width,
      height,
      channels: 1,
    };
  }

  /**
   * A copy of the green that stays when the memory is given back.
   *
   * @param size px: the picture's own, or up to three columns and a row less
   */
  greyOf({ width, height }: Size): Raster {
    const plane = this.memory.bytes(this.green, this.width * height);
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      data.set(plane.subarray(y * this.width, y * this.width + width), y * width);
    return { data, width, height, channels: 1 };
  }
}

/** Rows of the mesh's cells that are moved together. */
const BAND = 16;
/** px that a cell has to spare in the source to be inside of it, whose px are mixed by fours, and one more. */
const TO_SPARE = 4;
/** Cells of such rows whose part of the source is copied at a time, and fits the processor's cache. */
const TILE = 32;

/**
 * The source picture, grey, RGB or RGBA, seen through a mesh: green bicubic, so that strokes a px or two wide keep
 * their width and level wherever they lie between px and may be sharpened; its colours bilinear.
 *
 * @param memory in which the picture is to lie
 */
export const warpSplit = (memory: KernelMemory, source: Raster, mesh: WarpMesh): SplitPicture =>
  warped(memory, source, mesh, { isGrey: source.channels === 1, cubic: true });

/** The green alone, or what is grey, seen through a mesh, bilinear: for pictures that are measured and not kept. */
export const warpView = (memory: KernelMemory, source: Raster, mesh: WarpMesh): SplitPicture =>
  warped(memory, source, mesh, { isGrey: true, cubic: false });

/** How a picture is seen through a mesh. */
interface Seeing {
  /** Whether the green is all that is wanted. */
  isGrey: boolean;
  /** Whether it is bicubic. */
  cubic: boolean;
}

/**
 * Goes from tile to tile of the output, each with a copy of the part of the source that it shows: the kernels see no
 * memory but their own, and a frame turned by a quarter is read along its columns.
 */
function warped(
  memory: KernelMemory,
  source: Raster,
  mesh: WarpMesh,
  { isGrey, cubic }: Seeing,
): SplitPicture {
  const rows = ceil((mesh.height + (mesh.height & 1)) / mesh.step);
  // The cells of the last row may reach beyond it.
  const spare = rows * mesh.step - mesh.height;
  const picture = new SplitPicture(memory, mesh.width, mesh.height, isGrey, spare);
  for (let top = 0; top < rows; top += BAND)
    warpBand(source, mesh, picture, cubic, top, min(BAND, rows - top));
  return picture;
}

/** @param top rows of cells above the band; `rows` in it */
function warpBand(
  source: Raster,
  mesh: WarpMesh,
  picture: SplitPicture,
  cubic: boolean,
  top: number,
  rows: number,
): void {
  const cols = ceil(picture.width / mesh.step);
  for (let left = 0; left < cols; left += TILE)
    warpTile(source, mesh, picture, cubic, { left, top, cols: min(TILE, cols - left), rows });
  const { planes } = picture;
  for (let y = top; y < top + rows; y++)
    for (let x = 0; x < cols; x++)
      if (!liesInside(source, mesh, y * mesh.cols + x, TO_SPARE)) warpBorderCell(source, mesh, planes, x, y);
}

/** Writes those cells of a tile that lie inside of the source. */
function warpTile(
  source: Raster,
  mesh: WarpMesh,
  { width, green, colours }: SplitPicture,
  cubic: boolean,
  tile: Tile,
): void {
  const left = tile.left * mesh.step;
  const first = tile.top * mesh.step * width + left;
  // A quarter as many px, in rows half as long.
  const half = (tile.top * mesh.step * width) / 4 + left / 2;
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
      cubic,
      green + first,
      width,
      width - left,
      colours ? colours.red + 2 * half : 0,
      colours ? colours.green + half : 0,
      colours ? colours.blue + 2 * half : 0,
    );
  });
}
