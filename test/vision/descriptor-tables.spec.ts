import { DescriptorTables } from '../../libs/vision/features/descriptor-tables.js';
import { DESCRIPTOR_WORDS } from '../../libs/vision/features/orb-features.js';
import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { Random } from '../support/random.js';

/** `count` descriptors of random bits. */
function randomDescriptors(count: number, seed: number): Uint32Array {
  const random = new Random(seed);
  return Uint32Array.from({ length: count * DESCRIPTOR_WORDS }, () => Math.floor(random.next() * 2 ** 32));
}

/** The same with `flips` bits of each turned over, all of them different ones. */
function flipped(descriptors: Uint32Array, flips: number): Uint32Array {
  const random = new Random(flips);
  const out = descriptors.slice();
  for (let i = 0; i < out.length; i += DESCRIPTOR_WORDS) {
    const bits = random.shuffled(Array.from({ length: 256 }, (_, bit) => bit)).slice(0, flips);
    for (const bit of bits) out[i + (bit >>> 5)] ^= 1 << (bit & 31);
  }
  return out;
}

const COUNT = 400;
const TABLES = 3;

describe('hash tables of descriptors', () => {
  const descriptors = randomDescriptors(COUNT, 5);
  const tables = DescriptorTables.build([
    { firstId: 0, count: 100, descriptors },
    { firstId: 1000, count: COUNT - 100, descriptors: descriptors.subarray(100 * DESCRIPTOR_WORDS) },
  ]);
  const idOf = (i: number) => (i < 100 ? i : 1000 + i - 100);
  /** Share of the descriptors that are found by what `queries` holds in their place. */
  const foundShare = (queries: Uint32Array) => {
    let found = 0;
    for (let i = 0; i < COUNT; i++)
      if (tables.search(queries, i * DESCRIPTOR_WORDS).includes(idOf(i))) found++;
    return found / COUNT;
  };

  it('find each descriptor in every table, and next to none of the others', () => {
    let others = 0;
    for (let i = 0; i < COUNT; i++) {
      const found = [...tables.search(descriptors, i * DESCRIPTOR_WORDS)];
      expect(found.filter((id) => id === idOf(i)).length).toBe(TABLES);
      others += found.length - TABLES;
    }
    expect(others).toBeLessThan(0.05 * COUNT);
  });

  it('find what is near, what is farther less often, and what is unlike not at all', () => {
    const [near, farther, far] = [10, 35, 128].map((flips) => foundShare(flipped(descriptors, flips)));
    expect(near).toBeGreaterThan(0.9);
    expect(farther).toBeGreaterThan(0.25);
    expect(farther).toBeLessThan(near);
    expect(far).toBeLessThan(0.01);
  });

  it('look at the first of a crowd under one key, and at others by turns, 24 in all', () => {
    const same = new Uint32Array(100 * DESCRIPTOR_WORDS).fill(0x5a5a1234);
    const crowd = DescriptorTables.build([{ firstId: 0, count: 100, descriptors: same }]);
    const ofTable = (query: number) => [...crowd.search(same, query * DESCRIPTOR_WORDS)].slice(0, 24);
    const first = Array.from({ length: 8 }, (_, k) => k);
    // The other 92 are taken in steps of six, on from the turn of the query.
    const chosen = (turn: number) => Array.from({ length: 16 }, (_, k) => 8 + turn + 6 * k);
    expect(crowd.search(same, 0).length).toBe(TABLES * 24);
    expect(ofTable(0)).toEqual([...first, ...chosen(0)]);
    expect(ofTable(7).slice(0, 23)).toEqual([...first, ...chosen(1).slice(0, 15)]);
  });

  it('keep what they hold, whatever else the kernels are asked for', () => {
    KernelMemory.borrow((memory) => memory.bytes(memory.take(8_000_000), 8_000_000).fill(255));
    expect(foundShare(descriptors)).toBe(1);
  });

  it('without descriptors find nothing', () => {
    expect(DescriptorTables.build([]).search(descriptors, 0).length).toBe(0);
  });
});
