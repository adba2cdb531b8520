import { leanOf, skewOf } from '../../libs/vision/orientation/skew.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { remap } from '../../libs/vision/pixels/remap.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { abs, cos, PI, sin } = Math;

let page: Raster;

beforeAll(async () => {
  page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 110));
});

/** The sample form's first page, turned by so many degrees clockwise about its centre. */
function pageTurned(degrees: number): Raster {
  const angle = (-degrees * PI) / 180;
  return remap(
    page,
    meshFrom(page.width, page.height, (x, y) => {
      const [u, v] = [x - page.width / 2, y - page.height / 2];
      return {
        x: page.width / 2 + u * cos(angle) - v * sin(angle),
        y: page.height / 2 + u * sin(angle) + v * cos(angle),
      };
    }),
  );
}

describe('the skew of a page', () => {
  it.each([-5.2, -3.3, -0.6, 0, 1.7, 4])('is measured: %d degrees', (degrees) => {
    expect(abs(skewOf(pageTurned(degrees)).degrees - degrees)).toBeLessThan(0.1);
  });

  it('is none of a page without ink', () => {
    const data = new Uint8Array(600 * 800).fill(250);
    const blank = { data, width: 600, height: 800, channels: 1 as const };
    expect(skewOf(blank)).toEqual({ degrees: 0, confidence: 0 });
  });
});

describe('the lean of a page', () => {
  it.each([
    [-17, -17],
    [11.4, 11.4],
    [44, 44],
    [-61, 29],
    [104, 14],
    [200, 20],
  ])('that lies far askew is found: %d degrees', (degrees, lean) => {
    expect(abs(leanOf(pageTurned(degrees)) - lean)).toBeLessThan(0.4);
  });

  it.each([-3, 0, 2.5, 90, 183])('is none where rows are about level: %d degrees', (degrees) => {
    expect(leanOf(pageTurned(degrees))).toBe(0);
  });

  it('is none of a page without ink', () => {
    const data = new Uint8Array(600 * 800).fill(250);
    expect(leanOf({ data, width: 600, height: 800, channels: 1 })).toBe(0);
  });
});
