import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { alignmentError, outlineJaccard } from '../bench/normalize-metrics.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

async function bentSheet(form: string, seed: number): Promise<{ page: Raster; photograph: Photograph }> {
  const page = await renderPdfPage(
    await sampleForms()
      .find(({ name }) => name === form)!
      .pdf(),
    1,
    DPI,
  );
  return { page, photograph: await photographPage(page, DPI, { level: 'curled', seed, megapixels: 2 }) };
}

describe('a sheet that is bent unevenly', () => {
  it('is outlined where neither pair of its sides is straight', async () => {
    const { photograph } = await bentSheet('TR-5 Transfer of a Vehicle', 221);
    const outline = findPageOutline(photograph.rgb)!;
    expect(outlineJaccard(outline.quad, photograph.truth)).toBeGreaterThan(0.985);
    expect(outline.confidence).toBeGreaterThan(0.8);
  });

  it('is outlined through its corners where its sides were found as straight edges', async () => {
    const { photograph } = await bentSheet('RV-120 Business Premises Return 2025', 229);
    expect(outlineJaccard(findPageOutline(photograph.rgb)!.quad, photograph.truth)).toBeGreaterThan(0.99);
  });

  it.each([
    ['one of its borders stands off alone', 'RV-1 Annual Statement of Income 2025', 216],
    [
      'its borders are bent and hardly any of its lines',
      'LG-4 Notice of Rights and Duties of Claimants',
      233,
    ],
  ])('is rolled out where %s', async (_, form, seed) => {
    const { page, photograph } = await bentSheet(form, seed);
    const rolledOut = normalizeFrame(photograph.rgb, null);
    expect(rolledOut.diagnostics.rolledOut).toBe(true);
    expect(alignmentError(rolledOut, page, photograph.rgb, photograph.truth).sheet).toBeLessThan(5);
  });
});
