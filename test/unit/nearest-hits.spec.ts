import { MetEntries, nearestHits, STRIDE } from '../../libs/vision/features/nearest-hits.js';

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
});
