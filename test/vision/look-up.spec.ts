import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { lookUp } from '../../libs/vision/pixels/look-up.js';
import { Random } from '../support/random.js';

describe('levels looked up in a table', () => {
  it.each([1, 15, 16, 1000, 4099])('are what it has for each of %d, and what follows stays', (count) => {
    const random = new Random(count);
    const table = Uint8Array.from({ length: 256 }, () => random.int(0, 255));
    const levels = Uint8Array.from({ length: count + 16 }, (_, k) => (3 * k + random.int(0, 60)) & 255);
    const found = KernelMemory.borrow((memory) => {
      const address = memory.take(levels.length);
      memory.bytes(address, levels.length).set(levels);
      lookUp(address, count, table);
      return memory.bytes(address, levels.length).slice();
    });
    expect([...found]).toEqual([...levels].map((level, k) => (k < count ? table[level] : level)));
  });
});
