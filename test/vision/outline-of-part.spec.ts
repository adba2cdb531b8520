import { describePage } from '../../libs/vision/features/page-profile.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { alignFrame } from '../../libs/vision/normalization/align-frame.js';
import type { Alignment } from '../../libs/vision/normalization/alignment.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 75;

describe('a frame that is said to show a known page, which is not found in it', () => {
  let photograph: Photograph;
  let known: Raster;

  beforeAll(async () => {
    const [other, page] = await Promise.all(
      [0, 4].map(async (form) => renderPdfPage(await sampleForms()[form].pdf(), 1, DPI)),
    );
    photograph = await photographPage(other, DPI, {
      level: 'easy',
      seed: 11,
      megapixels: 1,
      stance: { fill: [0.6, 0.65] },
    });
    known = toGrey(page);
  });

  /** Laid as the known page, which is said to lie on the sheet seen, stretched so many times about its middle. */
  function laidAs(times: number): Alignment {
    const { rgb, truth } = photograph;
    const [x, y] = [middleOf(truth.quad.map((p) => p.x)), middleOf(truth.quad.map((p) => p.y))];
    const quad = truth.quad.map((p) => ({ x: x + times * (p.x - x), y: y + times * (p.y - y) }));
    const lay = homographyFromPoints(frameQuad(known.width, known.height), quad);
    return alignFrame(new FrameCopies(rgb), { page: known, profile: describePage(known), dpi: DPI, lay });
  }

  it('is cut out by its outline', () => {
    const { flag, diagnostics } = laidAs(1);
    expect(diagnostics.way).toBe('outline');
    expect(flag).toBe('unregistered');
  });

  it('is kept whole where its outline leaves out much of where the page is said to lie', () => {
    const { flag, diagnostics } = laidAs(1.3);
    expect(diagnostics.way).toBe('whole');
    expect(flag).toBe('unregistered');
  });
});

const middleOf = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
