import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError, type AlignmentError } from '../bench/normalize-metrics.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Part of a page's height that a line of print takes. */
const LINE = 0.03;

/** A sample form's page with all but one of its lines whited out. */
async function pageWithLine(form: number, from: number): Promise<Raster> {
  const page = await renderPdfPage(await sampleForms()[form].pdf(), 1, DPI);
  const row = page.width * page.channels;
  page.data.fill(255, 0, Math.round(from * page.height) * row);
  page.data.fill(255, Math.round((from + LINE) * page.height) * row);
  return page;
}

interface Laid {
  result: NormalizedFrame;
  off: () => AlignmentError;
}

async function laid(page: Raster, level: CaptureLevel, seed: number): Promise<Laid> {
  const grey = toGrey(page);
  const { rgb, truth } = await photographPage(page, DPI, { level, seed, megapixels: 4 });
  const result = normalizeFrame(rgb, { page: grey, profile: describePage(grey), dpi: DPI });
  return { result, off: () => alignmentError(result, grey, rgb, truth) };
}

describe('a page with a single line of print', () => {
  it.each([2, 3])("lies as the paper's outline says, whatever its print (seed %i)", async (seed) => {
    const { off } = await laid(await pageWithLine(4, 0.3), 'easy', seed);
    expect(off().sheet).toBeLessThan(0.5);
  });

  it.each([1, 3])('is looked at anew where it lies on a scanner (seed %i)', async (seed) => {
    const { off } = await laid(await pageWithLine(0, 0.5), 'scan', seed);
    expect(off().sheet).toBeLessThan(0.15);
  });

  it('is not laid as if bent by more than its own size', async () => {
    const { result } = await laid(await pageWithLine(3, 0.5), 'scan', 4);
    expect(result.diagnostics.way).not.toBe('registered');
    expect(result.flag).toBe('unregistered');
  });
});
