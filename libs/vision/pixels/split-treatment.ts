import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { SplitPicture } from './split-picture.js';
import type { PixelTreatment } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min } = Math;

/** A gain and a tone curve, both. */
export type Evening = { [K in keyof PixelTreatment]: NonNullable<PixelTreatment[K]> };

/** Blocks of this many px by this many rows (of the green; two of the colours') have one gain. */
const BLOCK_WIDTH = 8;
export const BLOCK_HEIGHT = 4;
/** Rows that are copied to the kernels' memory at a time: so few stay in the cache. */
const BAND = 8 * BLOCK_HEIGHT;

/** An evening laid out over a picture, block by block. */
export interface LaidEvening {
  /** Blocks in a row. */
  blocks: number;
  /**
   * Of each channel the gain of each block, row-major, in 256ths: a step changes paper by less than its grain. A grey picture
   * has but one channel.
   */
  gains: Uint16Array[];
  /** What becomes of the levels 0..255 after the gain. */
  tone: Uint8Array;
}

/** Lays a gain and a tone curve out over a picture. */
export function layEvening({ width, height, colours }: SplitPicture, { gain, tone }: Evening): LaidEvening {
  const { cols, rows, channels, factors } = gain;
  const blocks = ceil(width / BLOCK_WIDTH);
  const count = blocks * ceil(height / BLOCK_HEIGHT);
  return KernelMemory.borrow((memory) => {
    const lattice = memory.take(4 * factors.length);
    const places = memory.take(4 * blocks);
    const scratch = memory.take(4 * cols);
    const out = memory.take(2 * count);
    memory.floats(lattice, factors.length).set(factors);
    // The middle of each block.
    const middles = memory.floats(places, blocks);
    for (let i = 0; i < blocks; i++)
      middles[i] = min(cols - 1, ((i + 0.5) * BLOCK_WIDTH * (cols - 1)) / max(1, width - 1));
    const gains = Array.from({ length: colours ? 3 : 1 }, (_, c) => {
      const channel = min(c, channels - 1);
      kernels.layGains(lattice, cols, rows, channels, channel, places, blocks, height, scratch, out);
      return memory.words(out, count).slice();
    });
    return { blocks, gains, tone };
  });
}

/** Applies an evening to the green of a picture, in place. */
export function evenGreen({ width, height, green, colours }: SplitPicture, evening: LaidEvening): void {
  KernelMemory.borrow((memory) => {
    const { blocks, curve, gains } = placeEvening(memory, evening);
    const band = memory.take(width * BAND);
    const bytes = memory.bytes(band, width * BAND);
    for (let y = 0; y < height; y += BAND) {
      const rows = min(BAND, height - y);
      bytes.set(green.subarray(y * width, (y + rows) * width));
      const from = gains[colours ? 1 : 0] + 2 * blocks * (y / BLOCK_HEIGHT);
      kernels.tonePlane(band, width, rows, from, blocks, curve);
      green.set(bytes.subarray(0, rows * width), y * width);
    }
  });
}

/** An evening in the kernels' memory: addresses of the gains of each channel, 16 bits each, and of the tone curve. */
export interface PlacedEvening {
  blocks: number;
  gains: number[];
  curve: number;
}

/** Copies an evening to the kernels' memory. */
export function placeEvening(memory: KernelMemory, { blocks, gains, tone }: LaidEvening): PlacedEvening {
  const curve = memory.take(tone.length);
  memory.bytes(curve, tone.length).set(tone);
  const places = gains.map((channel) => {
    const address = memory.take(2 * channel.length);
    memory.words(address, channel.length).set(channel);
    return address;
  });
  return { blocks, gains: places, curve };
}

/** A smaller copy of a picture not treated yet, every `stride`-th px of the colours' density. */
export function thinned({ width, height, green, colours }: SplitPicture, stride: number): Raster {
  const cols = max(1, floor(width / 2 / stride));
  const rows = max(1, floor(height / 2 / stride));
  const channels = colours ? 3 : 1;
  const data = new Uint8Array(cols * rows * channels);
  const right = 2 * stride;
  for (let y = 0, o = 0; y < rows; y++) {
    let upper = right * y * width;
    let lower = upper + width;
    let c = stride * y * (width >> 1);
    for (let x = 0; x < cols; x++, upper += right, lower += right, c += stride) {
      const level = (green[upper] + green[upper + 1] + green[lower] + green[lower + 1] + 2) >> 2;
      if (colours) {
        data[o] = colours.red[c];
        data[o + 1] = level;
        data[o + 2] = colours.blue[c];
        o += 3;
      } else data[o++] = level;
    }
  }
  return { data, width: cols, height: rows, channels };
}
