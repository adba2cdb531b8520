import { describePage, PAGE_LONG_SIDE } from '../../libs/vision/features/page-profile.js';
import { hasRepeatedRows } from '../../libs/vision/normalization/repeated-rows.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const [WIDTH, HEIGHT] = [1240, 1754];
const ROW = 33;

/** A log sheet: a heading, and some forty rows with the same words in each. */
function logSheet(): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const fill = (x: number, y: number, width: number, height: number): void => {
    for (let v = y; v < y + height; v++) data.fill(20, v * WIDTH + x, v * WIDTH + x + width);
  };
  /** Something like a letter, a cell of 12 by 16 px times `size`. */
  const letter = (x: number, y: number, seed: number, size = 1): void => {
    const random = new Random(seed);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 4; b++)
        if (random.chance(0.7)) fill(x + 4 * a * size, y + 4 * b * size, 3 * size + 1, 3 * size + 1);
  };
  for (let k = 0; k < 18; k++) letter(300 + 34 * k, 70, k, 2);
  for (let y = 160; y < HEIGHT - 100; y += ROW) {
    fill(90, y, 1060, 2);
    for (let k = 0; k < 9; k++) letter(110 + 17 * k, y + 9, 40 + k);
    for (const x of [430, 710, 940]) letter(x, y + 9, 7);
  }
  for (const x of [90, 400, 690, 920, 1150]) fill(x, 160, 2, HEIGHT - 260);
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

describe('a page of rows that look alike', () => {
  const page = logSheet();

  it('is known by them', async () => {
    expect(hasRepeatedRows(page)).toBe(true);
    const form = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    expect(hasRepeatedRows(toGrey(form))).toBe(false);
  });

  // By features alone such pages were laid two rows off and more, with up to 0.95 of their places found.
  it.each<[CaptureLevel, number]>([
    ['easy', 1],
    ['easy', 3],
    ['curled', 3],
    ['curled', 6],
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
    const profile = describePage(reduceByBoxes(page, PAGE_LONG_SIDE).raster);
    const frame = normalizeFrame(rgb, { page, profile, dpi: DPI });
    return { ...frame, off: alignmentError(frame, page, rgb, truth).sheet };
  };

  // By its heading alone, all of which was found, it was laid 17 and 25 px off in the middle.
  it.each<[CaptureLevel, number]>([
    ['curled', 205],
    ['curled', 211],
    ['cut', 14],
  ])('is laid by its lines too (%s, %i)', async (level, seed) => {
    const { diagnostics, off } = await normalized(level, seed);
    expect(diagnostics.way).toBe('registered');
    expect(off).toBeLessThan(1);
  });

  it.each([18, 28])(
    'is not laid some rows off, or stretched, where the picture cuts it (%i)',
    async (seed) => {
      const { diagnostics, flag } = await normalized('cut', seed);
      expect(diagnostics.way).not.toBe('registered');
      expect(flag).not.toBeNull();
    },
  );
});
