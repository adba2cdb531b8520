import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from './raster.js';
import type { SplitPicture } from './split-picture.js';

/**
 * The colours over green joined with it again: RGB, or grey of a grey picture.
 *
 * @param width px, as it is to be: the picture's own, or a column less
 * @param height px, the same for rows
 */
export function joined(picture: SplitPicture, width: number, height: number): Raster {
  const { green, colours } = picture;
  if (!colours) {
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      data.set(green.subarray(y * picture.width, y * picture.width + width), y * width);
    return { data, width, height, channels: 1 };
  }
  const { red, blue } = colours;
  const data = new Uint8Array(width * height * 3);
  KernelMemory.borrow((memory) => {
    const greenRow = memory.take(picture.width);
    const redRow = memory.take(picture.width);
    const blueRow = memory.take(picture.width);
    const out = memory.take(3 * picture.width);
    const half = picture.width >> 1;
    const greens = memory.bytes(greenRow, picture.width);
    const reds = memory.words(redRow, half);
    const blues = memory.words(blueRow, half);
    const joinedRow = memory.bytes(out, 3 * width);
    for (let y = 0; y < height; y++) {
      if ((y & 1) === 0) {
        reds.set(red.subarray((y >> 1) * half, ((y >> 1) + 1) * half));
        blues.set(blue.subarray((y >> 1) * half, ((y >> 1) + 1) * half));
      }
      greens.set(green.subarray(y * picture.width, (y + 1) * picture.width));
      kernels.joinRow(greenRow, redRow, blueRow, width, out);
      data.set(joinedRow, y * 3 * width);
    }
  });
  return { data, width, height, channels: 3 };
}
