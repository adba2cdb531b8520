import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** The part of the page, from its head, that has print. */
const PRINTED = 0.42;

describe('the blank part of a bent sheet', () => {
  it.each([6, 10])("lies as the paper's edges have it (seed %i)", async (seed) => {
    const picture = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    picture.data.fill(255, Math.round(PRINTED * picture.height) * picture.width * picture.channels);
    const page = toGrey(picture);
    const photograph = await photographPage(picture, DPI, { level: 'curled', seed, megapixels: 4 });
    const result = normalizeFrame(photograph.rgb, { page, profile: describePage(page), dpi: DPI });
    expect(result.diagnostics.bend).toBeGreaterThan(100);
    const { sheet, ink } = alignmentError(result, page, photograph.rgb, photograph.truth);
    expect(ink).toBeLessThan(0.3);
    expect(sheet).toBeLessThan(0.5);
  });
});
