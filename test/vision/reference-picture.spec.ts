import { PAGE_LONG_SIDE } from '../../libs/vision/features/page-profile.js';
import { reduce, toGrey } from '../../libs/vision/pixels/resample.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { isPageAlone, laidFlat } from '../../libs/vision/reference-picture.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

let page: Raster;
let onTable: Photograph;
let askew: Photograph;

const taken = (level: CaptureLevel, seed: number) =>
  photographPage(page, DPI, { level, seed, megapixels: 3 });
const isAlone = (picture: Raster) => isPageAlone(toGrey(reduce(picture, PAGE_LONG_SIDE / 2).raster));

beforeAll(async () => {
  page = await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI);
  onTable = await taken('easy', 1);
  askew = await taken('scan', 3);
});

describe('the picture of a reference page', () => {
  it('is the page alone where a program has drawn it', () => {
    expect(isAlone(page)).toBe(true);
    expect(laidFlat(page)).toBeNull();
  });

  it('is more than the page where that was photographed or scanned', () => {
    expect(isAlone(onTable.rgb)).toBe(false);
    expect(isAlone(askew.rgb)).toBe(false);
  });

  it('is the page alone once it is cut out of a photograph', () => {
    const { image } = laidFlat(onTable.rgb)!;
    expect(Math.abs(image.width / image.height / (page.width / page.height) - 1)).toBeLessThan(0.01);
    expect(isAlone(image)).toBe(true);
  });

  it('stands straight where it was scanned askew', () => {
    const [left, right] = askew.truth.quad;
    expect(Math.abs(Math.atan2(right.y - left.y, right.x - left.x))).toBeGreaterThan(0.005);
    expect(laidFlat(laidFlat(askew.rgb)!.image)).toBeNull();
  });

  it('stays as it came where the picture cuts the page off', async () => {
    expect(laidFlat((await taken('cut', 4)).rgb)).toBeNull();
  });
});
