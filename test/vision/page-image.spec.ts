import sharp from 'sharp';
import { decodeColour, decodeGrey, encodeJpeg, encodePng, extractPage } from '../../libs/imaging/index.js';
import { heicPhotograph } from '../support/heic-photograph.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { handmadeTiff, pdf } from '../support/hostile-files.js';
import { noisyPicture } from '../support/noisy-picture.js';

const { abs, ceil, max } = Math;

const limits = { maxPixels: 50_000_000, maxPages: 40 };

/** A flat picture of one colour. */
const flat = (background: { r: number; g: number; b: number; alpha?: number }) =>
  sharp({
    create: { width: 40, height: 20, channels: background.alpha === undefined ? 3 : 4, background },
  });

describe('extracting the pages of a file', () => {
  it('keeps the bytes of a single picture and gives its size as a viewer shows it', async () => {
    const file = await noisyPicture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const page = await extractPage(file, 0, limits);
    expect(Buffer.from(page.bytes).equals(file)).toBe(true);
    expect(page).toMatchObject({ contentType: 'image/jpeg', width: 300, height: 400 });
    const stored = await extractPage(await noisyPicture().tiff().toBuffer(), 0, limits);
    expect(stored.contentType).toBe('image/tiff');
  });

  it('makes a PNG of each page of a TIFF', async () => {
    const page = await extractPage(handmadeTiff({ pages: 3 }), 2, limits);
    expect(page).toMatchObject({ contentType: 'image/png', width: 8, height: 8 });
    expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'png', density: 200, channels: 1 });
  });

  it('squares the pixels of a fax', async () => {
    const page = await extractPage(handmadeTiff({ pages: 1, resolution: [204, 98] }), 0, limits);
    expect(page).toMatchObject({ contentType: 'image/png', width: 8, height: 16 });
  });

  it('makes an upright JPEG of a HEIC that a phone took on its side', async () => {
    const file = await heicPhotograph();
    const page = await extractPage(file, 0, limits);
    expect(page).toMatchObject({ contentType: 'image/jpeg', width: 866, height: 1155 });
    expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 866, height: 1155 });

    const form = await renderPdfPage(await sampleForms()[1].pdf(), 1, 150);
    const photograph = await photographPage(form, 150, { level: 'easy', seed: 7, megapixels: 1 });
    const expected = await decodeColour(await photograph.jpeg());
    const actual = await decodeColour(page.bytes);
    let difference = 0;
    for (let i = 0; i < expected.data.length; i++) difference += abs(expected.data[i] - actual.data[i]);
    expect(difference / expected.data.length).toBeLessThan(3);
  });

  it('makes a JPEG of AVIF, transparency on white', async () => {
    const file = await flat({ r: 0, g: 0, b: 0, alpha: 0 }).avif().toBuffer();
    const page = await extractPage(file, 0, limits);
    expect(page).toMatchObject({ contentType: 'image/jpeg', width: 40, height: 20 });
    expect((await decodeGrey(page.bytes)).data.every((value) => value > 250)).toBe(true);
  });

  it('refuses a HEIC or AVIF that is cut anywhere, or too large', async () => {
    const avif = await noisyPicture().avif().toBuffer();
    for (const file of [await heicPhotograph(), avif]) {
      for (const share of [0.003, 0.02, 0.3, 0.99]) {
        const cut = file.subarray(0, ceil(file.length * share));
        await expect(extractPage(cut, 0, limits)).rejects.toMatchObject({ code: 'UNDECODABLE_IMAGE' });
      }
      const small = { ...limits, maxPixels: 100_000 };
      await expect(extractPage(file, 0, small)).rejects.toMatchObject({ code: 'TOO_LARGE' });
      await expect(extractPage(file, 1, limits)).rejects.toMatchObject({ code: 'UNDECODABLE_IMAGE' });
    }
  });

  it('renders a page of a PDF at 300 dpi on white', async () => {
    const file = await pdf(2);
    const [first, second] = [await extractPage(file, 0, limits), await extractPage(file, 1, limits)];
    expect(first).toMatchObject({ contentType: 'image/png', width: 2480, height: 3507 });
    expect(await sharp(first.bytes).metadata()).toMatchObject({ density: 300, channels: 1 });
    const { data, width } = await decodeColour(second.bytes);
    const at = (x: number, y: number) => [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
    expect(at(450, 750)).toEqual([255, 0, 0]);
    expect(at(10, 10)).toEqual([255, 255, 255]);
  });

  it('renders a poster within the limits', async () => {
    const poster = await pdf(1, { size: [14_400, 7_200] });
    const page = await extractPage(poster, 0, { maxPixels: 2_000_000, maxPages: 1 });
    expect(page.width * page.height).toBeLessThanOrEqual(2_000_000);
    expect(page.width / page.height).toBeCloseTo(2, 2);
  });

  it('refuses a page that is not there', async () => {
    for (const file of [await pdf(1), handmadeTiff({ pages: 1 }), await noisyPicture().png().toBuffer()])
      await expect(extractPage(file, 1, limits)).rejects.toMatchObject({ code: 'UNDECODABLE_IMAGE' });
  });
});

describe('decoding for vision', () => {
  it('gives one channel of luminance, shrunk, upright', async () => {
    const file = await noisyPicture(400, 300).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const grey = await decodeGrey(file, { longSide: 200 });
    expect(grey).toMatchObject({ width: 150, height: 200, channels: 1 });
    expect(grey.data).toHaveLength(150 * 200);
    expect(await decodeGrey(file, { longSide: 5_000 })).toMatchObject({ width: 300, height: 400 });
  });

  it('brings every depth and colour space to 8 bits', async () => {
    const red = { r: 255, g: 0, b: 0 };
    const sixteen = await flat({ r: 128, g: 128, b: 128 }).toColourspace('rgb16').png().toBuffer();
    expect((await decodeGrey(sixteen)).data[0]).toBe(128);
    expect([...(await decodeColour(sixteen)).data.subarray(0, 3)]).toEqual([128, 128, 128]);
    const cmyk = await flat(red).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    const [r = 0, g = 0, b = 0] = (await decodeColour(cmyk)).data;
    expect(r).toBeGreaterThan(200);
    expect(max(g, b)).toBeLessThan(60);
    const twoTone = await flat({ r: 255, g: 255, b: 255 })
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'ccittfax4' })
      .toBuffer();
    expect((await decodeColour(twoTone)).data.subarray(0, 3)).toEqual(new Uint8Array([255, 255, 255]));
  });

  it('lays transparency on white', async () => {
    const clear = await flat({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    expect((await decodeGrey(clear)).data.every((value) => value === 255)).toBe(true);
  });
});

describe('encoding', () => {
  it('writes the density, no orientation, and one channel as one', async () => {
    const grey = await decodeGrey(await noisyPicture().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    for (const file of [
      await encodeJpeg(grey, { dpi: 211.4, quality: 85 }),
      await encodePng(grey, { dpi: 211.4 }),
    ]) {
      const { density, orientation = 1, channels, width, height } = await sharp(file).metadata();
      expect({ density, orientation, channels, width, height }).toEqual({
        density: 211,
        orientation: 1,
        channels: 1,
        width: 300,
        height: 400,
      });
    }
  });

  it('keeps a PNG lossless', async () => {
    const colour = await decodeColour(await noisyPicture().png().toBuffer());
    expect(await decodeColour(await encodePng(colour, { dpi: 150 }))).toEqual(colour);
  });
});
