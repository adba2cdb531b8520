import { BLOCK } from '../../libs/vision/ink/ink-block.js';
import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { Random } from '../support/random.js';

const WIDTH = 61;
const HEIGHT = 40;

/** Correlation of a block of `ink` at `from` with that of `picture` at `to`, px by px. */
function plainCorrelation(ink: Uint8Array, picture: Uint8Array, from: number, to: number): number {
  const n = BLOCK * BLOCK;
  const a: number[] = [];
  const b: number[] = [];
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0; x < BLOCK; x++) {
      a.push(ink[from + y * WIDTH + x]);
      b.push(picture[to + y * WIDTH + x]);
    }
  const sumOf = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const covariance = (p: number[], q: number[]) =>
    sumOf(p.map((value, i) => value * q[i])) - (sumOf(p) * sumOf(q)) / n;
  return covariance(b, b) > n ? covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b)) : 0;
}

describe('the correlation of a block', () => {
  const random = new Random(17);
  const ink = Uint8Array.from({ length: WIDTH * HEIGHT }, () =>
    random.chance(0.3) ? random.int(0, 255) : 0,
  );
  // What is shown is the ink two px further right and three down, not as dark, among noise.
  const shown = ink.map((_, i) => 0.7 * (ink[i - 2 - 3 * WIDTH] ?? 0) + random.int(0, 60));

  /** By the kernel, of the blocks at (4, 5) of the ink and at (x, y) of the picture. */
  function byKernel(picture: Uint8Array, x: number, y: number): { found: number; plain: number } {
    const from = 5 * WIDTH + 4;
    const to = y * WIDTH + x;
    let [sum, squares] = [0, 0];
    for (let row = 0; row < BLOCK; row++)
      for (let k = 0; k < BLOCK; k++) {
        const value = ink[from + row * WIDTH + k];
        sum += value;
        squares += value * value;
      }
    const scatter = squares - (sum * sum) / (BLOCK * BLOCK);
    const found = KernelMemory.borrow((memory) => {
      const [a, b] = [ink, picture].map((data) => {
        const address = memory.take(data.length);
        memory.bytes(address, data.length).set(data);
        return address;
      });
      return kernels.blockCorrelation(a + from, WIDTH, sum, scatter, b + to, WIDTH);
    });
    return { found, plain: plainCorrelation(ink, picture, from, to) };
  }

  it.each([
    [6, 8],
    [0, 0],
    [WIDTH - BLOCK, HEIGHT - BLOCK],
    [13, 1],
  ])('is that of its px one by one, with the place at (%i, %i)', (x, y) => {
    const { found, plain } = byKernel(shown, x, y);
    expect(found).toBeCloseTo(plain, 12);
    expect(found > 0.9).toBe(x === 6 && y === 8);
  });

  it('is none with what is all one level, and whole with itself', () => {
    expect(byKernel(new Uint8Array(WIDTH * HEIGHT).fill(255), 3, 3).found).toBe(0);
    expect(byKernel(ink, 4, 5).found).toBeCloseTo(1, 12);
  });
});
