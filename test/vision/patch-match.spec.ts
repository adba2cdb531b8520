import { templateWidth } from '../../libs/vision/registration/correlation.js';
import { PatchCutter, type Patch } from '../../libs/vision/registration/patch.js';
import { matchPatch, SearchedPicture, type PatchMatch } from '../../libs/vision/registration/patch-match.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const { abs, exp, floor, imul, max, round, sqrt } = Math;

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

/** Zero mean, length 2^14, rows filled up with zeros to eights. */
function plainTemplate(side: number, at: (x: number, y: number) => number): Int16Array {
  const width = templateWidth(side);
  const levels: number[] = [];
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) levels.push(at(x, y));
  const mean = levels.reduce((a, b) => a + b, 0) / levels.length;
  const squares = levels.reduce((a, b) => a + b * b, 0);
  const scale = (1 << 14) / sqrt(squares - levels.length * mean * mean);
  const out = new Int16Array(side * width);
  levels.forEach((level, k) => (out[floor(k / side) * width + (k % side)] = round((level - mean) * scale)));
  return out;
}

const cut = (page: Raster, radius = RADIUS): Patch | null =>
  PatchCutter.over(page, radius, (cutter) => cutter.cut(70, 70));

const found = (patch: Patch, image: Raster, reach: number): PatchMatch | null =>
  SearchedPicture.of(image, RADIUS + reach, (picture) => matchPatch(patch, RADIUS, picture, 70, 70, reach));

describe('a patch looked for', () => {
  const page = blots(0, 0);
  const patch = cut(page)!;

  it('is scored by normalized correlation', () => {
    const image = blots(2.4, -1.3);
    SearchedPicture.of(image, RADIUS + 3, ({ address, whole }) => {
      whole.begin(patch.template, address + (70 - RADIUS - 3) * SIDE + 70 - RADIUS - 3, SIDE, 7);
      for (const [u, v] of [
        [0, 0],
        [3, 3],
        [5, 2],
        [6, 6],
      ])
        expect(abs(whole.at(u, v) - correlation(page, image, 70, 70, u - 3, v - 3))).toBeLessThan(0.002);
    });
  });

  it.each([
    [0.3, -0.4, 3],
    [1.6, 1.3, 3],
    [-4.3, 3.4, 6],
    [4.6, -4.8, 6],
  ])('is found %d and %d px beside, to a fraction of a px', (dx, dy, reach) => {
    const match = found(patch, blots(dx, dy), reach)!;
    expect(abs(match.dx - dx)).toBeLessThan(0.15);
    expect(abs(match.dy - dy)).toBeLessThan(0.15);
    expect(match.correlation).toBeGreaterThan(0.9);
    expect(match.lead).toBeGreaterThan(0.06);
  });

  it('is not found where it lies beyond the search', () => {
    expect(found(patch, blots(9, 0), 3)?.correlation ?? 0).toBeLessThan(0.7);
  });

  it('is not found on blank paper', () => {
    const blank: Raster = { ...page, data: new Uint8Array(SIDE * SIDE).fill(250) };
    expect(found(patch, blank, 3)).toBeNull();
  });

  it('has no lead over its like on a ruled page', () => {
    const lines = (k: number): number => (floor(k / SIDE) % 5 < 2 || (k % SIDE) % 5 < 2 ? 40 : 240);
    const stripes: Raster = { ...page, data: page.data.map((_, k) => lines(k)) };
    const grid = cut(stripes)!;
    expect(found(grid, stripes, 6)!.lead).toBeLessThan(0.06);
  });

  it.each([12, 15])(
    'is cut with the templates and slopes that its levels have, %d px about its centre',
    (radius) => {
      const side = 2 * radius + 1;
      const speckled: Raster = { ...page, data: page.data.map((level, k) => (level + imul(k, 40503)) & 255) };
      const { data } = speckled;
      const { template, halved, hold, cornerness } = cut(speckled, radius)!;
      const at = (x: number, y: number): number => data[(70 - radius + y) * SIDE + 70 - radius + x];
      expect(template).toEqual({ side, levels: plainTemplate(side, at) });
      const fourth = (x: number, y: number): number =>
        (at(2 * x, 2 * y) + at(2 * x + 1, 2 * y) + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1) + 2) >> 2;
      expect(halved).toEqual({ side: radius, levels: plainTemplate(radius, fourth) });
      const tensor = [0, 0, 0];
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++) {
          const gx = at(x + 1, y) - at(x - 1, y);
          const gy = at(x, y + 1) - at(x, y - 1);
          tensor[0] += gx * gx;
          tensor[1] += gx * gy;
          tensor[2] += gy * gy;
        }
      const middle = (tensor[0] + tensor[2]) / 2;
      const spread = sqrt(((tensor[0] - tensor[2]) / 2) ** 2 + tensor[1] ** 2);
      expect(hold).toEqual(tensor.map((v) => v / (middle + spread)));
      expect(cornerness).toBe((middle - spread) / (middle + spread));
    },
  );
});
