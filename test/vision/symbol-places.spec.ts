import sharp from 'sharp';
import { boxAround, symbolParts } from '../../libs/imaging/index.js';
import type { Raster } from '../../libs/vision/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { coverSheet } from '../support/sample-forms/index.js';

const { floor } = Math;
const everywhere = () => true;

function page(level: (x: number, y: number) => number): Raster {
  const [width, height] = [620, 877];
  const data = Uint8Array.from({ length: width * height }, (_, i) => level(i % width, floor(i / width)));
  return { data, width, height, channels: 1 };
}

describe('where symbols may be on a picture', () => {
  const random = new Random(5);

  it('is nowhere on an empty sheet, on grain, in a shadow, nor where thin lines of print stand', () => {
    const parts = (level: (x: number, y: number) => number) => symbolParts(page(level), everywhere);
    expect(parts(() => 255)).toEqual([]);
    expect(parts(() => 200 + random.int(-25, 25))).toEqual([]);
    expect(parts((x) => 240 - x / 4)).toEqual([]);
    expect(parts((x, y) => (y % 18 < 5 && (x + y) % 9 < 2 ? 40 : 235))).toEqual([]);
  });

  it.each(['QRCode', 'Code128', 'DataMatrix', 'PDF417', 'Aztec'] as const)(
    'is a part of the sheet that holds the whole symbol: %s',
    async (symbol) => {
      const { data, width, height, channels } = await renderPdfPage(
        await coverSheet('CASE-7', symbol),
        1,
        100,
      );
      const grey = await sharp(data, { raw: { width, height, channels } })
        .toColourspace('b-w')
        .raw()
        .toBuffer();
      const sheet: Raster = { data: new Uint8Array(grey), width, height, channels: 1 };
      const parts = symbolParts(sheet, everywhere);
      expect(parts).not.toEqual([]);
      const { left, top, right, bottom } = boxAround(parts);
      expect((right - left) * (bottom - top)).toBeLessThan(0.7 * width * height);
      // What lies outside the box is paper and a few words.
      let darkOutside = 0;
      sheet.data.forEach((value, i) => {
        const [x, y] = [i % width, floor(i / width)];
        if (value < 128 && (x < left || x >= right || y < top || y >= bottom)) darkOutside++;
      });
      expect(darkOutside).toBeLessThan(0.01 * width * height);
    },
  );

  it('is told of the largest clump first', () => {
    const clumps = page((x, y) => ((x < 100 && y < 100) || (x > 300 && y > 500) ? 20 : 250));
    const [first, second] = symbolParts(clumps, everywhere);
    expect([first.left > second.right, first.right - first.left > second.right - second.left]).toEqual([
      true,
      true,
    ]);
  });

  it('is not beside the sheet', () => {
    const dark = page((x, y) => (x > 400 && y < 200 ? 20 : 250));
    expect(symbolParts(dark, everywhere)).toHaveLength(1);
    expect(symbolParts(dark, (x, y) => x < 380 || y > 220)).toEqual([]);
  });
});
