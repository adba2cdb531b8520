import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster, Size } from './raster.js';
import type { SplitPicture } from './split-picture.js';
import { BLOCK_HEIGHT, type LaidEvening } from './split-treatment.js';

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

/** How a picture is joined. */
export interface Joining {
  /** Prepares what is done to the rows of the green before they are joined; nothing without. */
  finish?: (memory: KernelMemory, green: KernelPlane) => RowWork | null;
  /** Gives so many bytes to write the picture to; new ones without. */
  room?: (bytes: number) => Uint8Array;
}

/**
 * The colours of a picture evened as its green has been and joined with it: RGB, or grey of a grey picture. The split
 * picture is used up by it.
 *
 * @param size px, as it is to be: the picture's own, or a column or a row less
 */
export function joined(
  picture: SplitPicture,
  evening: LaidEvening,
  { width, height }: Size,
  { finish, room = newRoom }: Joining = {},
): Raster {
  const channels = picture.colours ? 3 : 1;
  const data = room(width * height * channels);
  KernelMemory.borrow((memory) => {
    const green = { address: picture.green, width: picture.width, height: picture.height };
    const work = finish?.(memory, green);
    const join = picture.colours
      ? joiner(memory, picture, picture.colours, evening, width, data)
      : cropper(memory, green, width, data);
    for (let top = 0; top < height; top += BAND) {
      const rows = min(BAND, height - top);
      work?.(top, rows);
      join(top, rows);
    }
  });
  return { data, width, height, channels };
}

const newRoom = (bytes: number): Uint8Array => new Uint8Array(bytes);

function joiner(
  memory: KernelMemory,
  { width: stride, green }: SplitPicture,
  colours: NonNullable<SplitPicture['colours']>,
  { blocks, gains, curve }: LaidEvening,
  width: number,
  data: Uint8Array,
): RowWork {
  const half = stride >> 1;
  // Vectors are written whole.
  const out = memory.take(3 * width * BAND + 48);
  const joinedRows = memory.bytes(out, 3 * width * BAND);
  return (top, rows) => {
    const first = (top >> 1) * half;
    const red = colours.red + 2 * first;
    const blue = colours.blue + 2 * first;
    const down = 2 * blocks * (top / BLOCK_HEIGHT);
    kernels.toneColours(
      red,
      colours.green + first,
      blue,
      half,
      (rows + 1) >> 1,
      gains[0] + down,
      gains[1] + down,
      gains[2] + down,
      blocks,
      curve,
    );
    kernels.joinPlanes(green + top * stride, red, blue, stride, width, rows, out);
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
