import type { Displacement } from '../../libs/vision/geometry/displacement-grid.js';
import { standingOffTogether } from '../../libs/vision/registration/flatness.js';

/** Places 40 px apart on a page, off the plane by as much as told. */
function places(off: (x: number, y: number, k: number) => [number, number]): Displacement[] {
  return Array.from({ length: 400 }, (_, k) => {
    const x = 40 * (k % 20);
    const y = 40 * Math.floor(k / 20);
    const [dx, dy] = off(x, y, k);
    return { at: { x, y }, dx, dy, hold: [1, 0, 1], weight: 1 };
  });
}

describe('places that stand off the plane', () => {
  it('count where those about them do too, as on a bend', () => {
    expect(standingOffTogether(places((x) => [0, x > 600 ? 2 : 0]))).toBeGreaterThan(60);
  });

  it('do not count where they are off by themselves, as in a blurred frame', () => {
    expect(standingOffTogether(places((_, __, k) => (k % 9 === 0 ? [1.6, -1.2] : [0.1, 0.1])))).toBe(0);
  });
});
