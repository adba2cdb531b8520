import { CorrelationSearch, templateOf } from '../../libs/vision/registration/correlation.js';
import { cutPatch, matchPatch } from '../../libs/vision/registration/patch-match.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

// Taken out of the global object, where a test's sandbox makes every look-up slow.
const { abs, exp, floor, max, sqrt } = Math;

const SIDE = 140;
const RADIUS = 15;

/** Soft blots at fixed places, seen from so far beside: x and y, px. */
function blots(dx: number, dy: number): Raster {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 0, k = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, k++) {
      let ink = 0;
      for (let n = 0; n < 60; n++) {
        const px = ((n * 7919) % 1300) / 10 + 5 + dx;
        const py = ((n * 104729) % 1300) / 10 + 5 + dy;
        ink += 200 * exp(-((x - px) ** 2 + (y - py) ** 2) / 5);
      }
      data[k] = max(20, 245 - ink);
    }
  return { data, width: SIDE, height: SIDE, channels: 1 };
}

/** Normalized correlation by its definition. */
function correlation(page: Raster, image: Raster, cx: number, cy: number, dx: number, dy: number): number {
  const a: number[] = [];
  const b: number[] = [];
  for (let y = -RADIUS; y <= RADIUS; y++)
    for (let x = -RADIUS; x <= RADIUS; x++) {
      a.push(page.data[(cy + y) * SIDE + cx + x]);
      b.push(image.data[(cy + y + dy) * SIDE + cx + x + dx]);
    }
  const mean = (v: number[]): number => v.reduce((s, x) => s + x, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (v: number[], w: number[], mv: number, mw: number): number =>
    v.reduce((s, x, k) => s + (x - mv) * (w[k] - mw), 0);
  return sum(a, b, ma, mb) / sqrt(sum(a, a, ma, ma) * sum(b, b, mb, mb));
}

describe('a patch looked for', () => {
  const page = blots(0, 0);
  const patch = cutPatch(page, 70, 70, RADIUS)!;

  it('is scored by normalized correlation', () => {
    const image = blots(2.4, -1.3);
    const search = new CorrelationSearch();
    search.begin(patch.template, image.data, (70 - RADIUS - 3) * SIDE + 70 - RADIUS - 3, SIDE, 7);
    for (const [u, v] of [
      [0, 0],
      [3, 3],
      [5, 2],
      [6, 6],
    ])
      expect(abs(search.at(u, v) - correlation(page, image, 70, 70, u - 3, v - 3))).toBeLessThan(0.002);
  });

  it.each([
    [0.3, -0.4, 3],
    [1.6, 1.3, 3],
    [-4.3, 3.4, 6],
    [4.6, -4.8, 6],
  ])('is found %d and %d px beside, to a fraction of a px', (dx, dy, reach) => {
    const found = matchPatch(patch, RADIUS, blots(dx, dy), 70, 70, reach)!;
    expect(abs(found.dx - dx)).toBeLessThan(0.15);
    expect(abs(found.dy - dy)).toBeLessThan(0.15);
    expect(found.correlation).toBeGreaterThan(0.9);
    expect(found.lead).toBeGreaterThan(0.06);
  });

  it('is not found where it lies beyond the search', () => {
    expect(matchPatch(patch, RADIUS, blots(9, 0), 70, 70, 3)?.correlation ?? 0).toBeLessThan(0.7);
  });

  it('is not found on blank paper', () => {
    const blank: Raster = { ...page, data: new Uint8Array(SIDE * SIDE).fill(250) };
    expect(matchPatch(patch, RADIUS, blank, 70, 70, 3)).toBeNull();
  });

  it('has no lead over its like on a ruled page', () => {
    const lines = (k: number): number => (floor(k / SIDE) % 5 < 2 || (k % SIDE) % 5 < 2 ? 40 : 240);
    const stripes: Raster = { ...page, data: page.data.map((_, k) => lines(k)) };
    const grid = cutPatch(stripes, 70, 70, RADIUS)!;
    expect(matchPatch(grid, RADIUS, stripes, 70, 70, 6)!.lead).toBeLessThan(0.06);
  });

  it('is made of a template with zero mean', () => {
    const { levels, side } = templateOf(page.data.slice(0, 31 * 31), 31);
    expect(levels).toHaveLength(side * side);
    expect(abs(levels.reduce((a, b) => a + b, 0))).toBeLessThan(31 * 31);
  });
});
