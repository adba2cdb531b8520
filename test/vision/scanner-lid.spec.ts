import sharp, { type Sharp } from 'sharp';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { scannerLid } from '../../libs/vision/light/scanner-lid.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { round } = Math;

const dpi = 100;
const darkLid = 30;
const whiteLid = 255;

const asInput = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 1 } });

async function rasterOf(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 1 };
}

/** What a scanner shows of a sheet that lies askew: as large as the sheet, so that its corners are cut. */
async function scanAskew(page: Raster, degrees: number, lid = darkLid): Promise<Raster> {
  const background = { r: lid, g: lid, b: lid };
  const { data, info } = await asInput(page)
    .rotate(degrees, { background })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = round((info.width - page.width) / 2);
  const top = round((info.height - page.height) / 2);
  return rasterOf(sharp(data).extract({ left, top, width: page.width, height: page.height }));
}

/** Px darker than half of white, as a part of what lies within `margin` px of the border. */
function darkRim({ data, width, height, channels }: Raster, margin: number): number {
  let [dark, all] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (x >= margin && y >= margin && x < width - margin && y < height - margin) continue;
      all++;
      if (data[(y * width + x) * channels] < 128) dark++;
    }
  return dark / all;
}

function ink({ data, channels }: Raster): number {
  let dark = 0;
  for (let k = 0; k < data.length; k += channels) if (data[k] < 128) dark++;
  return dark;
}

describe("a scanner's dark lid beside a page", () => {
  let page: Raster;
  beforeAll(async () => {
    page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, dpi));
  });

  it.each([-3, -0.8, 1.5, 4])(
    'that lies askew by %d degrees is left out, and no print with it',
    async (degrees) => {
      const scan = await scanAskew(page, degrees);
      expect(darkRim(scan, 10)).toBeGreaterThan(0.1);
      const { image, flag } = normalizeFrame(scan, null);
      expect(flag).toBe('already_flat');
      expect(darkRim(image, 10)).toBeLessThan(0.01);
      const { image: same } = normalizeFrame(await scanAskew(page, degrees, whiteLid), null);
      expect(ink(image) / ink(same)).toBeGreaterThan(0.98);
    },
  );

  it('is seen in two tones, too', async () => {
    const scan = await scanAskew(page, 3);
    const twoTones = { ...scan, data: scan.data.map((level) => (level < 128 ? 0 : 255)) };
    expect(darkRim(normalizeFrame(twoTones, null).image, 10)).toBeLessThan(0.01);
  });

  it('is not seen where the scan shows the page alone, printed to its edges or not', () => {
    expect(scannerLid(page)).toBeNull();
    const printed = { ...page, data: page.data.slice() };
    printed.data.fill(0, 0, 60 * page.width);
    for (let y = 0; y < page.height; y++) printed.data.fill(0, y * page.width, y * page.width + 40);
    expect(scannerLid(printed)).toBeNull();
  });

  it('is not seen in print in white on black that runs off the picture', async () => {
    const reversed = { ...page, data: page.data.map((level) => 255 - level) };
    const scan = await scanAskew(reversed, 3, whiteLid);
    expect(scannerLid(scan)).toBeNull();
  });
});
