import { findClutter } from '../../libs/vision/outline/clutter.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { MIN_OUTLINE_CONFIDENCE } from '../../libs/vision/outline/refined-outline.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { cutleryTable } from '../support/cutlery.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 100;
const PAPER = 235;

/** Bars side by side in the middle of a picture, 8 px wide with gaps of 5 px: print on paper, forks on a dark table. */
function barsOn(table: number): Raster {
  const [width, height] = [480, 640];
  const data = new Uint8Array(width * height).fill(table);
  for (let y = 200; y < 440; y++)
    for (let x = 120; x < 360; x++) data[y * width + x] = x % 13 < 8 ? PAPER : 10;
  return { data, width, height, channels: 1 };
}

async function amongCutlery(level: CaptureLevel, form: number, seed: number): Promise<Photograph> {
  const page = await renderPdfPage(await sampleForms()[form].pdf(), 1, DPI);
  return photographPage(page, DPI, { level, seed, megapixels: 2, background: await cutleryTable(seed) });
}

describe('a page among cutlery', () => {
  it.each<[CaptureLevel, number, number]>([
    ['easy', 4, 4],
    ['easy', 8, 8],
    ['easy', 4, 18],
    ['hard', 7, 7],
    ['hard', 8, 8],
    ['hard', 12, 12],
  ])('is outlined without what lies beside it (%s, form %i, seed %i)', async (level, form, seed) => {
    const { rgb, truth } = await amongCutlery(level, form, seed);
    const outline = findPageOutline(rgb)!;
    expect(outlineJaccard(outline.quad, truth)).toBeGreaterThan(0.99);
    expect(outline.confidence).toBeGreaterThan(MIN_OUTLINE_CONFIDENCE);
    expect(outline.isPart).toBe(false);
  });
});

describe('clutter', () => {
  it('is none where a page is full of dense print', () => {
    const page = barsOn(PAPER);
    expect(findClutter(close(page, 6), page)).toBeNull();
  });

  it('is what is full of gaps beside a dark table', () => {
    const page = barsOn(10);
    const clutter = findClutter(close(page, 6), page)!;
    expect(clutter.data[320 * 480 + 240]).toBe(255);
    expect(clutter.data[20 * 480 + 20]).toBe(0);
  });
});
