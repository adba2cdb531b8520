import { LocalTrend } from '../../libs/vision/registration/local-trend.js';

describe('what values about a place foretell for it', () => {
  const plane = (u: number, v: number): number => 3 + 0.5 * u - 0.25 * v;

  it('is what a plane through many has there, though they lie to one side of it', () => {
    const trend = new LocalTrend();
    for (let u = 1; u <= 5; u++) for (let v = -3; v <= 3; v++) trend.add(u, v, 1, plane(u, v));
    expect(trend.count).toBe(35);
    expect(trend.foretold()).toBeCloseTo(plane(0, 0), 1);
  });

  it('is about their mean where they are few', () => {
    const trend = new LocalTrend();
    trend.add(1, 0, 1, plane(1, 0));
    trend.add(2, 0, 1, plane(2, 0));
    const mean = (plane(1, 0) + plane(2, 0)) / 2;
    expect(trend.foretold()).toBeLessThan(mean);
    expect(trend.foretold()).toBeGreaterThan((mean + plane(0, 0)) / 2);
  });

  it('is nearer to those that weigh more', () => {
    const trend = new LocalTrend();
    trend.add(0, 1, 9, 10);
    trend.add(0, -1, 1, 0);
    expect(trend.foretold()).toBeGreaterThan(5);
  });
});
