import { describePage } from '../../libs/vision/features/page-profile.js';
import { hasRepeatedRows } from '../../libs/vision/outline/repeated-rows.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { smallPage } from '../support/as-detected.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { logSheet } from '../support/log-sheet.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('a page of rows that look alike', () => {
  const page = logSheet();

  it('is known by them', async () => {
    expect(hasRepeatedRows(page)).toBe(true);
    const form = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    expect(hasRepeatedRows(toGrey(form))).toBe(false);
  });

  // By features alone such pages were laid two rows off and more, with up to 0.95 of their places found.
  it.each<[CaptureLevel, number]>([
    ['easy', 3],
    ['curled', 3],
  ])('is laid row by row where it belongs (%s, %i)', async (level, seed) => {
    const { rgb, truth } = await photographPage(page, DPI, { level, seed, megapixels: 4 });
    const normalized = normalizeFrame(rgb, { page, profile: describePage(page), dpi: DPI });
    expect(normalized.diagnostics.way).toBe('registered');
    expect(alignmentError(normalized, page, rgb, truth).sheet).toBeLessThan(1);
  });
});

describe('a ruled page', () => {
  let sheet: Raster;
  let page: Raster;

  beforeAll(async () => {
    const print = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
    const drawn = new DrawnSheet(print);
    drawn.paste(print, { left: 70, top: 390, width: 1000, height: 90 }, 100, 80);
    for (let y = 260; y < 1560; y += 52) drawn.ink(100, y, 1050, 2);
    sheet = drawn.picture;
    page = toGrey(sheet);
  });

  const normalized = async (level: CaptureLevel, seed: number) => {
    const writing = seed % 2 === 0;
    const { rgb, truth } = await photographPage(sheet, DPI, { level, seed, megapixels: 4, writing });
    const profile = describePage(smallPage(page));
    const frame = normalizeFrame(rgb, { page, profile, dpi: DPI });
    return { ...frame, off: alignmentError(frame, page, rgb, truth).sheet };
  };

  // By its heading alone, all of which was found, it was laid 17 px off in the middle.
  it.each<[CaptureLevel, number]>([
    ['curled', 205],
    ['cut', 14],
    // By the outline that the picture cuts off it was laid some rows off.
    ['cut', 28],
  ])('is laid by its lines too (%s, %i)', async (level, seed) => {
    const { diagnostics, off } = await normalized(level, seed);
    expect(diagnostics.way).toBe('registered');
    expect(off).toBeLessThan(1);
  });
});
