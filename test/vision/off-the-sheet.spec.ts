import { describePage, FRAME_LONG_SIDE, matchFrame, PageIndex, toGrey } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes } from '../../libs/vision/pixels/resample.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Where the print begins that stands at the head of another page as well, as a part of the page. */
const FOOT = 0.55;

/** A page with the lower print of another at its head, and nothing below. */
function headedByFoot(page: Raster): Raster {
  const { width, height, channels } = page;
  const start = Math.round(FOOT * height) * width * channels;
  const data = new Uint8Array(page.data.length).fill(255);
  data.set(page.data.subarray(start));
  return { data, width, height, channels };
}

/** Two pages of one size on a sheet, one above the other. */
function stacked(upper: Raster, lower: Raster): Raster {
  const data = new Uint8Array(upper.data.length + lower.data.length);
  data.set(upper.data);
  data.set(lower.data, upper.data.length);
  return { ...upper, data, height: upper.height + lower.height };
}

describe('a page whose print stands at the foot of another', () => {
  const page = (async () => renderPdfPage(await sampleForms()[2].pdf(), 1, DPI))();

  async function best(shown: Raster, level: CaptureLevel, seed = 4): Promise<number> {
    const index = new PageIndex();
    index.add('headed by it', 1, describePage(toGrey(headedByFoot(await page))));
    const photograph = await photographPage(shown, DPI, { level, seed, megapixels: 3 });
    const frame = reduceByBoxes(toGrey(photograph.rgb), FRAME_LONG_SIDE).raster;
    return matchFrame(frame, index).candidates[0]?.score ?? 1;
  }

  it.each(['easy', 'scan'] as const)('is not found in that one (%s)', async (level) => {
    expect(await best(await page, level)).toBeGreaterThan(0.4);
  });

  it.each([
    ['easy', 5],
    ['cut', 4],
  ] as const)('is not found there where it would lie on the table (%s, %d)', async (level, seed) => {
    expect(await best(await page, level, seed)).toBeGreaterThan(0.4);
  });

  it('is found where it lies below another page, on the same sheet', async () => {
    const other = await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI);
    expect(await best(stacked(other, headedByFoot(await page)), 'easy')).toBeLessThan(0.2);
  });

  it.each(['easy', 'cut', 'scan'] as const)('is found where it is shown (%s)', async (level) => {
    expect(await best(headedByFoot(await page), level)).toBeLessThan(0.2);
  });
});
