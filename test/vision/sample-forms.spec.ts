import { readBarcodes, prepareZXingModule } from 'zxing-wasm/reader';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import {
  coverSheet,
  letter,
  sampleForms,
  variantForm,
  type FormField,
} from '../support/sample-forms/index.js';

const { abs, max, min } = Math;

const DPI = 60;

const inked = (page: Raster): number => {
  let count = 0;
  for (let i = 0; i < page.data.length; i += page.channels) if (page.data[i] < 128) count++;
  return count / (page.width * page.height);
};

/** Share of px that differ clearly between two pages; 1 when their sizes differ. */
function difference(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 3) if (abs(a.data[i] - b.data[i]) > 60) count++;
  return count / (a.width * a.height);
}

const overlap = (a: FormField, b: FormField): number =>
  max(0, min(a.x + a.width, b.x + b.width) - max(a.x, b.x)) *
  max(0, min(a.y + a.height, b.y + b.height) - max(a.y, b.y));

describe('the sample forms', () => {
  const forms = sampleForms();

  it('are at least 12 forms of 25 pages in two languages, each with a name of its own', () => {
    expect(forms.length).toBeGreaterThanOrEqual(12);
    expect(forms.reduce((sum, form) => sum + form.pages, 0)).toBeGreaterThanOrEqual(25);
    expect(new Set(forms.map((form) => form.language)).size).toBe(2);
    expect(new Set(forms.map((form) => form.key)).size).toBe(forms.length);
    expect(new Set(forms.map((form) => form.name)).size).toBe(forms.length);
  });

  it('differ from each other, but for the two years of one form, which differ a little', async () => {
    const pages = await Promise.all(forms.map(async (form) => renderPdfPage(await form.pdf(), 1, DPI)));
    for (let i = 0; i < pages.length; i++)
      for (let j = 0; j < i; j++) {
        const twins = i === 1 && j === 0;
        const differ = difference(pages[i], pages[j]);
        if (twins) {
          expect(differ).toBeGreaterThan(0.0005);
          expect(differ).toBeLessThan(0.01);
        } else expect(differ).toBeGreaterThan(0.03);
      }
  });

  it('have ink on every page, and one page full of text and one nearly empty among them', async () => {
    const shares: number[] = [];
    for (const form of forms)
      for (let page = 1; page <= form.pages; page++)
        shares.push(inked(await renderPdfPage(await form.pdf(), page, DPI)));
    expect(min(...shares)).toBeGreaterThan(0.002);
    expect(min(...shares)).toBeLessThan(0.02);
    expect(max(...shares)).toBeGreaterThan(0.06);
  });

  it('have fields that lie on their page, are mostly blank, and do not overlap', async () => {
    for (const form of forms) {
      expect(form.fields.length).toBeGreaterThan(3);
      for (let page = 1; page <= form.pages; page++) {
        const picture = await renderPdfPage(await form.pdf(), page, DPI);
        const fields = form.fields.filter((field) => field.page === page);
        fields.forEach((field, i) => {
          expect(field.x).toBeGreaterThanOrEqual(0);
          expect(field.y).toBeGreaterThanOrEqual(0);
          expect(((field.x + field.width) / 72) * DPI).toBeLessThanOrEqual(picture.width);
          expect(((field.y + field.height) / 72) * DPI).toBeLessThanOrEqual(picture.height);
          const covered = fields.slice(0, i).map((other) => overlap(field, other));
          expect(max(0, ...covered)).toBeLessThan(0.15 * field.width * field.height);
        });
      }
    }
  });

  it('are the same bytes every time', async () => {
    const once = await variantForm(5).pdf();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(once.equals(await variantForm(5).pdf())).toBe(true);
    expect((await letter(3)).equals(await letter(3))).toBe(true);
  });

  it('can be multiplied by seed into forms that differ from each other', async () => {
    const variants = Array.from({ length: 60 }, (_, seed) => variantForm(seed));
    expect(new Set(variants.map((form) => form.name)).size).toBe(60);
    const pages = await Promise.all(
      variants.slice(0, 8).map(async (form) => renderPdfPage(await form.pdf(), 1, DPI)),
    );
    for (let i = 0; i < pages.length; i++)
      for (let j = 0; j < i; j++) expect(difference(pages[i], pages[j])).toBeGreaterThan(0.03);
  });
});

describe('pages that are no forms', () => {
  it.each(['QRCode', 'Code128', 'DataMatrix', 'PDF417', 'Aztec'] as const)(
    'a cover sheet bears a %s that reads back',
    async (symbol) => {
      const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
      prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
      const page = await renderPdfPage(await coverSheet('PACKET-0417', symbol), 1, 150);
      const rgba = new Uint8ClampedArray(page.width * page.height * 4).fill(255);
      for (let i = 0, j = 0; i < page.data.length; i += 3, j += 4) rgba.set(page.data.subarray(i, i + 3), j);
      const found = await readBarcodes({
        data: rgba,
        width: page.width,
        height: page.height,
        colorSpace: 'srgb',
      });
      expect(found.map(({ text }) => text)).toEqual(['PACKET-0417']);
    },
  );

  it('a letter has one page and differs by seed', async () => {
    const [a, b] = [
      await renderPdfPage(await letter(1), 1, DPI),
      await renderPdfPage(await letter(2), 1, DPI),
    ];
    expect(difference(a, b)).toBeGreaterThan(0.01);
    await expect(renderPdfPage(await letter(1), 2, DPI)).rejects.toThrow(RangeError);
  });
});
