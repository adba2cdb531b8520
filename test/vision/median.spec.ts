import { median } from '../../libs/vision/geometry/median.js';

describe('the median', () => {
  it.each([1, 2, 7, 32, 33, 500])('is the upper middle one of %d values, few or many', (count) => {
    const values = Array.from({ length: count }, (_, i) => ((i * 7919) % 101) / 8 - 6);
    const sorted = [...values].sort((a, b) => a - b);
    expect(median(values)).toBe(sorted[count >> 1]);
  });

  it('is 0 of none', () => {
    expect(median([])).toBe(0);
  });
});
