import { skewOf } from '../../libs/vision/orientation/skew.js';
import { remap } from '../../libs/vision/pixels/remap.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { cos, PI, sin } = Math;

describe('the skew of a page', () => {
  it.each([-17, -3.3, -0.6, 0, 1.7, 4, 11.4])('is measured: %d degrees', async (degrees) => {
    const page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 110));
    const angle = (-degrees * PI) / 180;
    const skewed = remap(
      page,
      meshFrom(page.width, page.height, (x, y) => {
        const [u, v] = [x - page.width / 2, y - page.height / 2];
        return {
          x: page.width / 2 + u * cos(angle) - v * sin(angle),
          y: page.height / 2 + u * sin(angle) + v * cos(angle),
        };
      }),
    );
    expect(Math.abs(skewOf(skewed).degrees - degrees)).toBeLessThan(0.1);
  });

  it('is none of a page without ink', () => {
    const data = new Uint8Array(600 * 800).fill(250);
    const blank = { data, width: 600, height: 800, channels: 1 as const };
    expect(skewOf(blank)).toEqual({ degrees: 0, confidence: 0 });
  });
});
