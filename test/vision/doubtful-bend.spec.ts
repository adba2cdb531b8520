import { describePage } from '../../libs/vision/features/page-profile.js';
import { NO_DIAGNOSTICS } from '../../libs/vision/normalization/alignment.js';
import { isDoubtfullyBent } from '../../libs/vision/normalization/known-page.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { logSheet } from '../support/log-sheet.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
import { underASlip } from '../support/photo-booth/under-a-slip.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('a bent sheet of a known form', () => {
  let page: Raster;
  let photograph: Photograph;
  let normalized: (frame: Raster) => NormalizedFrame;

  beforeAll(async () => {
    const picture = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    page = toGrey(picture);
    const profile = describePage(page);
    photograph = await photographPage(picture, DPI, { level: 'curled', seed: 5, megapixels: 4 });
    normalized = (frame) => normalizeFrame(frame, { page, profile, dpi: DPI });
  });

  /** The page under a slip that covers it from side to side and from its head to a part of its height. */
  const coveredTo = (part: number): Raster =>
    underASlip(photograph, [10, page.width - 10], [10, part * page.height]);

  it('is laid where three tenths of it are covered', () => {
    const { flag, diagnostics } = normalized(coveredTo(0.3));
    expect(diagnostics.way).toBe('registered');
    expect(diagnostics.bend).toBeGreaterThan(20);
    expect(flag).toBeNull();
  });

  it('is not laid by what little is found of it: what is bent as little of it says may be bent otherwise', () => {
    const { flag, diagnostics } = normalized(coveredTo(0.48));
    expect(diagnostics.way).not.toBe('registered');
    expect(flag).toBe('unregistered');
  });

  it('is in doubt where a tenth is missed, or a little of a list', () => {
    const isDoubtful = (agreement: number, shown: Raster): boolean =>
      isDoubtfullyBent({ diagnostics: { ...NO_DIAGNOSTICS, agreement, bend: 40 } }, { page: shown });
    expect([0.88, 0.93, 0.98].map((agreement) => isDoubtful(agreement, page))).toEqual([true, false, false]);
    expect([0.93, 0.98].map((agreement) => isDoubtful(agreement, logSheet()))).toEqual([true, false]);
  });

  it('is bent as much, however densely the form is stored', async () => {
    const pdf = await sampleForms()[2].pdf();
    const options = { level: 'curled', seed: 5, megapixels: 2.5, quarterTurns: 0 } as const;
    const { rgb } = await photographPage(await renderPdfPage(pdf, 1, DPI), DPI, options);
    const bendAt = async (dpi: number): Promise<number> => {
      const stored = toGrey(await renderPdfPage(pdf, 1, dpi));
      const reference = { page: stored, profile: describePage(stored), dpi };
      return normalizeFrame(rgb, reference).diagnostics.bend!;
    };
    const ratio = (await bendAt(DPI / 2)) / (await bendAt(DPI));
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });
});
