import sharp from 'sharp';
import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame, type NormalizationReference } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { abs, round } = Math;

const DPI = 150;
/** What is printed below the scan's form: from which column, px, and its colour. */
const FILLS = [
  { left: 100, colour: [255, 244, 200] },
  { left: 400, colour: [225, 225, 225] },
  { left: 700, colour: [240, 240, 240] },
];
const [FILL_TOP, FILL_SIDE] = [1250, 260];

const page = async (form: number): Promise<Raster> => renderPdfPage(await sampleForms()[form].pdf(), 1, DPI);

/** A page as a flatbed scanner has it: fills on it, and strokes as soft as the scanner's optics make them. */
async function scanOf({ data, width, height }: Raster): Promise<Raster> {
  const filled = data.slice();
  for (const { left, colour } of FILLS)
    for (let y = FILL_TOP; y < FILL_TOP + FILL_SIDE; y++)
      for (let k = 3 * (y * width + left); k < 3 * (y * width + left + FILL_SIDE); k++)
        filled[k] = round((filled[k] * colour[k % 3]) / 255);
  const soft = await sharp(filled, { raw: { width, height, channels: 3 } })
    .blur(0.8)
    .raw()
    .toBuffer();
  return { data: new Uint8Array(soft), width, height, channels: 3 };
}

/** Colour of a picture about the middle of a fill; pages are turned by no angle here, and keep their size. */
function colourOf({ data, width }: Raster, { left }: (typeof FILLS)[number]): number[] {
  const k = 3 * ((FILL_TOP + FILL_SIDE / 2) * width + left + FILL_SIDE / 2);
  return [...data.subarray(k, k + 3)];
}

/** The part of a picture's ink that is next to black: a stroke that was sharpened has more. */
function blackShare({ data }: Raster): number {
  let [ink, black] = [0, 0];
  for (let k = 1; k < data.length; k += 3) {
    if (data[k] < 200) ink++;
    if (data[k] < 60) black++;
  }
  return black / ink;
}

describe('a scan', () => {
  let form: Raster;
  let scan: Raster;
  let other: Raster;
  beforeAll(async () => {
    form = await page(0);
    scan = await scanOf(form);
    other = await page(9);
  });

  const referenceOf = (picture: Raster): NormalizationReference => {
    const grey = toGrey(picture);
    return { page: grey, profile: describePage(grey), dpi: DPI };
  };

  it.each([
    ['of an unknown form', 'already_flat', () => null],
    ['of a known form', null, () => referenceOf(form)],
    ['that shows another form than is said', 'unregistered', () => referenceOf(other)],
  ])('%s keeps its fills and strokes as they came', (_of, flag, reference) => {
    const result = normalizeFrame(scan, reference());
    expect(result.flag).toBe(flag);
    expect([result.image.width, result.image.height]).toEqual([scan.width, scan.height]);
    for (const fill of FILLS)
      // Paper comes out at 250.
      colourOf(result.image, fill).forEach((level, c) =>
        expect(abs(level - (250 / 255) * fill.colour[c])).toBeLessThan(10),
      );
    expect(abs(blackShare(result.image) - blackShare(scan))).toBeLessThan(0.1);
  });
});
