import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { SplitColours, SplitPicture } from './split-picture.js';
import type { PixelTreatment } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min, round } = Math;

/** A gain and a tone curve, both. */
export type Evening = { [K in keyof PixelTreatment]: NonNullable<PixelTreatment[K]> };

/** Gains are whole multiples of this, up to 2^16: a step changes paper by less than its grain. */
const GAIN_STEP = 1 / 256;
/** Blocks of this many px by this many rows (of the green; two of the colours') have one gain. */
const BLOCK_WIDTH = 8;
const BLOCK_HEIGHT = 4;

/**
 * Applies gain and tone to green and colours of a picture, in place; what is left of the colours is how far they are over the
 * green then.
 */
export function treat(picture: SplitPicture, { gain, tone }: Evening): void {
  const { width, height, colours } = picture;
  const channels = colours ? 3 : 1;
  const blocks = ceil(width / BLOCK_WIDTH);
  // Cell of the lattice under the middle of each block, and the share of its right side.
  const places = Float32Array.from({ length: blocks }, (_, i) =>
    min(gain.cols - 1, ((i + 0.5) * BLOCK_WIDTH * (gain.cols - 1)) / max(1, width - 1)),
  );
  const cells = Int32Array.from(places, (at) => min(gain.cols - 2, floor(at)));
  const lattice = new Float32Array(gain.cols);
  KernelMemory.borrow((memory) => {
    const rows = new TreatedRows(picture, tone, blocks, memory);
    for (let y = 0; y < height; y += BLOCK_HEIGHT) {
      for (let c = 0; c < channels; c++) {
        const middle = min(1, (y + BLOCK_HEIGHT / 2) / max(1, height - 1));
        latticeRow(gain, min(c, gain.channels - 1), middle, lattice);
        const gains = rows.gains[c];
        for (let i = 0; i < blocks; i++) {
          const cell = cells[i];
          const factor = lattice[cell] + (lattice[cell + 1] - lattice[cell]) * (places[i] - cell);
          gains[i] = round(factor / GAIN_STEP);
        }
      }
      const bottom = min(height, y + BLOCK_HEIGHT);
      if (colours) for (let row = y >> 1; row < bottom >> 1; row++) rows.treatColours(colours, row);
      for (let row = y; row < bottom; row++) rows.treatGreen(row);
    }
  });
}

/** Rows of a picture on their way through the kernels. */
class TreatedRows {
  /** Gain of each block, a channel each, in GAIN_STEP. */
  readonly gains: Uint16Array[];
  private readonly gainsAt: number;
  private readonly gainsStride: number;
  private readonly toneAt: number;
  private readonly greenAt: number;
  private readonly redAt: number;
  private readonly blueAt: number;
  private readonly green: Uint8Array;
  private readonly red: Uint16Array;
  private readonly blue: Uint16Array;

  constructor(
    private readonly picture: SplitPicture,
    tone: Uint8Array,
    blocks: number,
    memory: KernelMemory,
  ) {
    const { width, colours } = picture;
    const half = width >> 1;
    this.gainsStride = 2 * blocks;
    this.gainsAt = memory.take(3 * this.gainsStride);
    this.toneAt = memory.take(256);
    this.greenAt = memory.take(width);
    this.redAt = memory.take(width);
    this.blueAt = memory.take(width);
    this.gains = Array.from({ length: colours ? 3 : 1 }, (_, c) =>
      memory.words(this.gainsAt + c * this.gainsStride, blocks),
    );
    this.green = memory.bytes(this.greenAt, width);
    this.red = memory.words(this.redAt, half);
    this.blue = memory.words(this.blueAt, half);
    memory.bytes(this.toneAt, 256).set(tone);
  }

  treatGreen(y: number): void {
    const { width, green, colours } = this.picture;
    const row = green.subarray(y * width, (y + 1) * width);
    this.green.set(row);
    const gains = this.gainsAt + (colours ? this.gainsStride : 0);
    kernels.toneGreen(this.greenAt, width, gains, this.toneAt);
    row.set(this.green);
  }

  treatColours({ red, green, blue }: SplitColours, y: number): void {
    const half = this.picture.width >> 1;
    const from = y * half;
    const reds = red.subarray(from, from + half);
    const blues = blue.subarray(from, from + half);
    this.red.set(reds);
    this.blue.set(blues);
    this.green.set(green.subarray(from, from + half));
    const { redAt, greenAt, blueAt, gainsAt, gainsStride, toneAt } = this;
    kernels.toneColours(redAt, greenAt, blueAt, half, gainsAt, gainsStride, toneAt);
    reds.set(this.red);
    blues.set(this.blue);
  }
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
