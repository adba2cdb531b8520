import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { SplitColours, SplitPicture } from './split-picture.js';
import { BLOCK_HEIGHT, placeEvening, type LaidEvening } from './split-treatment.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { min } = Math;

/** Rows that are joined at a time: all they need stays in the cache. */
const BAND = 8 * BLOCK_HEIGHT;

/** A plane of bytes in the kernels' memory, rows one right after the other. */
export interface KernelPlane {
  address: number;
  width: number;
  height: number;
}

/** Does something to rows of a plane, some after the other. */
export type RowWork = (top: number, rows: number) => void;

/**
 * The colours of a picture evened as its green has been and joined with it: RGB, or grey of a grey picture.
 *
 * @param width px, as it is to be: the picture's own, or a column less
 * @param height px, the same for rows
 * @param finish prepares what is done to the rows of the green before they are joined
 */
export function joined(
  picture: SplitPicture,
  evening: LaidEvening,
  width: number,
  height: number,
  finish: (memory: KernelMemory, green: KernelPlane) => RowWork | null = () => null,
): Raster {
  const channels = picture.colours ? 3 : 1;
  const data = new Uint8Array(width * height * channels);
  KernelMemory.borrow((memory) => {
    const size = picture.width * picture.height;
    const green = { address: memory.take(size), width: picture.width, height: picture.height };
    memory.bytes(green.address, size).set(picture.green);
    const work = finish(memory, green);
    const join = picture.colours
      ? joiner(memory, green, picture.colours, evening, width, data)
      : cropper(memory, green, width, data);
    for (let top = 0; top < height; top += BAND) {
      const rows = min(BAND, height - top);
      work?.(top, rows);
      join(top, rows);
    }
  });
  return { data, width, height, channels };
}

function joiner(
  memory: KernelMemory,
  green: KernelPlane,
  colours: SplitColours,
  evening: LaidEvening,
  width: number,
  data: Uint8Array,
): RowWork {
  const stride = green.width;
  const half = stride >> 1;
  const most = (BAND >> 1) * half;
  const { blocks, gains, curve } = placeEvening(memory, evening);
  const red = memory.take(2 * most);
  const seen = memory.take(most);
  const blue = memory.take(2 * most);
  // Vectors are written whole.
  const out = memory.take(3 * width * BAND + 48);
  const reds = memory.words(red, most);
  const greens = memory.bytes(seen, most);
  const blues = memory.words(blue, most);
  const joinedRows = memory.bytes(out, 3 * width * BAND);
  return (top, rows) => {
    const first = (top >> 1) * half;
    const high = (rows + 1) >> 1;
    const last = first + high * half;
    reds.set(colours.red.subarray(first, last));
    greens.set(colours.green.subarray(first, last));
    blues.set(colours.blue.subarray(first, last));
    const [ofRed, ofGreen, ofBlue] = gains.map((address) => address + 2 * blocks * (top / BLOCK_HEIGHT));
    kernels.toneColours(red, seen, blue, half, high, ofRed, ofGreen, ofBlue, blocks, curve);
    kernels.joinPlanes(green.address + top * stride, red, blue, stride, width, rows, out);
    data.set(joinedRows.subarray(0, 3 * width * rows), 3 * width * top);
  };
}

function cropper(memory: KernelMemory, green: KernelPlane, width: number, data: Uint8Array): RowWork {
  const plane = memory.bytes(green.address, green.width * green.height);
  return (top, rows) => {
    for (let y = top; y < top + rows; y++)
      data.set(plane.subarray(y * green.width, y * green.width + width), y * width);
  };
}
