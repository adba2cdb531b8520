import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError, type AlignmentError } from '../bench/normalize-metrics.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Parts of the page, from its left and its head, that have print. */
const PRINTED = { across: 0.6, down: 0.2 };

describe('a page with a few lines of print in a corner', () => {
  let page: Raster;
  beforeAll(async () => {
    page = await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI);
    const { data, width, height, channels } = page;
    data.fill(255, Math.round(PRINTED.down * height) * width * channels);
    for (let y = 0; y < height; y++)
      data.fill(255, (y * width + Math.round(PRINTED.across * width)) * channels, (y + 1) * width * channels);
  });

  async function offBy(level: CaptureLevel, seed: number): Promise<AlignmentError> {
    const grey = toGrey(page);
    const { rgb, truth } = await photographPage(page, DPI, { level, seed, megapixels: 4 });
    const known = { page: grey, profile: describePage(grey), dpi: DPI };
    return alignmentError(normalizeFrame(rgb, known), grey, rgb, truth);
  }

  it.each([1, 4, 6, 8])('lies as turned, moved and scaled on a scanner (seed %i)', async (seed) => {
    expect((await offBy('scan', seed)).sheet).toBeLessThan(0.15);
  });

  it('lies in perspective in a photograph', async () => {
    expect((await offBy('easy', 2)).sheet).toBeLessThan(0.5);
  });
});
