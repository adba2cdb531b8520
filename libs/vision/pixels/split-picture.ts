import type { Raster } from './raster.js';
import type { WarpMesh } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, imul, max, min } = Math;

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

/** Bits of the fraction in source places: px up to 65,535 (all a JPEG can have) fit 32 bits. */
const PLACE_BITS = 15;
const PLACE_UNIT = 1 << PLACE_BITS;
/** A place is rounded to a 256th of a px for green, to a 16th for colours, where two share one multiplication. */
const GREEN_SHIFT = PLACE_BITS - 8;
const COLOUR_SHIFT = PLACE_BITS - 4;
/** Level of what lies outside of the source. */
const OUTSIDE = 255;

/**
 * The source picture, grey, RGB or RGBA, seen through a mesh, bilinear. It goes from cell to cell of the mesh, not from row to
 * row: a frame turned by a quarter is read along its columns, and what a few rows need of it stays in the cache.
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
  const words = new DataView(source.data.buffer, source.data.byteOffset, source.data.byteLength);
  const lay: CellLay = { x: 0, y: 0, downX: 0, downY: 0, acrossX: 0, acrossY: 0, turnX: 0, turnY: 0 };
  for (let top = 0; top < height; top += mesh.step)
    for (let left = 0; left < width; left += mesh.step) {
      layCell(mesh, (top / mesh.step) * mesh.cols + left / mesh.step, lay);
      warpCell(source, words, mesh, lay, picture, left, top);
    }
  return picture;
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

/** Writes how the cell to the right of and below a node lies: into one object for all, for there are thousands. */
function layCell({ x, y, cols, step }: WarpMesh, node: number, lay: CellLay): void {
  const below = node + cols;
  lay.x = placeOf(x[node]);
  lay.y = placeOf(y[node]);
  lay.downX = (placeOf(x[below]) - lay.x) / step;
  lay.downY = (placeOf(y[below]) - lay.y) / step;
  lay.acrossX = (placeOf(x[node + 1]) - lay.x) / step;
  lay.acrossY = (placeOf(y[node + 1]) - lay.y) / step;
  lay.turnX = ((placeOf(x[below + 1]) - placeOf(x[below])) / step - lay.acrossX) / step;
  lay.turnY = ((placeOf(y[below + 1]) - placeOf(y[below])) / step - lay.acrossY) / step;
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

function warpCell(
  source: Raster,
  words: DataView,
  mesh: WarpMesh,
  lay: CellLay,
  picture: SplitPicture,
  left: number,
  top: number,
): void {
  const { cols, step } = mesh;
  const { width, height, green, colours } = picture;
  const wide = min(step, width - left);
  const high = min(step, height - top);
  const inside = liesInside(source, mesh, (top / step) * cols + left / step);
  const cell = { first: top * width + left, wide, high, stride: width };
  if (inside && source.channels === 3) greenOfRgb(source, words, lay, green, cell);
  else if (inside) greenInside(source, lay, green, cell);
  else near(source, lay, 1, source.channels === 1 ? 0 : 1, green, cell);
  if (!colours) return;
  const half = {
    first: (top >> 1) * (width >> 1) + (left >> 1),
    wide: wide >> 1,
    high: high >> 1,
    stride: width >> 1,
  };
  if (inside) coloursInside(source, words, lay, colours, half);
  else {
    near(source, lay, 2, 0, colours.red, half);
    near(source, lay, 2, 1, colours.green, half);
    near(source, lay, 2, 2, colours.blue, half);
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

function greenInside(
  { data, width, channels }: Raster,
  lay: CellLay,
  out: Uint8Array,
  cell: PlaneCell,
): void {
  const row = width * channels;
  const round = 1 << (GREEN_SHIFT - 1);
  const origin = channels === 1 ? 0 : 1;
  for (let j = 0; j < cell.high; j++) {
    let x = (lay.x + lay.downX * j + round) | 0;
    let y = (lay.y + lay.downY * j + round) | 0;
    const dx = (lay.acrossX + lay.turnX * j) | 0;
    const dy = (lay.acrossY + lay.turnY * j) | 0;
    const from = cell.first + j * cell.stride;
    for (let o = from, end = from + cell.wide; o < end; o++) {
      const k = (y >> PLACE_BITS) * row + (x >> PLACE_BITS) * channels + origin;
      const u = (x >> GREEN_SHIFT) & 255;
      const below = k + row;
      const top = (data[k] << 8) + (data[k + channels] - data[k]) * u;
      const bottom = (data[below] << 8) + (data[below + channels] - data[below]) * u;
      out[o] = ((top << 8) + (bottom - top) * ((y >> GREEN_SHIFT) & 255) + 32768) >> 16;
      x += dx;
      y += dy;
    }
  }
}

/** As `greenInside`, of RGB: a word holds the green of a px and of the next one, so two words are all that is mixed. */
function greenOfRgb(
  { width }: Raster,
  words: DataView,
  lay: CellLay,
  out: Uint8Array,
  cell: PlaneCell,
): void {
  const row = width * 3;
  const round = 1 << (GREEN_SHIFT - 1);
  for (let j = 0; j < cell.high; j++) {
    let x = (lay.x + lay.downX * j + round) | 0;
    let y = (lay.y + lay.downY * j + round) | 0;
    const dx = (lay.acrossX + lay.turnX * j) | 0;
    const dy = (lay.acrossY + lay.turnY * j) | 0;
    const from = cell.first + j * cell.stride;
    for (let o = from, end = from + cell.wide; o < end; o++) {
      const k = imul(y >> PLACE_BITS, row) + imul(x >> PLACE_BITS, 3) + 1;
      const upper = words.getInt32(k, true);
      const lower = words.getInt32(k + row, true);
      const v = (y >> GREEN_SHIFT) & 255;
      const left = imul(upper & 255, 256 - v) + imul(lower & 255, v);
      const right = imul(upper >>> 24, 256 - v) + imul(lower >>> 24, v);
      out[o] = ((left << 8) + imul(right - left, (x >> GREEN_SHIFT) & 255) + 32768) >> 16;
      x += dx;
      y += dy;
    }
  }
}

/** A px is read as one word; red and blue are mixed in its two halves at once, and green by itself. */
function coloursInside(
  { width, channels }: Raster,
  words: DataView,
  lay: CellLay,
  { red, green, blue }: SplitColours,
  cell: PlaneCell,
): void {
  const row = width * channels;
  const round = 1 << (COLOUR_SHIFT - 1);
  for (let j = 0; j < cell.high; j++) {
    const down = 2 * j + 0.5;
    const acrossX = lay.acrossX + lay.turnX * down;
    const acrossY = lay.acrossY + lay.turnY * down;
    let x = (lay.x + lay.downX * down + acrossX / 2 + round) | 0;
    let y = (lay.y + lay.downY * down + acrossY / 2 + round) | 0;
    const dx = (2 * acrossX) | 0;
    const dy = (2 * acrossY) | 0;
    const from = cell.first + j * cell.stride;
    for (let o = from, end = from + cell.wide; o < end; o++) {
      const k = (y >> PLACE_BITS) * row + (x >> PLACE_BITS) * channels;
      const below = k + row;
      const u = (x >> COLOUR_SHIFT) & 15;
      const v = (y >> COLOUR_SHIFT) & 15;
      const d = u * v;
      const c = (v << 4) - d;
      const b = (u << 4) - d;
      const a = 256 - b - c - d;
      const first = words.getInt32(k, true);
      const second = words.getInt32(k + channels, true);
      const third = words.getInt32(below, true);
      const fourth = words.getInt32(below + channels, true);
      const mixed =
        (Math.imul(first & 0xff00ff, a) +
          Math.imul(second & 0xff00ff, b) +
          Math.imul(third & 0xff00ff, c) +
          Math.imul(fourth & 0xff00ff, d) +
          0x800080) |
        0;
      red[o] = (mixed >> 8) & 255;
      blue[o] = mixed >>> 24;
      green[o] =
        (((first >> 8) & 255) * a +
          ((second >> 8) & 255) * b +
          ((third >> 8) & 255) * c +
          ((fourth >> 8) & 255) * d +
          128) >>
        8;
      x += dx;
      y += dy;
    }
  }
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
      out[cell.first + j * cell.stride + i] = levelNear(source, x / PLACE_UNIT, y / PLACE_UNIT, channel);
    }
}

/** One channel of a place that may lie at the border (the nearest px counts, one px beyond) or outside. */
function levelNear({ data, width, height, channels }: Raster, x: number, y: number, channel: number): number {
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
