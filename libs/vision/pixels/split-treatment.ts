import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { SplitPicture } from './split-picture.js';

const { ceil, floor, max, min } = Math;

/** What makes a page's light even and its paper white. */
export interface Evening {
  /** Factors for each channel on a lattice of `cols` x `rows` nodes spread over the picture, corner to corner. */
  gain: { cols: number; rows: number; factors: Float32Array; channels: number };
  /** Level for each level after the gain. */
  tone: Uint8Array;
}

/** Blocks of this many px by this many rows (of the green; two of the colours') have one gain. */
const BLOCK_WIDTH = 8;
export const BLOCK_HEIGHT = 4;
/** An evening laid out over a picture, block by block, in the kernels' memory beside it. */
export interface LaidEvening {
  /** Blocks in a row. */
  blocks: number;
  /**
   * Of each channel the address of the gain of each block, row-major, 16 bits each, in 256ths: a step changes paper by
   * less than its grain. A grey picture has but one channel.
   */
  gains: number[];
  /** Address of what becomes of the levels 0..255 after the gain. */
  curve: number;
}

/** Lays a gain and a tone curve out over a picture. */
export function layEvening(picture: SplitPicture, { gain, tone }: Evening): LaidEvening {
  const { memory, width, height, colours } = picture;
  const { cols, rows, channels, factors } = gain;
  const blocks = ceil(width / BLOCK_WIDTH);
  const curve = memory.take(tone.length);
  memory.bytes(curve, tone.length).set(tone);
  const gains = Array.from({ length: colours ? 3 : 1 }, () =>
    memory.take(2 * blocks * ceil(height / BLOCK_HEIGHT)),
  );
  KernelMemory.borrow((own) => {
    const lattice = own.take(4 * factors.length);
    const places = own.take(4 * blocks);
    const scratch = own.take(kernels.layGainsScratch(cols, blocks));
    own.floats(lattice, factors.length).set(factors);
    // The middle of each block.
    const middles = own.floats(places, blocks);
    for (let i = 0; i < blocks; i++)
      middles[i] = min(cols - 1, ((i + 0.5) * BLOCK_WIDTH * (cols - 1)) / max(1, width - 1));
    gains.forEach((out, c) => {
      const channel = min(c, channels - 1);
      kernels.layGains(lattice, cols, rows, channels, channel, places, blocks, height, scratch, out);
    });
  });
  return { blocks, gains, curve };
}

/** Applies an evening to the green of a picture, in place. */
export function evenGreen({ width, height, green, colours }: SplitPicture, evening: LaidEvening): void {
  const { blocks, curve, gains } = evening;
  kernels.tonePlane(green, width, height, gains[colours ? 1 : 0], blocks, curve);
}

/** A smaller copy of a picture not treated yet, every `stride`-th px of the colours' density. */
export function thinned({ width, height, green, colours }: SplitPicture, stride: number): Raster {
  const cols = max(1, floor(width / 2 / stride));
  const rows = max(1, floor(height / 2 / stride));
  const channels = colours ? 3 : 1;
  const count = cols * rows * channels;
  const { red, blue } = colours ?? { red: 0, blue: 0 };
  const data = KernelMemory.borrow((memory) => {
    const out = memory.take(count);
    kernels.thinPlanes(green, red, blue, width, stride, cols, rows, out);
    return memory.bytes(out, count).slice();
  });
  return { data, width: cols, height: rows, channels };
}
