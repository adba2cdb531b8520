import sharp, { type Sharp } from 'sharp';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { letter } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { tiffCompression } from '../support/tiff-compression.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

const dpi = 150;
let service: ServiceUnderTest;
let api: ApiClient;
/** A packet with one normalized frame. */
let packet: string;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  const page = await renderPdfPage(await letter(11), 1, dpi);
  const photograph = await photographPage(page, dpi, { level: 'easy', seed: 11, megapixels: 2 });
  packet = payloadOf(await api.createPacket([{ bytes: await photograph.jpeg() }])).Id;
  expect(payloadOf(await api.normalize(packet, 1)).Frames[0]).toMatchObject({ HasImage: true });
});

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

  it('are not made for callers who have hung up', async () => {
    const query = 'Variant=normalized&Mode=bitonal';
    const made = async () => {
      const metrics = await (await api.fetch('GET', '/metrics')).text();
      return Number(/_seconds_count\{stage="tone",ok="true"\} (\d+)/.exec(metrics)?.[1] ?? 0);
    };
    const before = await made();
    const callers = 12;
    const gone = new AbortController();
    const asked = Array.from({ length: callers }, async () => {
      const path = `/api/InputPacket/${packet}/frames/1/image?${query}`;
      return bytesOf(await api.fetch('GET', path, { signal: gone.signal }));
    });
    await Promise.any(asked);
    gone.abort();
    await Promise.allSettled(asked);
    // Comes behind all of theirs.
    const behind = await get(query);
    expect(behind.status).toBe(200);
    // A picture that nobody reads keeps its connection, and the process with it.
    await bytesOf(behind);
    expect((await made()) - before).toBeLessThan(callers);
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

describe('a picture made small', () => {
  /** Mean difference in grey levels between a picture and another one brought to its size. */
  async function differenceFrom(small: Buffer, large: Buffer): Promise<number> {
    const { width, height } = await sharp(small).metadata();
    const grey = (picture: Sharp) => picture.toColourspace('b-w').raw().toBuffer();
    const [is, should] = await Promise.all([
      grey(sharp(small)),
      grey(sharp(large).autoOrient().resize(width, height, { fit: 'fill' })),
    ]);
    return is.reduce((sum, value, i) => sum + Math.abs(value - should[i]), 0) / is.length;
  }

  it.each(['original', 'normalized'])('shows the %s one, so many px wide', async (variant) => {
    const whole = await bytesOf(await get(`Variant=${variant}`));
    const answer = await get(`Variant=${variant}&Width=256`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const small = await bytesOf(answer);
    const { width, height } = await sharp(whole).metadata();
    const size = await sharp(small).metadata();
    expect(size).toMatchObject({ format: 'jpeg', width: 256 });
    // A JPEG is decoded at a part of its size, whose sides are whole px.
    expect(Math.abs(size.height - (256 * height) / width)).toBeLessThanOrEqual(1);
    expect(await differenceFrom(small, whole)).toBeLessThan(4);
  });

  it('stands upright, keeps a width below the one asked for, and says nothing of the camera', async () => {
    const upright = await sharp(await bytesOf(await get('Variant=normalized&Width=200'))).toBuffer();
    const lying = await sharp(upright)
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Model: 'Some camera' } })
      .png()
      .toBuffer();
    const { Id } = payloadOf(await api.createPacket([{ bytes: lying }]));
    const path = `/api/InputPacket/${Id}/frames/1/image?Width=1000`;
    const small = await bytesOf(await api.fetch('GET', path));
    const { width, height, orientation, exif } = await sharp(small).metadata();
    expect({ width, height, orientation, exif }).toMatchObject({ width: 200, orientation: undefined });
    expect(height).toBeGreaterThan(200);
    expect(exif).toBeUndefined();
    expect(await differenceFrom(small, upright)).toBeLessThan(4);
  });

  it('has an ETag of its own for each width, and is not sent again to who has it', async () => {
    const tags = new Map<string, string>();
    for (const query of ['', 'Width=100', 'Width=101', 'Width=100&Variant=normalized']) {
      const answer = await get(query);
      await answer.body?.cancel();
      tags.set(query, answer.headers.get('etag') ?? '');
    }
    expect(new Set(tags.values()).size).toBe(4);
    const again = await get('Width=100', { 'If-None-Match': tags.get('Width=100') ?? '' });
    expect(again.status).toBe(304);
  });

  it('is made of a reference page too', async () => {
    const { Id, Pages } = payloadOf(await api.registerForm('A letter', [await letter(11)]));
    const answer = await api.fetch('GET', `/api/Form/${Id}/pages/1/image?Width=64`);
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 64,
      height: Math.round((64 * Pages[0].Height) / Pages[0].Width),
    });
    expectFailure(await api.call('GET', `/api/Form/${Id}/pages/1/image?Width=63`), 400, 'INVALID_ARGUMENT');
  });

  it.each([
    'Width=63',
    'Width=2049',
    'Width=',
    'Width=1e2',
    'Width=100&Width=100',
    'Variant=overlay&Width=100',
    'Variant=normalized&Mode=bitonal&Width=100',
  ])('is refused for %s', async (query) => {
    const path = `/api/InputPacket/${packet}/frames/1/image?${query}`;
    expectFailure(await api.call('GET', path), 400, 'INVALID_ARGUMENT');
  });
});
