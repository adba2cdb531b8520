import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('a crumpled sheet of a known form', () => {
  it.each([31, 34])('has its print where the form has it: seed %d', async (seed) => {
    const picture = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { rgb, truth } = await photographPage(picture, DPI, {
      level: 'curled',
      sheet: 'crumpled',
      seed,
      megapixels: 4,
    });
    const page = toGrey(picture);
    const normalized = normalizeFrame(rgb, { page, profile: describePage(page), dpi: DPI });
    expect(normalized.flag).toBeNull();
    // As many as of any other bent sheet: 0.94 and 0.97 by a smooth shape alone, 1.06 and 0.71 px off.
    expect(normalized.diagnostics.agreement).toBeGreaterThan(0.985);
    expect(alignmentError(normalized, page, rgb, truth).ink).toBeLessThan(0.5);
  });
});
