import { noFeatures, type Features } from '../../libs/vision/features/orb-features.js';
import { affineConsensus } from '../../libs/vision/geometry/similarity-consensus.js';
import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { Random } from '../support/random.js';

const SIDE = 1000;

/**
 * Features of a page, and of a frame that shows it turned by `turn` 256ths, half of them elsewhere and turned anyhow.
 */
function pageAndFrame(turn: number): { page: Features; frame: Features } {
  const random = new Random(turn);
  const count = 60;
  const angle = (turn * Math.PI) / 128;
  const [page, frame] = [0, 1].map((): Features => ({
    ...noFeatures(),
    count,
    x: new Float32Array(count),
    y: new Float32Array(count),
    angle: new Uint8Array(count),
    octave: new Uint8Array(count),
  }));
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.int(0, SIDE), random.int(0, SIDE)];
    page.x[i] = x;
    page.y[i] = y;
    page.angle[i] = random.int(0, 255);
    const agrees = i % 2 === 0;
    frame.x[i] = agrees ? Math.cos(angle) * x - Math.sin(angle) * y + 2000 : random.int(0, 4000);
    frame.y[i] = agrees ? Math.sin(angle) * x + Math.cos(angle) * y + 2000 : random.int(0, 4000);
    // Directions are measured to some degrees.
    frame.angle[i] = agrees ? page.angle[i] + turn + random.int(-5, 5) : random.int(0, 255);
  }
  return { page, frame };
}

describe('an affine consensus', () => {
  // By no turn, and by a little less than a whole one, directions differ by about 0 and about 255.
  it.each([0, 3, 64, 128, 253])('finds the pairs that agree on a page turned by %i/256', (turn) => {
    const { page, frame } = pageAndFrame(turn);
    const all = Array.from({ length: page.count }, (_, i) => i);
    const found = affineConsensus(page, frame, { page: all, frame: all }, SIDE);
    const even = all.filter((i) => i % 2 === 0);
    expect(found?.agreeing).toEqual(expect.arrayContaining(even));
    expect(found!.agreeing.length).toBeLessThan(even.length + 4);
    expect(found!.map[0]).toBeCloseTo(Math.cos((turn * Math.PI) / 128), 1);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'finds 7 pairs in 500, where more agree by chance on a page seen large (seed %i)',
    (seed) => {
      const random = new Random(seed);
      const [count, right] = [500, 7];
      const places = () => Float32Array.from({ length: count }, () => random.int(0, SIDE));
      const [page, frame] = [0, 1].map((): Features => {
        const none = { ...noFeatures(), angle: new Uint8Array(count), octave: new Uint8Array(count) };
        return { ...none, count, x: places(), y: places() };
      });
      frame.octave.fill(5, right);
      frame.x.set(page.x.subarray(0, right));
      frame.y.set(page.y.subarray(0, right));
      const all = Array.from({ length: count }, (_, i) => i);
      const found = affineConsensus(page, frame, { page: all, frame: all }, SIDE);
      expect(found?.agreeing).toEqual(expect.arrayContaining(all.slice(0, right)));
      expect(found!.map[0]).toBeCloseTo(1, 1);
    },
  );
});

describe('places that agree with a similarity', () => {
  it('are counted as they are one by one, whatever part of them is asked', () => {
    const random = new Random(9);
    const count = 61;
    KernelMemory.borrow((memory) => {
      const [x, y, toX, toY] = Array.from({ length: 4 }, () => memory.take(8 * count));
      const [px, py, fx, fy] = [x, y, toX, toY].map((address) => memory.doubles(address, count));
      for (const values of [px, py, fx, fy])
        for (let k = 0; k < count; k++) values[k] = random.between(0, SIDE);
      const [a, d, c, f, limit] = [0.9, 0.2, 30, -40, 300 ** 2];
      for (const [from, to] of [
        [0, count],
        [1, count],
        [7, 8],
        [7, 7],
        [20, 50],
      ]) {
        let agreeing = 0;
        for (let k = from; k < to; k++) {
          const ex = a * px[k] - d * py[k] + c - fx[k];
          const ey = d * px[k] + a * py[k] + f - fy[k];
          if (ex * ex + ey * ey < limit) agreeing++;
        }
        expect(kernels.countAgreeing(x, y, toX, toY, from, to, a, d, c, f, limit)).toBe(agreeing);
        if (to - from > 10) expect(agreeing).toBeGreaterThan(2);
      }
    });
  });
});
