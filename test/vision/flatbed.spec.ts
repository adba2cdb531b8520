import { liesExactlyFlat, liesOnFlatbed } from '../../libs/vision/registration/flatbed.js';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { sampleForms } from '../support/sample-forms/index.js';

describe('a page that lies on a flatbed scanner', () => {
  let page: Raster;
  beforeAll(async () => {
    page = await renderPdfPage(await sampleForms()[0].pdf(), 1, 100);
  });

  const taken = (level: CaptureLevel, seed: number): Promise<Photograph> =>
    photographPage(page, 100, { level, seed, megapixels: 1 });

  it('is told by sides, angles and light of its scan', async () => {
    for (const seed of [1, 2]) {
      const { rgb, truth } = await taken('scan', seed);
      expect(liesOnFlatbed(page, { at: truth.pageToPhoto }, rgb)).toBe(true);
    }
  });

  it('is not taken for one where a camera saw it, or its sides are not those of the page', async () => {
    const photograph = await taken('easy', 1);
    expect(liesOnFlatbed(page, { at: photograph.truth.pageToPhoto }, photograph.rgb)).toBe(false);
    const { rgb, truth } = await taken('scan', 1);
    const stretched = { at: (x: number, y: number) => truth.pageToPhoto(x, y / 1.03) };
    const longer = { ...page, height: 1.03 * page.height };
    expect(liesOnFlatbed(longer, stretched, rgb)).toBe(false);
    // One corner 4 px off.
    const askew = (x: number, y: number): Point => {
      const p = truth.pageToPhoto(x, y);
      return x < 0.5 * page.width && y < 0.5 * page.height ? { ...p, x: p.x + 4 } : p;
    };
    expect(liesOnFlatbed(page, { at: askew }, rgb)).toBe(false);
    // Seen straight on under a lamp.
    const shaded = { ...rgb, data: rgb.data.map((level, k) => level * (1 - k / rgb.data.length / 3)) };
    expect(liesOnFlatbed(page, { at: truth.pageToPhoto }, shaded)).toBe(false);
  });

  it('is told by sides and angles alone where these are exact', async () => {
    const scan = { at: (await taken('scan', 1)).truth.pageToPhoto };
    expect(liesExactlyFlat(page, scan)).toBe(true);
    expect(liesExactlyFlat(page, { at: (await taken('easy', 1)).truth.pageToPhoto })).toBe(false);
    // One side half a px longer than the one across from it.
    const askew = (x: number, y: number): Point => {
      const p = scan.at(x, y);
      return x < 0.5 * page.width && y < 0.5 * page.height ? { ...p, x: p.x + 0.5 } : p;
    };
    expect(liesExactlyFlat(page, { at: askew })).toBe(false);
  });
});
