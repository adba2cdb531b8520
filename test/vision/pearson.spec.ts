import { highestToItself, pearson } from '../../libs/vision/pixels/pearson.js';
import { Random } from '../support/random.js';

/** By its definition. */
function plainly(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  const mean = (levels: Uint8Array): number => levels.subarray(0, n).reduce((sum, v) => sum + v, 0) / n;
  const [ma, mb] = [mean(a), mean(b)];
  let [aa, bb, ab] = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    aa += (a[k] - ma) ** 2;
    bb += (b[k] - mb) ** 2;
    ab += (a[k] - ma) * (b[k] - mb);
  }
  return ab / Math.sqrt(aa * bb);
}

describe("Pearson's correlation", () => {
  const random = new Random(5);
  const levels = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.int(0, 255));

  it.each([2, 15, 16, 17, 1000, 65536, 200_003])('of %d levels is as defined', (count) => {
    const a = levels(count);
    const b = a.map((v, k) => (k % 3 ? v : random.int(0, 255)));
    expect(pearson(a, b)).toBeCloseTo(plainly(a, b), 10);
    expect(pearson(a, a)).toBeCloseTo(1, 12);
  });

  it('leaves out what the longer picture has beyond the shorter one', () => {
    const a = levels(40);
    const longer = Uint8Array.from([...a, ...levels(50)]);
    expect(pearson(a, longer)).toBeCloseTo(1, 12);
    expect(pearson(longer, a)).toBeCloseTo(1, 12);
  });

  it('is 0 where a picture is blank, white ones as well', () => {
    expect(pearson(new Uint8Array(300_000).fill(255), levels(300_000))).toBe(0);
    expect(pearson(levels(20), new Uint8Array(20))).toBe(0);
  });

  it('of a picture with itself is the highest of its moves', () => {
    const line = levels(50);
    const rows = Uint8Array.from({ length: 1000 }, (_, k) => line[k % 50]);
    expect(highestToItself(rows, [30, 50, 70])).toBeCloseTo(1, 12);
    expect(highestToItself(rows, [30, 70])).toBeCloseTo(
      Math.max(0, ...[30, 70].map((move) => plainly(rows, rows.subarray(move)))),
      10,
    );
  });
});
