import {
  colourRow,
  GAIN_UNIT,
  greyRow,
  MAX_GAIN,
  PLACE_UNIT,
  toneTable,
  type MeshRow,
} from './bilinear-row.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { PlaneMap, type PointMap } from '../geometry/point-map.js';
import type { Homography, Point, Raster } from './raster.js';
import { liesInside, withTile } from './warp-tile.js';

const { floor, max, min } = Math;

/**
 * A smooth map from px of an output image to px of a source picture, given at the nodes of a square lattice and
 * linear between them.
 */
export interface WarpMesh {
  /** Size of the output image, px. */
  width: number;
  height: number;
  /** px of the output between neighbouring nodes. */
  step: number;
  /** Nodes along x and y; node (i, j) stands at output px (i * step, j * step), the last ones beyond the border. */
  cols: number;
  rows: number;
  /** Source px of each node, row-major. */
  x: Float32Array;
  y: Float32Array;
}

/** What is done to the pixels while they are moved. */
export interface PixelTreatment {
  /** Factors for each channel on a lattice of `cols` x `rows` nodes spread over the output, corner to corner. */
  gain: { cols: number; rows: number; factors: Float32Array; channels: number } | null;
  /** Level for each level after the gain. */
  tone: Uint8Array | null;
}

/** px between nodes: over 16 px a homography of a photographed page bends by well under 0.02 px. */
const MESH_STEP = 16;

/** A mesh from any map of output px to source px. */
export function meshFrom(width: number, height: number, map: (x: number, y: number) => Point): WarpMesh {
  return meshOf(width, height, { at: map });
}

/** The same, of a map that frame after frame has. */
export function meshOf(width: number, height: number, map: PointMap): WarpMesh {
  const step = MESH_STEP;
  const cols = floor((width - 1) / step) + 2;
  const rows = floor((height - 1) / step) + 2;
  const x = new Float32Array(cols * rows);
  const y = new Float32Array(cols * rows);
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) {
      const p = map.at(i * step, j * step);
      x[k] = p.x;
      y[k] = p.y;
    }
  return { width, height, step, cols, rows, x, y };
}

/** A mesh of a homography from output px to source px. */
export function meshFromHomography(width: number, height: number, h: Homography): WarpMesh {
  return meshOf(width, height, new PlaneMap(h));
}

/** Where the mesh takes an output px. */
export function meshAt(mesh: WarpMesh, x: number, y: number): Point {
  const i = min(mesh.cols - 2, max(0, floor(x / mesh.step)));
  const j = min(mesh.rows - 2, max(0, floor(y / mesh.step)));
  const u = x / mesh.step - i;
  const v = y / mesh.step - j;
  const k = j * mesh.cols + i;
  const mix = (a: Float32Array): number =>
    (a[k] * (1 - u) + a[k + 1] * u) * (1 - v) + (a[k + mesh.cols] * (1 - u) + a[k + mesh.cols + 1] * u) * v;
  return { x: mix(mesh.x), y: mix(mesh.y) };
}

/** The map of a mesh, from output px to source px. */
export class MeshMap implements PointMap {
  constructor(private readonly mesh: WarpMesh) {}

  at(x: number, y: number): Point {
    return meshAt(this.mesh, x, y);
  }
}

/**
 * One channel of the source seen through the mesh: luminance, or green of a colour picture, which stands in for
 * it at a third of the cost.
 */
export function remapGrey(source: Raster, mesh: WarpMesh, outside = 255): Raster {
  const cells = mesh.cols - 1;
  const inside = new Uint8Array(cells * (mesh.rows - 1));
  const raster = remapInside(source, mesh, inside);
  const { width, height, cols, step } = mesh;
  const row: MeshRow = {
    step,
    width,
    x: new Int32Array(cols),
    y: new Int32Array(cols),
    gains: new Int32Array(cols).fill(GAIN_UNIT),
    tone: toneTable(null),
    outside,
  };
  for (let y = 0; y < height; y++) {
    const first = floor(y / step) * cells;
    const skip = inside.subarray(first, first + cells);
    if (!skip.includes(0)) continue;
    layRow(mesh, y, row);
    greyRow(source, row, raster.data, y * width, skip);
  }
  return raster;
}

/** Rows, and columns, of a mesh's cells that are moved together. */
const TILE = 16;
/** px between a cell that lies inside of the source and its right and lower border. */
const TO_SPARE = 4;

