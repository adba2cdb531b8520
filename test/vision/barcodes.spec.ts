import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer';
import { readBarcodes } from '../../libs/imaging/index.js';
import { noisyPicture } from '../support/noisy-picture.js';

beforeAll(async () => {
  const file = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(file).buffer },
    fireImmediately: true,
  });
});

/** A symbol as PNG with its quiet zone, `module` px a module. */
async function symbol(
  format: WriteInputBarcodeFormat,
  text: string,
  module = 3,
  options = '',
): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format, scale: module, options });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** A white sheet of the given size with pictures on it. */
const sheet = (width: number, height: number, pictures: { input: Buffer; left: number; top: number }[]) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } }).composite(pictures);

describe('reading barcodes', () => {
  it.each<[WriteInputBarcodeFormat, string]>([
    ['Code128', 'PACKET-0001742'],
    ['Code39', 'FORM 17'],
    ['EAN13', '4006381333931'],
    ['ITF', '12345678'],
    ['QRCode', 'https://example.org/packet/1742'],
    ['DataMatrix', 'DM 1742'],
    ['PDF417', 'a stacked symbol'],
    ['Aztec', 'an Aztec symbol'],
  ])('reads %s', async (format, text) => {
    const symbols = await readBarcodes(await symbol(format, text));
    expect(symbols.map(({ value }) => value)).toEqual([text]);
    expect(symbols[0]?.type).toMatch(new RegExp(`^${format}`));
  });

  it('turned, light on dark, and on a photograph that says it is turned', async () => {
    const qr = await symbol('QRCode', 'turned');
    const linear = await symbol('Code128', 'TURNED-1');
    for (const degrees of [90, 180, 270, 17]) {
      const options = { background: 'white' };
      expect(await readBarcodes(await sharp(qr).rotate(degrees, options).png().toBuffer())).toHaveLength(1);
      expect(await readBarcodes(await sharp(linear).rotate(degrees, options).png().toBuffer())).toEqual([
        { type: 'Code128', value: 'TURNED-1' },
      ]);
    }
    expect(await readBarcodes(await sharp(qr).negate({ alpha: false }).png().toBuffer())).toHaveLength(1);
    const oriented = await sharp(linear).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await readBarcodes(oriented)).toHaveLength(1);
  });

  it('all symbols of a picture, each once', async () => {
    const [qr, linear] = [await symbol('QRCode', 'first'), await symbol('Code128', 'SECOND')];
    const file = await sheet(1_400, 1_000, [
      { input: qr, left: 100, top: 100 },
      { input: qr, left: 900, top: 700 },
      { input: linear, left: 500, top: 400 },
    ])
      .png()
      .toBuffer();
    const values = (await readBarcodes(file)).map(({ value }) => value);
    expect(values.sort()).toEqual(['SECOND', 'first']);
  });

  it('a small symbol in a 12-megapixel frame, at the first look', async () => {
    const file = await sheet(4_000, 3_000, [
      { input: await symbol('DataMatrix', 'small'), left: 3_500, top: 2_600 },
    ])
      .jpeg()
      .toBuffer();
    expect(await readBarcodes(file, 'quick')).toEqual([{ type: 'DataMatrix', value: 'small' }]);
  });

  it('a blurred one, when it takes its time', async () => {
    const file = await sharp(await symbol('EAN13', '4006381333931', 2))
      .flatten()
      .blur(1.2)
      .png()
      .toBuffer();
    expect(await readBarcodes(file, 'quick')).toEqual([]);
    expect((await readBarcodes(file)).map(({ value }) => value)).toEqual(['4006381333931']);
  });

  it('a blurred one beside a sharp one in a 12-megapixel frame', async () => {
    const blurred = await sharp(await symbol('Code128', 'BLURRED-1', 4))
      .flatten()
      .blur(2.6)
      .png()
      .toBuffer();
    const file = await sheet(4_000, 3_000, [
      { input: await symbol('QRCode', 'sharp', 6), left: 500, top: 500 },
      { input: blurred, left: 2_500, top: 2_000 },
    ])
      .jpeg()
      .toBuffer();
    const values = async (effort: 'quick' | 'thorough') =>
      (await readBarcodes(file, effort)).map(({ value }) => value).sort();
    expect(await values('quick')).toEqual(['sharp']);
    expect(await values('thorough')).toEqual(['BLURRED-1', 'sharp']);
  });

  it('bytes of an encoding that none knows, one character each', async () => {
    const file = await symbol('QRCode', 'Cé1', 4, 'eci=900');
    expect(await readBarcodes(file)).toEqual([{ type: 'QRCode', value: 'C\u00c3\u00a91' }]);
  });

  it('nothing where there is none', async () => {
    expect(await readBarcodes(await noisyPicture(600, 500).png().toBuffer())).toEqual([]);
    expect(await readBarcodes(await sheet(300, 200, []).png().toBuffer())).toEqual([]);
  });
});
