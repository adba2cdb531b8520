import { leanOf, skewOf } from '../../libs/vision/orientation/skew.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { pageAskew } from '../support/page-askew.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { abs } = Math;

let page: Raster;

beforeAll(async () => {
  page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 110));
});

describe('the skew of a page', () => {
  it.each([-5.2, -3.3, -0.6, 0, 1.7, 4])('is measured: %d degrees', (degrees) => {
    expect(abs(skewOf(pageAskew(page, degrees)).degrees - degrees)).toBeLessThan(0.1);
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
    expect(abs(leanOf(pageAskew(page, degrees)) - lean)).toBeLessThan(0.4);
  });

  it.each([-3, 0, 2.5, 90, 183])('is none where rows are about level: %d degrees', (degrees) => {
    expect(leanOf(pageAskew(page, degrees))).toBe(0);
  });

  it('is none of a page without ink', () => {
    const data = new Uint8Array(600 * 800).fill(250);
    expect(leanOf({ data, width: 600, height: 800, channels: 1 })).toBe(0);
  });
});
