import sharp from 'sharp';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { letter } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { tiffCompression } from '../support/tiff-compression.js';
import { ServiceProcess } from '../support/service/service-process.js';

const dpi = 150;
let service: ServiceProcess;
let api: ApiClient;
/** A packet with one normalized frame. */
let packet: string;

beforeAll(async () => {
  service = await ServiceProcess.start();
  api = await ApiClient.for(service);
  const page = await renderPdfPage(await letter(11), 1, dpi);
  const photograph = await photographPage(page, dpi, { level: 'easy', seed: 11, megapixels: 2 });
  packet = payloadOf(await api.createPacket([{ bytes: await photograph.jpeg() }])).Id;
  expect(payloadOf(await api.normalize(packet, 1)).Frames[0]).toMatchObject({ HasImage: true });
});

afterAll(() => service?.stop());

const get = (query: string, headers?: Record<string, string>) =>
  api.fetch('GET', `/api/InputPacket/${packet}/frames/1/image?${query}`, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('the modes of a normalized image', () => {
  it('are colour as stored, grey at its density and size, and two tones at 300 dpi or twice that density', async () => {
    const stored = await bytesOf(await get('Variant=normalized'));
    const { width, height, density } = await sharp(stored).metadata();
    const color = await get('Variant=normalized&Mode=color');
    expect((await bytesOf(color)).equals(stored)).toBe(true);

    const gray = await get('Variant=normalized&Mode=gray');
    expect(gray.headers.get('content-type')).toBe('image/jpeg');
    const grayPicture = await bytesOf(gray);
    expect(await sharp(grayPicture).metadata()).toMatchObject({ channels: 1, width, height, density });

    const bitonal = await get('Variant=normalized&Mode=bitonal');
    expect(bitonal.headers.get('content-type')).toBe('image/png');
    expect(bitonal.headers.get('vary')).toContain('Accept');
    const bitonalPicture = await bytesOf(bitonal);
    const png = await sharp(bitonalPicture).metadata();
    const times = Math.min(2, Math.max(1, 300 / density!));
    expect(times).toBeGreaterThan(1);
    expect(png).toMatchObject({
      format: 'png',
      width: Math.round(width * times),
      height: Math.round(height * times),
    });
    expect(Math.abs(png.density! - density! * times)).toBeLessThanOrEqual(1);
    const tones = await sharp(bitonalPicture).toColourspace('b-w').raw().toBuffer();
    const ink = tones.filter((tone) => tone === 0).length / tones.length;
    expect(new Set(tones)).toEqual(new Set([0, 255]));
    // A letter: some print, mostly paper.
    expect(ink).toBeGreaterThan(0.01);
    expect(ink).toBeLessThan(0.15);
    expect(bitonalPicture.length).toBeLessThan(grayPicture.length / 2);
  });

  it('give archives a TIFF with CCITT Group 4, the same px as the PNG', async () => {
    const tiff = await get('Variant=normalized&Mode=bitonal', { Accept: 'image/tiff' });
    expect(tiff.headers.get('content-type')).toBe('image/tiff');
    const file = await bytesOf(tiff);
    expect(tiffCompression(file)).toBe(4);
    const png = await bytesOf(await get('Variant=normalized&Mode=bitonal', { Accept: 'image/*' }));
    const pixels = (picture: Buffer) => sharp(picture).toColourspace('b-w').raw().toBuffer();
    expect((await pixels(file)).equals(await pixels(png))).toBe(true);
  });

  it('have an ETag each', async () => {
    const tags: (string | null)[] = [];
    for (const [query, accept] of [
      ['Variant=normalized'],
      ['Variant=normalized&Mode=gray'],
      ['Variant=normalized&Mode=bitonal'],
      ['Variant=normalized&Mode=bitonal', 'image/tiff'],
    ]) {
      const answer = await get(query, accept ? { Accept: accept } : undefined);
      tags.push(answer.headers.get('etag'));
      // At once: an answer that nobody reads while the next are made is broken off.
      await answer.body?.cancel();
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('are refused for other pictures and by other names', async () => {
    const path = `/api/InputPacket/${packet}/frames/1/image`;
    for (const query of ['Mode=gray', 'Variant=original&Mode=bitonal', 'Variant=normalized&Mode=sepia'])
      expectFailure(await api.call('GET', `${path}?${query}`), 400, 'INVALID_ARGUMENT');
  });

  it('are not found before the frame is normalized', async () => {
    const other = payloadOf(
      await api.createPacket([
        {
          bytes: await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
            .jpeg()
            .toBuffer(),
        },
      ]),
    ).Id;
    const path = `/api/InputPacket/${other}/frames/1/image?Variant=normalized&Mode=gray`;
    expectFailure(await api.call('GET', path), 404, 'IMAGE_NOT_FOUND');
  });
});
