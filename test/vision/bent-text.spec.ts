import { normalizeFrame } from '../../libs/vision/normalize.js';
import { offLevel } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

/** Text alone, a little bent, fills the picture: rows say nothing of how far the paper leans about them. */
describe('a slightly bent page of text of which no side is seen', () => {
  it('is rolled out as it was held', async () => {
    const form = sampleForms().find(({ name }) => name === 'CR-12 Notice of Change of Address')!;
    const page = await renderPdfPage(await form.pdf(), 1, DPI);
    const stance = { fill: [1.03, 1.12], tilt: [0, 8] } as const;
    const { rgb, truth } = await photographPage(page, DPI, {
      level: 'curled',
      sheet: 'waved',
      seed: 1600636,
      megapixels: 2,
      stance,
      quarterTurns: 0,
    });
    const result = normalizeFrame(rgb, null);
    expect(result.diagnostics.rolledOut).toBe(true);
    const { rows, columns } = offLevel(result, page, rgb, truth);
    expect(columns).toBeLessThan(4);
    // By the plane through the corners, from which the bent rows stand off.
    expect(rows).toBeLessThan(5);
  });
});
