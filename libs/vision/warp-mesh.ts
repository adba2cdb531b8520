import { project } from './projective.js';
import type { Homography, Point, Raster } from './raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
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
  const out = new Uint8Array(mesh.width * mesh.height * channels);
  const tone = treatment.tone ?? Uint8Array.from({ length: 256 }, (_, i) => i);
  const lattice = treatment.gain ?? {
    cols: 2,
    rows: 2,
    channels: 1,
    factors: new Float32Array([1, 1, 1, 1]),
  };
  const gains = new Float32Array(lattice.cols * channels);
  const cells = mesh.cols - 1;
  for (let y = 0; y < mesh.height; y++) {
    const j = floor(y / mesh.step);
    const v = y / mesh.step - j;
    gainRow(lattice, channels, mesh.height > 1 ? y / (mesh.height - 1) : 0, gains);
    for (let i = 0; i < cells; i++) {
      const k = j * mesh.cols + i;
      const below = k + mesh.cols;
      const from = i * mesh.step;
      const to = min(mesh.width, from + mesh.step);
      const x0 = mesh.x[k] + (mesh.x[below] - mesh.x[k]) * v;
      const y0 = mesh.y[k] + (mesh.y[below] - mesh.y[k]) * v;
      const x1 = mesh.x[k + 1] + (mesh.x[below + 1] - mesh.x[k + 1]) * v;
      const y1 = mesh.y[k + 1] + (mesh.y[below + 1] - mesh.y[k + 1]) * v;
      const span: Span = {
        out: (y * mesh.width + from) * channels,
        count: to - from,
        x: x0,
        y: y0,
        dx: (x1 - x0) / mesh.step,
        dy: (y1 - y0) / mesh.step,
        gainAt: (from / max(1, mesh.width - 1)) * (lattice.cols - 1),
        gainStep: (lattice.cols - 1) / max(1, mesh.width - 1),
      };
      if (channels === 1) greySpan(source, out, span, gains, tone, outside);
      else colourSpan(source, out, span, gains, tone, outside);
    }
  }
  return { data: out, width: mesh.width, height: mesh.height, channels };
}

interface Span {
  out: number;
  count: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
  gainAt: number;
  gainStep: number;
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

function greySpan(
  source: Raster,
  out: Uint8Array,
  span: Span,
  gains: Float32Array,
  tone: Uint8Array,
  outside: number,
): void {
  const { data, width, height, channels } = source;
  const row = width * channels;
  const green = channels === 1 ? 0 : 1;
  const last = gains.length - 2;
  let { x, y, gainAt } = span;
  for (let n = 0, o = span.out; n < span.count; n++, o++) {
    const xi = floor(x);
    const yi = floor(y);
    if (xi >= 0 && yi >= 0 && xi < width - 1 && yi < height - 1) {
      const u = x - xi;
      const v = y - yi;
      const k = yi * row + xi * channels + green;
      const top = data[k] + (data[k + channels] - data[k]) * u;
      const below = k + row;
      const bottom = data[below] + (data[below + channels] - data[below]) * u;
      const g = gainAt < last ? gainAt | 0 : last;
      const w = gainAt - g;
      const level = (top + (bottom - top) * v) * (gains[g] + (gains[g + 1] - gains[g]) * w) + 0.5;
      out[o] = tone[level > 255 ? 255 : level | 0];
    } else out[o] = borderLevel(source, xi, yi, green, outside, tone, gains[min(last, gainAt | 0)]);
    x += span.dx;
    y += span.dy;
    gainAt += span.gainStep;
  }
}

function colourSpan(
  source: Raster,
  out: Uint8Array,
  span: Span,
  gains: Float32Array,
  tone: Uint8Array,
  outside: number,
): void {
  const { data, width, height, channels } = source;
  const row = width * channels;
  const cells = gains.length / 3 - 1;
  let { x, y } = span;
  // Gains run straight over a span: the lattice's own cells are not much wider.
  const end = span.gainAt + span.gainStep * span.count;
  let red = gainAt(gains, 0, span.gainAt, cells);
  let green = gainAt(gains, 1, span.gainAt, cells);
  let blue = gainAt(gains, 2, span.gainAt, cells);
  const redStep = (gainAt(gains, 0, end, cells) - red) / span.count;
  const greenStep = (gainAt(gains, 1, end, cells) - green) / span.count;
  const blueStep = (gainAt(gains, 2, end, cells) - blue) / span.count;
  for (let n = 0, o = span.out; n < span.count; n++, o += 3) {
    const xi = floor(x);
    const yi = floor(y);
    if (xi >= 0 && yi >= 0 && xi < width - 1 && yi < height - 1) {
      const u = x - xi;
      const v = y - yi;
      const k = yi * row + xi * channels;
      const right = k + channels;
      const below = k + row;
      const last = below + channels;
      const b = (1 - u) * v;
      const d = u * v;
      const c = u - d;
      const a = 1 - u - b;
      const r = (data[k] * a + data[right] * c + data[below] * b + data[last] * d) * red + 0.5;
      const g =
        (data[k + 1] * a + data[right + 1] * c + data[below + 1] * b + data[last + 1] * d) * green + 0.5;
      const m =
        (data[k + 2] * a + data[right + 2] * c + data[below + 2] * b + data[last + 2] * d) * blue + 0.5;
      out[o] = tone[r > 255 ? 255 : r | 0];
      out[o + 1] = tone[g > 255 ? 255 : g | 0];
      out[o + 2] = tone[m > 255 ? 255 : m | 0];
    } else {
      out[o] = borderLevel(source, xi, yi, 0, outside, tone, red);
      out[o + 1] = borderLevel(source, xi, yi, 1, outside, tone, green);
      out[o + 2] = borderLevel(source, xi, yi, 2, outside, tone, blue);
    }
    x += span.dx;
    y += span.dy;
    red += redStep;
    green += greenStep;
    blue += blueStep;
  }
}

function gainAt(gains: Float32Array, channel: number, at: number, cells: number): number {
  const g = min(cells - 1, floor(at));
  const w = at - g;
  return gains[g * 3 + channel] * (1 - w) + gains[g * 3 + 3 + channel] * w;
}

/** The level of the nearest px within one px of the border, `outside` beyond. */
function borderLevel(
  source: Raster,
  xi: number,
  yi: number,
  channel: number,
  outside: number,
  tone: Uint8Array,
  gain: number,
): number {
  if (!(xi >= -1 && yi >= -1 && xi < source.width && yi < source.height)) return outside;
  const x = max(0, xi);
  const y = max(0, yi);
  const level = source.data[(y * source.width + x) * source.channels + channel] * gain + 0.5;
  return tone[level > 255 ? 255 : level | 0];
}
