import { probeFile } from '../../libs/imaging/index.js';
import { heicPhotograph } from '../support/heic-photograph.js';
import { handmadeTiff, pdf, vastPng } from '../support/hostile-files.js';
import { noisyPicture } from '../support/noisy-picture.js';

const limits = { maxPixels: 50_000_000, maxPages: 40 };

/** The probe's answer, or the code it refuses with. */
const probe = (file: Uint8Array): Promise<string> =>
  probeFile(file, limits).then(
    ({ format, pages }) => `${format} x ${pages}`,
    (error: { code: string }) => error.code,
  );

describe('an uploaded file is told by its content', () => {
  it('knows each accepted format', async () => {
    expect(await probe(await noisyPicture().jpeg().toBuffer())).toBe('jpeg x 1');
    expect(await probe(await noisyPicture().jpeg({ progressive: true }).toBuffer())).toBe('jpeg x 1');
    expect(await probe(await noisyPicture().png().toBuffer())).toBe('png x 1');
    expect(await probe(await noisyPicture().webp().toBuffer())).toBe('webp x 1');
    expect(await probe(await noisyPicture().tiff({ compression: 'lzw' }).toBuffer())).toBe('tiff x 1');
    expect(await probe(await noisyPicture().tiff({ bigtiff: true }).toBuffer())).toBe('tiff x 1');
    expect(await probe(handmadeTiff({ pages: 3 }))).toBe('tiff x 3');
    expect(await probe(await pdf(2))).toBe('pdf x 2');
    expect(await probe(await noisyPicture().avif().toBuffer())).toBe('heif x 1');
    expect(await probe(await heicPhotograph())).toBe('heif x 1');
  });

  it('does not count thumbnails of a TIFF as pages', async () => {
    expect(await probe(handmadeTiff({ pages: 2, laterKind: 1 }))).toBe('tiff x 1');
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('just a text, whatever its name says')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a TIFF of measurements', handmadeTiff({ pages: 1, sampleFormat: 3 })],
    ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')],
  ])('refuses %s as unsupported', async (_what, file) => {
    expect(await probe(file)).toBe('UNSUPPORTED_IMAGE');
  });
});

describe('a damaged file is refused', () => {
  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)('a %s cut anywhere', async (format) => {
    const file = await noisyPicture().toFormat(format).toBuffer();
    for (const share of [0.02, 0.3, 0.7, 0.99])
      expect(await probe(file.subarray(0, Math.floor(file.length * share)))).toBe('UNDECODABLE_IMAGE');
  });

  it('a JPEG that lacks its last two bytes', async () => {
    const file = await noisyPicture().jpeg().toBuffer();
    expect(await probe(file.subarray(0, file.length - 2))).toBe('UNDECODABLE_IMAGE');
  });

  it('a signature and nothing else', async () => {
    for (const start of [
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'RIFF\0\0\0\0WEBP',
      'II*\0',
      '\0\0\0\x18ftypheic',
      '%PDF-1.7',
    ])
      expect(await probe(Buffer.from(start, 'latin1'))).toBe('UNDECODABLE_IMAGE');
  });

  it('an encrypted PDF, and half of a plain one', async () => {
    expect(await probe(await pdf(1, { userPassword: 'secret' }))).toBe('UNDECODABLE_IMAGE');
    const file = await pdf(1);
    expect(await probe(file.subarray(0, file.length >> 1))).toBe('UNDECODABLE_IMAGE');
  });

  it('a TIFF whose pages form a loop', async () => {
    expect(await probe(handmadeTiff({ pages: 5, loop: true }))).toBe('UNDECODABLE_IMAGE');
  });
});

describe('limits are checked before pixels are made', () => {
  it('refuses 30,000 x 30,000 px of PNG', async () => {
    const file = vastPng(30_000);
    expect(file.length).toBeLessThan(120_000);
    expect(await probe(file)).toBe('TOO_LARGE');
    // The header decides: it is the same answer when no pixel data follows.
    expect(await probe(file.subarray(0, 60))).toBe('TOO_LARGE');
  });

  it('refuses a TIFF of 10,000 pages, thumbnails too, and a long PDF', async () => {
    expect(await probe(handmadeTiff({ pages: 10_000 }))).toBe('TOO_LARGE');
    expect(await probe(handmadeTiff({ pages: 10_000, laterKind: 1 }))).toBe('TOO_LARGE');
    expect(await probe(await pdf(41))).toBe('TOO_LARGE');
  });

  it('accepts what lies exactly on a limit', async () => {
    const file = await noisyPicture(400, 300).png().toBuffer();
    await expect(probeFile(file, { maxPixels: 120_000, maxPages: 1 })).resolves.toMatchObject({ pages: 1 });
    await expect(probeFile(file, { maxPixels: 119_999, maxPages: 1 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
  });
});

describe('what real cameras write passes', () => {
  it('bytes after the end of a JPEG', async () => {
    const file = await noisyPicture().jpeg().toBuffer();
    expect(await probe(Buffer.concat([file, Buffer.alloc(3_000, 7)]))).toBe('jpeg x 1');
  });

  it('EXIF that is garbage', async () => {
    const file = await noisyPicture().jpeg().toBuffer();
    const junk = Buffer.alloc(2_000, 0xa5);
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0x07, 0xd8]), Buffer.from('Exif\0\0'), junk]);
    expect(await probe(Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)]))).toBe('jpeg x 1');
  });
});
