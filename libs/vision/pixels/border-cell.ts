import type { Raster } from './raster.js';
import type { SplitPlanes } from './split-planes.js';
import type { WarpMesh } from './warp-mesh.js';

const { floor, max, min } = Math;

/** A place is counted in this part of a px. */
const PLACE_UNIT = 1 << 15;
/** Level of what lies outside of the source. */
const OUTSIDE = 255;
/** px beyond the source's border from where on no rounding brings a place back to it. */
const FAR_OUT = 2;

/**
 * Warps a cell that does not lie inside of the source as a whole.
 *
 * @param cellX of the mesh's cells, from the left; `cellY` from the top
 */
export function warpBorderCell(
  source: Raster,
  mesh: WarpMesh,
  { width, height, green, colours }: SplitPlanes,
  cellX: number,
  cellY: number,
): void {
  const { step } = mesh;
  const node = cellY * mesh.cols + cellX;
  const left = cellX * step;
  const top = cellY * step;
  const wide = min(step, width - left);
  const high = min(step, height - top);
  const whole = { first: top * width + left, wide, high, stride: width };
  const half = {
    first: (top >> 1) * (width >> 1) + (left >> 1),
    wide: wide >> 1,
    high: high >> 1,
    stride: width >> 1,
  };
  if (liesOutside(source, mesh, node)) {
    fill(green, whole);
    if (colours) for (const plane of [colours.red, colours.green, colours.blue]) fill(plane, half);
    return;
  }
  const lay = layOf(mesh, node);
  near(source, lay, 1, source.channels === 1 ? 0 : 1, green, whole);
  if (!colours) return;
  near(source, lay, 2, 0, colours.red, half);
  near(source, lay, 2, 1, colours.green, half);
  near(source, lay, 2, 2, colours.blue, half);
}

/**
 * Whether the cell to the right of and below a node lies beyond one side of the source, a px beyond which all is
 * outside.
 */
function liesOutside({ width, height }: Raster, { x, y, cols }: WarpMesh, node: number): boolean {
  return (
    allUnder(x, node, cols, -FAR_OUT) ||
    allOver(x, node, cols, width + FAR_OUT) ||
    allUnder(y, node, cols, -FAR_OUT) ||
    allOver(y, node, cols, height + FAR_OUT)
  );
}

function allUnder(places: Float32Array, node: number, cols: number, end: number): boolean {
  const below = node + cols;
  return places[node] < end && places[node + 1] < end && places[below] < end && places[below + 1] < end;
}

function allOver(places: Float32Array, node: number, cols: number, end: number): boolean {
  const below = node + cols;
  return places[node] > end && places[node + 1] > end && places[below] > end && places[below + 1] > end;
}

/** Fills a cell that shows nothing of the source. */
function fill(plane: Uint8Array | Int16Array, { first, wide, high, stride }: PlaneCell): void {
  for (let row = 0, k = first; row < high; row++, k += stride) plane.fill(OUTSIDE, k, k + wide);
}

/** How the output px of a cell lie over the source, in fixed-point places: bilinear between the cell's corners. */
interface CellLay {
  /** Place of the cell's first px, and how it goes on from row to row. */
  x: number;
  y: number;
  downX: number;
  downY: number;
  /** From px to px in the first row, and how that changes from row to row. */
  acrossX: number;
  acrossY: number;
  turnX: number;
  turnY: number;
}

/** How the cell to the right of and below a node lies. */
function layOf({ x, y, cols, step }: WarpMesh, node: number): CellLay {
  const below = node + cols;
  const firstX = placeOf(x[node]);
  const firstY = placeOf(y[node]);
  const acrossX = (placeOf(x[node + 1]) - firstX) / step;
  const acrossY = (placeOf(y[node + 1]) - firstY) / step;
  return {
    x: firstX,
    y: firstY,
    downX: (placeOf(x[below]) - firstX) / step,
    downY: (placeOf(y[below]) - firstY) / step,
    acrossX,
    acrossY,
    turnX: ((placeOf(x[below + 1]) - placeOf(x[below])) / step - acrossX) / step,
    turnY: ((placeOf(y[below + 1]) - placeOf(y[below])) / step - acrossY) / step,
  };
}

/** What lies far outside of the source is brought near, and stays outside. */
function placeOf(at: number): number {
  return max(-30000, min(65535, at)) * PLACE_UNIT;
}

/** A rectangle of an output plane: index of its first px, px in a row of it and of the plane, rows. */
interface PlaneCell {
  first: number;
  wide: number;
  high: number;
  stride: number;
}

/** A cell at the border: each `density`-th output px, in the middle of as many. */
function near(
  source: Raster,
  lay: CellLay,
  density: 1 | 2,
  channel: number,
  out: Uint8Array | Int16Array,
  cell: PlaneCell,
): void {
  const middle = (density - 1) / 2;
  for (let j = 0; j < cell.high; j++)
    for (let i = 0; i < cell.wide; i++) {
      const down = density * j + middle;
      const right = density * i + middle;
      const x = lay.x + lay.downX * down + (lay.acrossX + lay.turnX * down) * right;
      const y = lay.y + lay.downY * down + (lay.acrossY + lay.turnY * down) * right;
      out[cell.first + j * cell.stride + i] = levelAt(source, x / PLACE_UNIT, y / PLACE_UNIT, channel);
    }
}

/**
 * The level of one channel at a place of a picture, bilinear, half a level over, as it is to be cut to a whole one. At
 * the border the nearest px counts, up to a px beyond; what lies outside is white.
 */
export function levelAt(
  { data, width, height, channels }: Raster,
  x: number,
  y: number,
  channel: number,
): number {
  const xi = floor(x);
  const yi = floor(y);
  if (!(xi >= -1 && yi >= -1 && xi < width && yi < height)) return OUTSIDE;
  const x0 = max(0, xi);
  const y0 = max(0, yi);
  const x1 = min(width - 1, xi + 1);
  const y1 = min(height - 1, yi + 1);
  const at = (px: number, py: number): number => data[(py * width + px) * channels + channel];
  const top = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * (x - xi);
  const bottom = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * (x - xi);
  return top + (bottom - top) * (y - yi) + 0.5;
}
