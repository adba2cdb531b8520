import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { Random } from '../support/random.js';

const WIDTH = 60;
const HEIGHT = 44;
const STEP = 8;

/** What lies at a place of a picture, bilinear, by 256ths of a px, ink light; 0 outside. */
function inkAt(picture: Uint8Array, x: number, y: number): number {
  const [fx, fy] = [Math.trunc(x), Math.trunc(y)];
  if (x < 0 || y < 0 || fx >= (WIDTH - 1) * 256 || fy >= (HEIGHT - 1) * 256) return 0;
  const o = (fy >> 8) * WIDTH + (fx >> 8);
  const [a, b] = [fx & 255, fy & 255];
  const upper = picture[o] * (256 - a) + picture[o + 1] * a;
  const lower = picture[o + WIDTH] * (256 - a) + picture[o + WIDTH + 1] * a;
  return 255 - ((upper * (256 - b) + lower * b + 32768) >> 16);
}

describe('a page as it lies in a picture', () => {
  it.each([
    ['inside', 1.01, 0.103, 12.3, 8.7, 30, 20],
    ['cut by the border', 1.313, 0.307, -9.37, -6.21, 50, 40],
    ['larger than the picture', 4.03, 0.517, -30.3, -20.7, 37, 29],
  ])('is seen px by px: %s', (_, scale, slant, left, top, width, height) => {
    const random = new Random(3);
    const picture = Uint8Array.from({ length: WIDTH * HEIGHT }, () => random.int(0, 255));
    const nodesARow = Math.ceil(width / STEP) + 1;
    const places = Float64Array.from({ length: 2 * nodesARow * height }, (_, k) => {
      const node = k >> 1;
      const [x, y] = [(node % nodesARow) * STEP, Math.floor(node / nodesARow)];
      return 256 * (k % 2 === 0 ? left + scale * x - slant * y : top + slant * x + scale * y);
    });
    const seen = KernelMemory.borrow((memory) => {
      const from = memory.take(picture.length);
      const nodes = memory.take(8 * places.length);
      const out = memory.take(width * height);
      memory.bytes(from, picture.length).set(picture);
      memory.doubles(nodes, places.length).set(places);
      kernels.viewPage(from, WIDTH, HEIGHT, nodes, nodesARow, STEP, width, height, out);
      return memory.bytes(out, width * height).slice();
    });
    const expected = seen.map((_, at) => {
      const [column, row] = [at % width, Math.floor(at / width)];
      const node = 2 * (row * nodesARow + Math.floor(column / STEP));
      const part = (column % STEP) / STEP;
      const between = (k: number) => places[node + k] + part * (places[node + k + 2] - places[node + k]);
      return inkAt(picture, between(0), between(1));
    });
    const off = seen.map((level, k) => Math.abs(level - expected[k]));
    // Places are added up along a row: here and there one falls on the other side of a 256th.
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
    expect(off.filter((o) => o > 0).length).toBeLessThan(0.05 * off.length);
  });
});
