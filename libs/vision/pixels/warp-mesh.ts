import {
  colourRow,
  GAIN_UNIT,
  greyRow,
  MAX_GAIN,
  PLACE_UNIT,
  toneTable,
  type MeshRow,
} from './bilinear-row.js';
import { drawTile, setTone, TILE, TILE_STEP, type TileNodes } from './colour-tile.js';
import { project } from '../geometry/projective.js';
import type { Homography, Point, Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, hypot, max, min } = Math;

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

/** px of the source along one of the output up to which tiles are drawn by vectors. */
const MOST_SHRINKAGE = 2;

/** A mesh from any map of output px to source px. */
export function meshFrom(
  width: number,
  height: number,
  map: (x: number, y: number) => Point,
  step = MESH_STEP,
): WarpMesh {
  const cols = floor((width - 1) / step) + 2;
  const rows = floor((height - 1) / step) + 2;
  const x = new Float32Array(cols * rows);
  const y = new Float32Array(cols * rows);
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) {
      const p = map(i * step, j * step);
      x[k] = p.x;
      y[k] = p.y;
    }
  return { width, height, step, cols, rows, x, y };
}

/** A mesh of a homography from output px to source px. */
export function meshFromHomography(width: number, height: number, h: Homography): WarpMesh {
  return meshFrom(width, height, (x, y) => project(h, x, y));
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

/**
 * One channel of the source seen through the mesh: luminance, or green of a colour picture, which stands in for
 * it at a third of the cost.
 */
export function remapGrey(source: Raster, mesh: WarpMesh, outside = 255): Raster {
  return remapChannels(source, mesh, { gain: null, tone: null }, outside, 1);
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
  const { width, height, step } = mesh;
  const out = new Uint8Array(width * height * channels);
  const lattice = treatment.gain ?? EVEN;
  const row: MeshRow = {
    step,
    width: 0,
    x: new Int32Array(TILE + 1),
    y: new Int32Array(TILE + 1),
    gains: new Int32Array((TILE + 1) * channels),
    tone: toneTable(treatment.tone),
    outside,
  };
  // A small view leaves out most of the source: copying it to the tiles' memory would cost more than they save.
  const vectors = channels === 3 && step === TILE_STEP && shrinkage(mesh) < MOST_SHRINKAGE;
  if (vectors) setTone(row.tone);
  const side = step * floor(TILE / step);
  const words = new DataView(source.data.buffer, source.data.byteOffset, source.data.byteLength);
  // Tile by tile, so that a page that lies turned in the source is read from nearby memory, too.
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      row.width = min(side, width - left);
      const rows = min(side, height - top);
      const nodes = tileNodes(mesh, lattice, channels, left, top, row.width, rows);
      const at = (top * width + left) * channels;
      if (vectors && drawTile(source, nodes, row.width, rows, out, at, width * channels)) continue;
      for (let y = 0; y < rows; y++) {
        layRow(nodes, y / step, row);
        if (channels === 1) greyRow(source, row, out, at + y * width);
        else colourRow(source, words, row, out, at + y * width * channels);
      }
    }
  return { data: out, width, height, channels };
}

/** px of the source along one of the output, where the mesh begins. */
function shrinkage({ x, y, step }: WarpMesh): number {
  return hypot(x[1] - x[0], y[1] - y[0]) / step;
}

type GainLattice = NonNullable<PixelTreatment['gain']>;

const EVEN: GainLattice = { cols: 2, rows: 2, channels: 1, factors: new Float32Array([1, 1, 1, 1]) };

/** The nodes that a tile lies between, whose first px is (left, top). */
function tileNodes(
  mesh: WarpMesh,
  lattice: GainLattice,
  channels: 1 | 3,
  left: number,
  top: number,
  width: number,
  height: number,
): TileNodes {
  const { step } = mesh;
  const cols = floor((width - 1) / step) + 2;
  const rows = floor((height - 1) / step) + 2;
  const x = new Float32Array(cols * rows);
  const y = new Float32Array(cols * rows);
  const gains = new Float32Array(cols * rows * channels);
  const across = (lattice.cols - 1) / max(1, mesh.width - 1);
  const down = (lattice.rows - 1) / max(1, mesh.height - 1);
  for (let j = 0, n = 0; j < rows; j++) {
    const v = min(lattice.rows - 1, (top + j * step) * down);
    const row = min(lattice.rows - 2, floor(v));
    for (let i = 0; i < cols; i++, n++) {
      const k = (top / step + j) * mesh.cols + left / step + i;
      x[n] = mesh.x[k];
      y[n] = mesh.y[k];
      const u = min(lattice.cols - 1, (left + i * step) * across);
      const col = min(lattice.cols - 2, floor(u));
      for (let c = 0; c < channels; c++)
        gains[n * channels + c] = gainAt(lattice, col, row, u - col, v - row, c);
    }
  }
  return { cols, rows, x, y, gains };
}

function gainAt(
  { cols, channels, factors }: GainLattice,
  col: number,
  row: number,
  u: number,
  v: number,
  channel: number,
): number {
  const k = (row * cols + col) * channels + min(channel, channels - 1);
  const below = k + cols * channels;
  const upper = factors[k] + (factors[k + channels] - factors[k]) * u;
  return upper + (factors[below] + (factors[below + channels] - factors[below]) * u - upper) * v;
}

/** Sets places and gains at the nodes of one of a tile's rows, `down` nodes from its top. */
function layRow({ cols, x, y, gains }: TileNodes, down: number, row: MeshRow): void {
  const j = floor(down);
  const v = down - j;
  const channels = gains.length / x.length;
  for (let i = 0, k = j * cols; i < cols; i++, k++) {
    row.x[i] = place(x[k] + (x[k + cols] - x[k]) * v);
    row.y[i] = place(y[k] + (y[k + cols] - y[k]) * v);
    for (let c = 0, g = k * channels; c < channels; c++, g++) {
      const gain = gains[g] + (gains[g + cols * channels] - gains[g]) * v;
      row.gains[i * channels + c] = GAIN_UNIT * min(MAX_GAIN - 1, gain);
    }
  }
}

/** A source px as a fixed-point place; what lies far outside is brought near, and stays outside. */
function place(at: number): number {
  return max(-30000, min(65535, at)) * PLACE_UNIT;
}
