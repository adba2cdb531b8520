import { MAX_DISTANCE, MetEntries, nearestHits, STRIDE } from '../../libs/vision/features/nearest-hits.js';
import { hammingBelow } from '../support/hamming.js';
import { Random } from '../support/random.js';

/** Descriptors of 256 bits, each with as many of its lowest bits set. */
function descriptors(...bits: number[]): Uint32Array {
  return Uint32Array.from(
    bits.flatMap((set) => [set === 0 ? 0 : 0xffffffff >>> (32 - set), 0, 0, 0, 0, 0, 0, 0]),
  );
}

describe('the nearest hits of a frame', () => {
  const frame = { count: 2, descriptors: descriptors(0, 20) };
  const pool = [descriptors(9, 3, 5), undefined, descriptors(21)];
  const met = new MetEntries();
  met.take(0, Uint32Array.of(2 * STRIDE, 0, 1, 2, STRIDE));
  met.take(1, Uint32Array.of(2 * STRIDE, 2 * STRIDE));
  const hits = nearestHits(met, pool, frame);
  const of = (slot: number) =>
    Array.from({ length: hits.starts[slot + 1] - hits.starts[slot] }, (_, k) => {
      const at = hits.starts[slot] + k;
      return [hits.frame[at], hits.page[at], hits.distance[at]];
    });

  it('are the nearest feature of each page, once for each feature of the frame', () => {
    expect(of(0)).toEqual([[0, 1, 3]]);
    expect(of(2)).toEqual([
      [0, 0, 21],
      [1, 0, 1],
    ]);
  });

  it('leave out pages that are gone, and count the others', () => {
    expect(of(1)).toEqual([]);
    expect([...hits.pagesHit]).toEqual([2, 1]);
  });

  it('grow with what is met', () => {
    const many = new MetEntries();
    const room = many.ids.length;
    for (let k = 0; k <= room; k += 3) many.take(1, Uint32Array.of(0, 1, 2).subarray(0, room + 1 - k));
    expect(many.count).toBe(room + 1);
    expect([many.ids[room], many.queries[room]]).toEqual([room % 3, 1]);
  });

  it('are those that comparing one by one finds, of pages met seldom and of pages met often', () => {
    const random = new Random(3);
    const words = (n: number) => Uint32Array.from({ length: 8 * n }, () => random.int(0, 2 ** 31) >>> 0);
    const shown = words(40);
    // Features of the pages are those of the frame with a few bits turned over: near the limit, under it and over it.
    const pages = [300, 600].map((count) => {
      const own = words(count);
      for (let i = 0; i < count; i++)
        for (let k = 0; k < 8; k++)
          own[8 * i + k] = shown[8 * (i % 40) + k] ^ (0xffffffff >>> random.int(17, 31)) ^ (i % 2);
      return own;
    });
    const entries = new MetEntries();
    for (let query = 0; query < 40; query++) {
      const seldom = [random.int(0, 299), query + 40 * random.int(0, 6), query + 40 * random.int(0, 6)];
      const like = Array.from({ length: 6 }, () => STRIDE + query + 40 * random.int(0, 11));
      const often = [...like, ...Array.from({ length: 24 }, () => STRIDE + random.int(0, STRIDE - 1))];
      entries.take(query, Uint32Array.from(random.shuffled([...seldom, ...often])));
    }
    const found = nearestHits(entries, pages, { count: 40, descriptors: shown });
    const expected: number[][] = [];
    for (const [slot, page] of pages.entries())
      for (let query = 0; query < 40; query++) {
        let [nearest, feature] = [MAX_DISTANCE, -1];
        for (let k = 0; k < entries.count; k++) {
          if (entries.queries[k] !== query || entries.ids[k] >>> 9 !== slot) continue;
          const at = entries.ids[k] & (STRIDE - 1);
          const distance = hammingBelow(nearest, shown, 8 * query, page, 8 * at);
          if (distance < nearest) [nearest, feature] = [distance, at];
        }
        if (feature >= 0) expected.push([slot, query, feature, nearest]);
      }
    const all = pages.flatMap((_, slot) => {
      const rows: number[][] = [];
      for (let k = found.starts[slot]; k < found.starts[slot + 1]; k++)
        rows.push([slot, found.frame[k], found.page[k], found.distance[k]]);
      return rows;
    });
    expect(all).toEqual(expected);
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.length).toBeLessThan(80);
  });
});
