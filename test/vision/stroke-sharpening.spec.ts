import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { strokeSharpening } from '../../libs/vision/light/stroke-sharpening.js';
import { strokeSharpness } from '../../libs/vision/light/stroke-sharpness.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const { abs, exp, max, min } = Math;

const SIDE = 400;

/** Blurred upright strokes on paper of level 250 with grain, and a dark fill with grain at the right. */
function page(grain: number): Raster {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 0, k = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const noise = grainAt(x, y, 5) * (grain / 5);
      const from = abs((x % 24) - 12) - 2;
      const ink = x < 300 ? 150 / (1 + exp(from / 1.3)) : 190;
      data[k++] = max(0, min(255, 250 - ink + noise));
    }
  return { data, width: SIDE, height: SIDE, channels: 1 };
}

/** Sharpens a page in place, in bands as the normalizer does. */
function sharpenStrokes({ data, width, height }: Raster, edgeWidth: number, band = 32): void {
  KernelMemory.borrow((memory) => {
    const address = memory.take(data.length);
    memory.bytes(address, data.length).set(data);
    const sharpen = strokeSharpening(memory, { address, width, height }, edgeWidth);
    for (let top = 0; top < height; top += band) sharpen(top, min(band, height - top));
    data.set(memory.bytes(address, data.length));
  });
}

describe('sharpening strokes', () => {
  it('makes grey, blurred strokes darker and their edges steeper', () => {
    const soft = page(0);
    const before = strokeSharpness(soft)!.edgeWidth;
    const darkest = min(...soft.data.subarray(0, 280));
    sharpenStrokes(soft, before);
    expect(strokeSharpness(soft)!.edgeWidth).toBeLessThan(0.85 * before);
    expect(min(...soft.data.subarray(0, 280))).toBeLessThan(darkest - 30);
  });

  it('leaves the grain of paper and of dark fills as it is', () => {
    const picture = page(4);
    const before = picture.data.slice();
    sharpenStrokes(picture, 4);
    for (let y = 20; y < 380; y++) {
      const [from, to] = [y * SIDE + 330, y * SIDE + 390];
      expect(picture.data.subarray(from, to)).toEqual(before.subarray(from, to));
    }
  });

  it('does the same in bands as all at once', () => {
    const [whole, bands] = [page(2), page(2)];
    sharpenStrokes(whole, 4, SIDE);
    sharpenStrokes(bands, 4, 32);
    expect(Buffer.compare(whole.data, bands.data)).toBe(0);
    expect(Buffer.compare(whole.data, page(2).data)).not.toBe(0);
  });

  it.each([250, 220, 190])('makes no halo about strokes on paper or a fill of level %d', (level) => {
    const lightest = ({ data }: Raster): number => data.reduce((a, b) => max(a, b), 0);
    const print: Raster = { ...page(0), data: page(0).data.map((v) => v - (250 - level)) };
    const most = lightest(print);
    const before = print.data.slice();
    sharpenStrokes(print, 4);
    expect(lightest(print)).toBe(most);
    // What is lighter than its surroundings without being the lightest of them is lightened.
    expect(print.data.some((v, k) => v > before[k])).toBe(true);
  });
});
