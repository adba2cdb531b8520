import type { Raster } from './raster.js';
import type { SplitColours, SplitPicture } from './split-picture.js';
import type { PixelTreatment } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min, round } = Math;

/** A gain and a tone curve, both. */
export type Evening = { [K in keyof PixelTreatment]: NonNullable<PixelTreatment[K]> };

/** Gains are whole multiples of this: a step changes paper by less than its grain. */
const GAIN_STEP = 1 / 256;
/** Blocks of this many px by this many rows (of the green; two of the colours') have one gain. */
const BLOCK_WIDTH = 8;
const BLOCK_HEIGHT = 4;

/**
 * Applies gain and tone to green and colours of a picture, in place; what is left of the colours is how far they are over the
 * green then. A level is looked up in the table of its block's gain.
 */
export function treat(picture: SplitPicture, { gain, tone }: Evening): void {
  const { width, height, colours } = picture;
  const channels = colours ? 3 : 1;
  let least = Infinity;
  let largest = 0;
  for (const factor of gain.factors) {
    least = min(least, factor);
    largest = max(largest, factor);
  }
  const first = floor(least / GAIN_STEP);
  const tables = levelTables(first, largest, tone);
  const blocks = ceil(width / BLOCK_WIDTH);
  // Cell of the lattice under the middle of each block, and the share of its right side.
  const places = Float32Array.from({ length: blocks }, (_, i) =>
    min(gain.cols - 1, ((i + 0.5) * BLOCK_WIDTH * (gain.cols - 1)) / max(1, width - 1)),
  );
  const cells = Int32Array.from(places, (at) => min(gain.cols - 2, floor(at)));
  const lattice = new Float32Array(gain.cols);
  const starts = Array.from({ length: channels }, () => new Int32Array(blocks));
  for (let y = 0; y < height; y += BLOCK_HEIGHT) {
    starts.forEach((start, c) => {
      latticeRow(
        gain,
        min(c, gain.channels - 1),
        min(1, (y + BLOCK_HEIGHT / 2) / max(1, height - 1)),
        lattice,
      );
      for (let i = 0; i < blocks; i++) {
        const cell = cells[i];
        const factor = lattice[cell] + (lattice[cell + 1] - lattice[cell]) * (places[i] - cell);
        start[i] = (round(factor / GAIN_STEP) - first) << 8;
      }
    });
    const rows = min(BLOCK_HEIGHT, height - y);
    if (colours)
      for (let row = y >> 1; row < (y + rows) >> 1; row++)
        treatColours(width >> 1, colours, row, starts, tables);
    for (let row = y; row < y + rows; row++) treatGreen(picture, row, starts[colours ? 1 : 0], tables);
  }
}

/** For each gain from the first step up to the largest what becomes of the levels 0..255. */
function levelTables(first: number, largest: number, tone: Uint8Array): Uint8Array {
  const tables = new Uint8Array((ceil(largest / GAIN_STEP) + 1 - first) << 8);
  for (let k = 0; k < tables.length; k++)
    tables[k] = tone[min(255, round((k & 255) * (first + (k >> 8)) * GAIN_STEP))];
  return tables;
}

/** A channel of the lattice at a height (0..1). */
function latticeRow(gain: Evening['gain'], channel: number, height: number, out: Float32Array): void {
  const at = height * (gain.rows - 1);
  const j = min(gain.rows - 2, floor(at));
  for (let i = 0; i < gain.cols; i++) {
    const k = (j * gain.cols + i) * gain.channels + channel;
    const below = k + gain.cols * gain.channels;
    out[i] = gain.factors[k] + (gain.factors[below] - gain.factors[k]) * (at - j);
  }
}

/** @param starts of the table of each block */
function treatGreen({ width, green }: SplitPicture, y: number, starts: Int32Array, tables: Uint8Array): void {
  // By fours, as words: reading and writing takes longer than looking up.
  const words = new Int32Array(green.buffer, green.byteOffset + y * width, width >> 2);
  for (let left = 0, i = 0; left < words.length; left += BLOCK_WIDTH / 4, i++) {
    const start = starts[i];
    for (let k = left, end = min(words.length, left + BLOCK_WIDTH / 4); k < end; k++) {
      const four = words[k];
      words[k] =
        tables[start + (four & 255)] |
        (tables[start + ((four >> 8) & 255)] << 8) |
        (tables[start + ((four >> 16) & 255)] << 16) |
        (tables[start + (four >>> 24)] << 24);
    }
  }
}

/** A row of the colours: what is left of them is how far they are over green. */
function treatColours(
  width: number,
  { red, green, blue }: SplitColours,
  y: number,
  [ofRed, ofGreen, ofBlue]: readonly Int32Array[],
  tables: Uint8Array,
): void {
  const row = y * width;
  for (let left = 0, i = 0; left < width; left += BLOCK_WIDTH / 2, i++) {
    const redStart = ofRed[i];
    const greenStart = ofGreen[i];
    const blueStart = ofBlue[i];
    for (let k = row + left, end = row + min(width, left + BLOCK_WIDTH / 2); k < end; k++) {
      const level = tables[greenStart + green[k]];
      red[k] = tables[redStart + red[k]] - level;
      blue[k] = tables[blueStart + blue[k]] - level;
    }
  }
}

/** A smaller copy of a picture not treated yet, every `stride`-th px of the colours' density. */
export function thinned({ width, height, green, colours }: SplitPicture, stride: number): Raster {
  const cols = max(1, floor(width / 2 / stride));
  const rows = max(1, floor(height / 2 / stride));
  const channels = colours ? 3 : 1;
  const data = new Uint8Array(cols * rows * channels);
  for (let y = 0, o = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const k = 2 * stride * (y * width + x);
      const level = (green[k] + green[k + 1] + green[k + width] + green[k + width + 1] + 2) >> 2;
      if (colours) {
        const c = stride * (y * (width >> 1) + x);
        data[o++] = colours.red[c];
        data[o++] = level;
        data[o++] = colours.blue[c];
      } else data[o++] = level;
    }
  return { data, width: cols, height: rows, channels };
}
