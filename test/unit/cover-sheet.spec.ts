import sharp from 'sharp';
import { VisionPool } from '../../libs/vision-pool/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';
import { inkedShare, sheetInk } from '../../libs/vision/index.js';
import { type CaptureLevel, photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { coverSheet, letter, sampleForms } from '../support/sample-forms/index.js';

const dpi = 150;
const value = 'CASE-2026-000417';
let pool: VisionPool;

beforeAll(() => {
  pool = new VisionPool({ threads: 1 });
});
afterAll(() => pool.close(0));

async function taken(page: Raster, level: CaptureLevel, seed: number): Promise<Uint8Array> {
  return (await photographPage(page, dpi, { level, seed, megapixels: 2 })).jpeg();
}

const shown = async (page: Raster, level: CaptureLevel, seed: number) =>
  pool.coverSheet(await taken(page, level, seed));

/** Where a cover sheet has its QR code, px: between its head and the value in print. */
const symbolBand = { top: 500, height: 340 };

/** A page with a QR code of its own in the corner, as forms and letters have them. */
async function withSymbol({ data, width, height, channels }: Raster): Promise<Raster> {
  const sheet = await renderPdfPage(await coverSheet(value), 1, dpi);
  const symbol = await sharp(sheet.data, { raw: { width: sheet.width, height: sheet.height, channels: 3 } })
    .extract({ left: 240, width: sheet.width - 480, ...symbolBand })
    .png()
    .toBuffer();
  const side = Math.round(0.2 * width);
  const input = await sharp(symbol).trim().resize(side, side).png().toBuffer();
  const page = await sharp(data, { raw: { width, height, channels } })
    .composite([{ input, left: width - side - 60, top: 60 }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data: new Uint8Array(page), width, height, channels: 3 };
}

describe('a sheet that carries little but a barcode', () => {
  it.each([
    ['QRCode', 'hard'],
    ['Code128', 'easy'],
    ['DataMatrix', 'scan'],
    ['PDF417', 'scan'],
    ['Aztec', 'easy'],
  ] as const)('is known by it: %s, %s', async (symbol, level) => {
    const page = await renderPdfPage(await coverSheet(value, symbol), 1, dpi);
    expect(await shown(page, level, 1)).toEqual({ isCoverSheet: true, symbols: [{ type: symbol, value }] });
  });
});

describe('what else is photographed', () => {
  const random = new Random(9);
  const noise = Uint8Array.from({ length: 600 * 400 }, () => random.int(0, 255));

  it.each([
    ['easy', 1],
    ['hard', 2],
  ] as const)('is no cover sheet when it is a letter with a barcode of its own: %s', async (level, seed) => {
    const page = await withSymbol(await renderPdfPage(await letter(101), 1, dpi));
    const photograph = await taken(page, level, seed);
    expect(await pool.readBarcodes(photograph)).toEqual([{ type: 'QRCode', value }]);
    expect(await pool.coverSheet(photograph)).toEqual({ isCoverSheet: false, symbols: [] });
  });

  it('is no cover sheet when it is a form with a barcode of its own', async () => {
    const page = await withSymbol(await renderPdfPage(await sampleForms()[12].pdf(), 1, dpi));
    expect(await shown(page, 'scan', 3)).toEqual({ isCoverSheet: false, symbols: [] });
  });

  it('is no cover sheet when it is no sheet at all, and is not searched for long', async () => {
    const ink = sheetInk({ data: noise, width: 600, height: 400, channels: 1 });
    expect(inkedShare(ink, [])).toBe(1);
    const picture = sharp(noise, { raw: { width: 600, height: 400, channels: 1 } });
    expect(await pool.coverSheet(await picture.png().toBuffer())).toEqual({
      isCoverSheet: false,
      symbols: [],
    });
  });

  it('is no cover sheet when it is an empty sheet', async () => {
    const empty = {
      data: new Uint8Array(620 * 877).fill(255),
      width: 620,
      height: 877,
      channels: 1 as const,
    };
    expect(await shown(empty, 'scan', 4)).toEqual({ isCoverSheet: false, symbols: [] });
  });
});