/** Moves the px of the cells that lie inside of the source, and says which do: 1 each in `inside`, row-major. */
function remapInside(source: Raster, mesh: WarpMesh, inside: Uint8Array): Raster {
  const { width, height, step } = mesh;
  const data = new Uint8Array(width * height);
  const cols = mesh.cols - 1;
  const rows = mesh.rows - 1;
  // The last cells reach beyond the output.
  const stride = cols * step;
  for (let k = 0; k < inside.length; k++)
    if (liesInside(source, mesh, floor(k / cols) * mesh.cols + (k % cols), TO_SPARE)) inside[k] = 1;
  for (let top = 0; top < rows; top += TILE)
    KernelMemory.borrow((memory) => {
      const high = min(TILE, rows - top);
      const out = memory.take(stride * high * step);
      for (let left = 0; left < cols; left += TILE) {
        const tile = { left, top, cols: min(TILE, cols - left), rows: high };
        withTile(source, mesh, tile, TO_SPARE, (seen) => {
          kernels.warpGreyCells(
            seen.copy,
            seen.stride,
            seen.channels,
            seen.left,
            seen.top,
            source.width,
            source.height,
            seen.meshX,
            seen.meshY,
            step,
            tile.cols,
            high,
            out + left * step,
            stride,
          );
        });
      }
      const lines = min(high * step, height - top * step);
      const band = memory.bytes(out, stride * lines);
      for (let y = 0; y < lines; y++)
        data.set(band.subarray(y * stride, y * stride + width), (top * step + y) * width);
    });
  return { data, width, height, channels: 1 };
}

/** Where a row of the output lies over the source. */
function layRow(mesh: WarpMesh, y: number, row: MeshRow): void {
  const { cols, step } = mesh;
  const v = y / step - floor(y / step);
  for (let i = 0, k = floor(y / step) * cols; i < cols; i++, k++) {
    row.x[i] = place(mesh.x[k] + (mesh.x[k + cols] - mesh.x[k]) * v);
    row.y[i] = place(mesh.y[k] + (mesh.y[k + cols] - mesh.y[k]) * v);
  }
}

/**
 * The source picture seen through the mesh, bilinear, 1 or 3 channels as the source has (RGBA loses its alpha).
 * What lies outside the source comes out as `outside`.
 */
export function remap(
  source: Raster,
  mesh: WarpMesh,
  treatment: PixelTreatment = { gain: null, tone: null },
  outside = 255,
): Raster {
  return remapChannels(source, mesh, treatment, outside, source.channels === 1 ? 1 : 3);
}

function remapChannels(
  source: Raster,
  mesh: WarpMesh,
  treatment: PixelTreatment,
  outside: number,
  channels: 1 | 3,
): Raster {
  const out = new Uint8Array(mesh.width * mesh.height * channels);
  const lattice = treatment.gain ?? {
    cols: 2,
    rows: 2,
    channels: 1,
    factors: new Float32Array([1, 1, 1, 1]),
  };
  const gains = new Float32Array(lattice.cols * channels);
  const { cols, step } = mesh;
  const row: MeshRow = {
    step,
    width: mesh.width,
    x: new Int32Array(cols),
    y: new Int32Array(cols),
    gains: new Int32Array(cols * channels),
    tone: toneTable(treatment.tone),
    outside,
  };
  // Cell of the lattice under each node of the mesh, and the share of its right side.
  const across = (step * (lattice.cols - 1)) / max(1, mesh.width - 1);
  const cells = Int32Array.from(
    { length: cols },
    (_, i) => channels * min(lattice.cols - 2, floor(i * across)),
  );
  const shares = Float32Array.from({ length: cols }, (_, i) => min(1, i * across - cells[i] / channels));
  const words = new DataView(source.data.buffer, source.data.byteOffset, source.data.byteLength);
  for (let y = 0; y < mesh.height; y++) {
    layRow(mesh, y, row);
    gainRow(lattice, channels, mesh.height > 1 ? y / (mesh.height - 1) : 0, gains);
    for (let i = 0, k = 0; i < cols; i++) {
      const from = cells[i];
      const w = shares[i];
      for (let c = from; c < from + channels; c++, k++)
        row.gains[k] = GAIN_UNIT * min(MAX_GAIN - 1, gains[c] * (1 - w) + gains[c + channels] * w);
    }
    const at = y * mesh.width * channels;
    if (channels === 1) greyRow(source, row, out, at);
    else colourRow(source, words, row, out, at);
  }
  return { data: out, width: mesh.width, height: mesh.height, channels };
}

/** A source px as a fixed-point place; what lies far outside is brought near, and stays outside. */
function place(at: number): number {
  return max(-30000, min(65535, at)) * PLACE_UNIT;
}

function gainRow(
  lattice: { cols: number; rows: number; channels: number; factors: Float32Array },
  channels: number,
  place: number,
  gains: Float32Array,
): void {
  const at = place * (lattice.rows - 1);
  const j = min(lattice.rows - 2, floor(at));
  const v = at - j;
  for (let i = 0; i < lattice.cols; i++)
    for (let c = 0; c < channels; c++) {
      const k = (j * lattice.cols + i) * lattice.channels + min(c, lattice.channels - 1);
      const below = k + lattice.cols * lattice.channels;
      gains[i * channels + c] = lattice.factors[k] * (1 - v) + lattice.factors[below] * v;
    }
}
