import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { SharedSample } from '../../libs/vision/matching/shared-sample.js';
import { Random } from '../support/random.js';

const LIMIT = 24;

/** Levels 0 to 255, of 32 bits. */
function levels(count: number, seed: number): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length: count }, () => random.between(0, 255));
}

/** As the first, but where one in three px differs. */
function nearly(levelsOfFirst: Float32Array): Float32Array {
  const random = new Random(5);
  return levelsOfFirst.map((level) => (random.chance(1 / 3) ? 255 - level : level + 3));
}

describe('ink that two pages share', () => {
  it.each([
    ['as wide as vectors', 24, 17],
    ['a px wider', 25, 16],
    ['narrower than a vector', 3, 9],
  ])('goes with a frame as by the definition of correlation: %s', (_, width, height) => {
    const [stride, shift] = [width + 5, 2 * (width + 5) + 3];
    const a = levels(width * height, 1);
    const b = nearly(a);
    const frame = levels(stride * (height + 3), 2);
    KernelMemory.borrow((memory) => {
      const sample = new SharedSample(a, b, width, height, LIMIT, frame, stride, memory);
      for (const step of [1, 2] as const) {
        const pairs: [ink: number, shown: number][] = [];
        for (let y = 0; y < height; y += step)
          for (let x = 0; x < width; x += step) {
            const i = y * width + x;
            if (Math.abs(a[i] - b[i]) < LIMIT) pairs.push([(a[i] + b[i]) / 2, frame[shift + y * stride + x]]);
          }
        const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
        const [ink, shown] = [mean(pairs.map(([v]) => v)), mean(pairs.map(([, v]) => v))];
        const together = mean(pairs.map(([u, v]) => (u - ink) * (v - shown)));
        const apart = mean(pairs.map(([u]) => (u - ink) ** 2)) * mean(pairs.map(([, v]) => (v - shown) ** 2));
        const fit = sample.against(shift, step);
        expect(sample.mean(step)).toBeCloseTo(ink, 4);
        expect(fit.frameMean).toBeCloseTo(shown, 4);
        expect(fit.covariance).toBeCloseTo(together, 3);
        expect(fit.correlation).toBeCloseTo(-together / Math.sqrt(apart), 6);
      }
    });
  });

  it('is none where the pages have nothing alike', () => {
    KernelMemory.borrow((memory) => {
      const [a, b] = [new Float32Array(64), new Float32Array(64).fill(255)];
      const sample = new SharedSample(a, b, 8, 8, LIMIT, levels(64, 3), 8, memory);
      expect(sample.count).toBe(0);
      expect(sample.against(0, 1)).toEqual({ frameMean: 0, covariance: 0, correlation: 0 });
    });
  });
});

describe('the error of a moved window', () => {
  const [stride, width, height] = [31, 21, 13];
  const [a, b] = [levels(stride * height, 7), levels(stride * height, 8)];
  const error = (rows: number): number => {
    let sum = 0;
    for (let y = 0; y < rows; y += 2)
      for (let x = 0; x < width; x += 2) sum += (a[y * stride + x] - b[y * stride + x]) ** 2;
    return sum;
  };
  const moved = (most: number): number =>
    KernelMemory.borrow((memory) => {
      const [from, to] = [memory.take(4 * a.length), memory.take(4 * b.length)];
      memory.floats(from, a.length).set(a);
      memory.floats(to, b.length).set(b);
      return kernels.movedError(from, to, stride, width, height, most);
    });

  it('is that of every other px of every other row', () => {
    expect(moved(Infinity) / error(height)).toBeCloseTo(1, 6);
  });

  it('is ended in the row in which it is too large', () => {
    expect(moved(error(4) - 1) / error(4)).toBeCloseTo(1, 6);
  });
});
