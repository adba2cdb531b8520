import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import type { Quad } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { registerFlat } from '../../libs/vision/registration/flat-registration.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Print down to this part of the page. */
const PRINTED = 0.12;

describe('a flat page with print at its top alone', () => {
  it("is held by the paper's edges at its foot", async () => {
    const drawn = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { width, height, channels } = drawn;
    const data = drawn.data.slice().fill(255, Math.round(PRINTED * height) * width * channels);
    const page = { ...drawn, data };
    const photo = await photographPage(page, DPI, { level: 'easy', seed: 3, megapixels: 4 });
    const { truth, rgb } = photo;
    // What the detector gives of a page whose features lie at its top: right there, and off at its foot.
    const [topLeft, topRight, right, left] = truth.quad;
    const off: Quad = [
      topLeft,
      topRight,
      { x: right.x + 30, y: right.y + 20 },
      { x: left.x + 25, y: left.y + 20 },
    ];
    const guess = homographyFromPoints(frameQuad(width, height), off)!;
    const { registration } = registerFlat(toGrey(page), rgb, guess);
    expect(registration).not.toBeNull();
    for (const { x, y } of frameQuad(width, height)) {
      const seen = truth.pageToPhoto(x, y);
      const laid = registration!.toFrame.at(x, y);
      expect(Math.hypot(laid.x - seen.x, laid.y - seen.y)).toBeLessThan(1.5);
    }
  });
});
