import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { withRows } from '../support/printed-rows.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const BLUE = [70, 110, 180];

let print: Raster;

beforeAll(async () => {
  print = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
});

describe('a curled page whose head is printed from side to side', () => {
  it.each([
    [0.12, 6],
    [0.3, 9],
  ])('comes out whole, a part of %d, seed %d', async (part, seed) => {
    const { rgb, truth } = await photographPage(withRows(print, [[0, part]], BLUE), DPI, {
      level: 'curled',
      seed,
      megapixels: 4,
    });
    const { outline, image, flag, diagnostics } = normalizeFrame(rgb, null);
    expect(outlineJaccard(outline, truth)).toBeGreaterThan(0.98);
    expect(diagnostics.outlineConfidence).toBeGreaterThan(0.7);
    expect(flag).not.toBe('no_page_found');
    expect(Math.abs(image.width / image.height / (print.width / print.height) - 1)).toBeLessThan(0.01);
  });
});
