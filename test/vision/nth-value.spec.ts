import { nthValue } from '../../libs/vision/geometry/nth-value.js';
import { Random } from '../support/random.js';

describe('the value at a place of the sorted ones', () => {
  it.each([1, 2, 3, 10, 101, 1000])(
    'of %d values is what sorting gives, many of them alike or none',
    (count) => {
      const random = new Random(count);
      for (const kinds of [1, 3, 40, 1e6]) {
        const values = Float32Array.from({ length: count }, () => random.int(0, kinds) / 7);
        const sorted = values.slice().sort();
        for (const place of [0, count >> 1, Math.floor(0.75 * (count - 1)), count - 1])
          for (const order of [values, sorted, sorted.slice().reverse()])
            expect(nthValue(order.slice(), place)).toBe(sorted[place]);
      }
    },
  );
});
