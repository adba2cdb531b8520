import { layFlatTask } from '../../libs/vision-pool/tasks/lay-flat.js';
import { normalizeTask } from '../../libs/vision-pool/tasks/normalize.js';
import { densityOf, encodePng } from '../../libs/imaging/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { pageDensity } from '../../libs/vision/outline/page-proportions.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

/** An A4 page drawn at this density is as large as an A5 page at 200 dpi. */
const AS_A4 = 141;
const AS_A5 = 200;

let page: Raster;

beforeAll(async () => {
  page = await renderPdfPage(await sampleForms()[3].pdf(), 1, AS_A4);
});

const file = (dpi: number) => encodePng(page, { dpi });

describe('how large paper is', () => {
  it('is told by its proportions where the file says nothing that can be', () => {
    const a4 = { width: 1654, height: 2339 };
    // None, what cameras write, and a stamp's.
    for (const declared of [null, 72, 96, 1200]) expect(Math.round(pageDensity(a4, declared))).toBe(200);
    // A wall's.
    expect(Math.round(pageDensity({ width: 3308, height: 4678 }, 101))).toBe(400);
  });

  it('is what a scan of an unknown form says', async () => {
    for (const dpi of [AS_A5, AS_A4]) {
      const scan = await normalizeTask(await file(dpi), null);
      expect(scan).toMatchObject({ flag: 'already_flat', dpi, width: page.width, height: page.height });
    }
  });

  it('is what a scan of a form’s page says, once it stands straight too', async () => {
    const { rgb } = await photographPage(page, AS_A4, { level: 'scan', seed: 3, megapixels: 3 });
    for (const dpi of [150, 250]) {
      const { picture, notes } = await layFlatTask(await encodePng(rgb, { dpi }));
      expect([notes, await densityOf(picture!.bytes)]).toEqual([['straightened'], dpi]);
    }
  });

  it('is what the picture of a known form says', async () => {
    const frame = await file(72);
    for (const dpi of [AS_A5, AS_A4]) {
      const reference = { image: await file(dpi), profile: null, toFrame: null };
      const laid = await normalizeTask(frame, reference);
      expect(laid).toMatchObject({ flag: null, dpi, width: page.width, height: page.height });
    }
  });
});
