import { straightenLines } from '../../libs/vision/dewarp/straighten-lines.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFromHomography, type WarpMesh } from '../../libs/vision/pixels/warp-mesh.js';
import { rowsOffLevel } from '../bench/normalize-metrics.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage, storedByApp, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('a page that an app has cut out of a photograph', () => {
  const byApp = async (level: CaptureLevel, seed: number) => {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { rgb, truth } = storedByApp(await photographPage(page, DPI, { level, seed, megapixels: 4 }), page);
    return { rgb, offOf: (mesh: WarpMesh) => rowsOffLevel({ mesh }, page, truth) };
  };

  it.each([4, 6])('has the bend taken out that its lines still show (seed %i)', async (seed) => {
    const { rgb, offOf } = await byApp('curled', seed);
    const { mesh, flag, diagnostics } = normalizeFrame(rgb, null);
    expect([flag, diagnostics.rolledOut]).toEqual([null, true]);
    const asItCame = meshFromHomography(rgb.width, rgb.height, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(offOf(mesh)).toBeLessThan(offOf(asItCame) / 4);
  });

  it('is left as it is where it was flat', async () => {
    const { rgb } = await byApp('easy', 3);
    const { flag, diagnostics } = normalizeFrame(rgb, null);
    expect([flag, diagnostics.rolledOut]).toEqual(['already_flat', false]);
  });
});

describe('lines of a page', () => {
  const [width, height] = [1100, 1500];
  const white: Raster = { data: new Uint8Array(3 * width * height).fill(255), width, height, channels: 3 };
  /** Twenty rules, each of which stands so far below its height at a place. */
  const ruled = (below: (x: number, y: number) => number): Raster => {
    const sheet = new DrawnSheet(white);
    for (let y = 100; y < height - 50; y += 70)
      for (let x = 80; x < width - 80; x++) sheet.ink(x, Math.round(y + below(x, y)), 1, 2);
    return toGrey(sheet.picture);
  };
  /** 0 at the ends of a row, `most` px in its middle. */
  const bow = (x: number, most: number): number => most * (1 - ((2 * x) / width - 1) ** 2);

  it('come to lie where they would were they straight', () => {
    const below = (x: number, y: number): number => bow(x, 8 + (8 * y) / height);
    const map = straightenLines(ruled(below))!;
    for (const [x, y] of [
      [200, 310],
      [550, 730],
      [550, 1290],
      [900, 1010],
    ]) {
      const shown = map.at(x, y);
      expect(Math.abs(shown.x - x)).toBeLessThan(1);
      expect(Math.abs(shown.y - y - below(x, y))).toBeLessThan(1);
    }
  });

  it('are let be where they are turned, and not bent', () => {
    expect(straightenLines(ruled((x) => (x - width / 2) / 40))).toBeNull();
  });

  it('are let be where a few of them are drawn bent among straight ones', () => {
    expect(straightenLines(ruled((x, y) => (y === 310 || y === 730 ? bow(x, 12) : 0)))).toBeNull();
  });
});
