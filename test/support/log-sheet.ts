import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from './random.js';

const [WIDTH, HEIGHT] = [1240, 1754];
const ROW = 33;

/** A log sheet, 150 px an inch: a heading, and some forty rows with the same words in each. */
export function logSheet(): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const fill = (x: number, y: number, width: number, height: number): void => {
    for (let v = y; v < y + height; v++) data.fill(20, v * WIDTH + x, v * WIDTH + x + width);
  };
  /** Something like a letter, a cell of 12 by 16 px times `size`. */
  const letter = (x: number, y: number, seed: number, size = 1): void => {
    const random = new Random(seed);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 4; b++)
        if (random.chance(0.7)) fill(x + 4 * a * size, y + 4 * b * size, 3 * size + 1, 3 * size + 1);
  };
  for (let k = 0; k < 18; k++) letter(300 + 34 * k, 70, k, 2);
  for (let y = 160; y < HEIGHT - 100; y += ROW) {
    fill(90, y, 1060, 2);
    for (let k = 0; k < 9; k++) letter(110 + 17 * k, y + 9, 40 + k);
    for (const x of [430, 710, 940]) letter(x, y + 9, 7);
  }
  for (const x of [90, 400, 690, 920, 1150]) fill(x, 160, 2, HEIGHT - 260);
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}
