import { PAGE_LONG_SIDE } from '../../libs/vision/features/page-profile.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
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
const isAlone = (picture: Raster) => isPageAlone(toGrey(reduceByBoxes(picture, PAGE_LONG_SIDE / 2).raster));

beforeAll(async () => {
  page = await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI);
  onTable = await taken('easy', 1);
  askew = await taken('scan', 3);
});

describe('the picture of a reference page', () => {
  it('is the page alone where a program has drawn it', () => {
    expect(isAlone(page)).toBe(true);
    expect(laidFlat(page)).toEqual({ flat: null, notes: [] });
  });

  it('is more than the page where that was photographed or scanned', () => {
    expect(isAlone(onTable.rgb)).toBe(false);
    expect(isAlone(askew.rgb)).toBe(false);
  });

  it('is the page alone once it is cut out of a photograph', () => {
    const { flat, notes } = laidFlat(onTable.rgb);
    expect(notes).toEqual(['cut_out']);
    const { image } = flat!;
    expect(Math.abs(image.width / image.height / (page.width / page.height) - 1)).toBeLessThan(0.01);
    expect(isAlone(image)).toBe(true);
  });

  it('stands straight where it was scanned askew', () => {
    const [left, right] = askew.truth.quad;
    expect(Math.abs(Math.atan2(right.y - left.y, right.x - left.x))).toBeGreaterThan(0.005);
    const { flat, notes } = laidFlat(askew.rgb);
    expect(notes).toEqual(['straightened']);
    expect(laidFlat(flat!.image)).toEqual({ flat: null, notes: [] });
  });

  it('is rolled out where the sheet was bent, and says so', async () => {
    const { flat, notes } = laidFlat((await taken('curled', 2)).rgb);
    expect(flat).not.toBeNull();
    expect(notes).toContain('bent');
  });

  it('stays as it came where the picture cuts the page off, and says so', async () => {
    const { rgb, truth } = await taken('cut', 4);
    expect(Math.min(...truth.quad.flatMap(({ x, y }) => [x, y, rgb.width - x, rgb.height - y]))).toBeLessThan(
      0,
    );
    expect(laidFlat(rgb)).toEqual({ flat: null, notes: ['page_not_found'] });
  });

  it('stays as it came, and says so, where no page stands out', () => {
    const { width, height } = onTable.rgb;
    const noise = new Uint8Array(width * height * 3).map((_, i) => 90 + ((i * 7919) % 31));
    const { flat, notes } = laidFlat({ data: noise, width, height, channels: 3 });
    expect([flat, notes]).toEqual([null, ['page_not_found']]);
  });
});
