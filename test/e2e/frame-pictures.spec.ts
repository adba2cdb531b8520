import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { heicPhotograph } from '../support/heic-photograph.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let api: ApiClient;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service);
});

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('the picture of a frame', () => {
  let bytes: Buffer;
  let id: string;

  beforeAll(async () => {
    bytes = await softPicture(400, 200).jpeg().toBuffer();
    id = payloadOf(await api.createPacket([{ bytes }])).Id;
    await api.classified(id);
  });

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)('of %s is served back byte for byte', async (format) => {
    const bytes = await softPicture(120, 90).toFormat(format).toBuffer();
    const { Id } = payloadOf(await api.createPacket([{ bytes }]));
    const response = await api.frameImage(Id, 1);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(`image/${format}`);
    expect(response.headers.get('Content-Disposition')).toBe('inline');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(digest(await bytesOf(response))).toBe(digest(bytes));
  });

  it.each(['HEIC', 'AVIF'])('of %s is served as JPEG, which every front end shows', async (format) => {
    const bytes = format === 'HEIC' ? await heicPhotograph() : await softPicture(120, 90).avif().toBuffer();
    const { Id, Frames } = payloadOf(await api.createPacket([{ bytes }]));
    const response = await api.frameImage(Id, 1);
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    const { format: served, width, height } = await sharp(await bytesOf(response)).metadata();
    expect({ served, width, height }).toEqual({
      served: 'jpeg',
      width: Frames[0].Width,
      height: Frames[0].Height,
    });
  });

  it('is not sent again to who has it', async () => {
    const etag = (await api.frameImage(id, 1)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await api.frameImage(id, 1, undefined, { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect((await bytesOf(again)).length).toBe(0);
    expect((await api.frameImage(id, 1, undefined, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is sent in parts', async () => {
    const total = bytes.length;
    const cases: [range: string, from: number, to: number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, total - 1],
      ['bytes=-5', total - 5, total - 1],
      [`bytes=${total - 3}-${total + 100}`, total - 3, total - 1],
    ];
    for (const [range, from, to] of cases) {
      const response = await api.frameImage(id, 1, undefined, { Range: range });
      expect(response.status).toBe(206);
      expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to}/${total}`);
      expect(digest(await bytesOf(response))).toBe(digest(bytes.subarray(from, to + 1)));
    }
  });

  it('is sent in parts to who has begun with it (If-Range), whole to who has begun with another', async () => {
    const etag = (await api.frameImage(id, 1)).headers.get('ETag') ?? '';
    for (const [ifRange, status] of [
      [etag, 206],
      [`W/${etag}`, 200],
      ['"another"', 200],
    ] as const) {
      const headers = { Range: 'bytes=0-9', 'If-Range': ifRange };
      const response = await api.frameImage(id, 1, undefined, headers);
      expect(response.status).toBe(status);
      expect((await bytesOf(response)).length).toBe(status === 206 ? 10 : bytes.length);
    }
  });

  it('asked for by HEAD has no parts: its headers are those of the whole', async () => {
    const path = `/api/InputPacket/${id}/frames/1/image`;
    const head = await api.fetch('HEAD', path, { headers: { Range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)]);
  });

  it('outside of its bytes is 416; a range that is none is overlooked', async () => {
    const beyond = await api.frameImage(id, 1, undefined, { Range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`);
    for (const range of ['lines=1-2', 'bytes=a-b', 'bytes=0-1,5-6']) {
      const whole = await api.frameImage(id, 1, undefined, { Range: range });
      expect(whole.status).toBe(200);
      expect((await bytesOf(whole)).length).toBe(bytes.length);
    }
  });

  it('normalized: 404 until there is one, then a JPEG with an ETag that a repeat changes', async () => {
    expectFailure(
      await api.call('GET', `/api/InputPacket/${id}/frames/1/image?Variant=normalized`),
      404,
      'IMAGE_NOT_FOUND',
    );
    expect(payloadOf(await api.normalize(id, 1))).toMatchObject({ PacketId: id, Processed: 1, Failed: 0 });
    const first = await api.frameImage(id, 1, 'normalized');
    expect(first.headers.get('Content-Type')).toBe('image/jpeg');
    expect((await sharp(await bytesOf(first)).metadata()).format).toBe('jpeg');
    await api.normalize(id);
    const second = await api.frameImage(id, 1, 'normalized');
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
    // The original, and the newer of the two normalized ones.
    await until(
      'old picture deleted',
      async () => (await filesUnder(service.dataDir, `files/packets/${id}`)).length === 2,
    );
    expect(digest(await bytesOf(await api.frameImage(id, 1, 'original')))).toBe(digest(bytes));
  });

  it('is whole while it is normalized again: a reader sees the old or the new one', async () => {
    const running = Promise.all([1, 2, 3].map(() => api.normalize(id, 1)));
    let done = false;
    void running.then(() => (done = true));
    do {
      const response = await api.frameImage(id, 1, 'normalized');
      expect(response.status).toBe(200);
      await expect(sharp(await bytesOf(response)).stats()).resolves.toBeDefined();
    } while (!done);
    for (const answer of await running) expect(payloadOf(answer).Failed).toBe(0);
  });

  it('normalized, is not kept where the frame goes meanwhile', async () => {
    const { Id } = payloadOf(await api.createPacket([{ bytes }, { bytes }]));
    await api.classified(Id);
    const database = await ServiceDatabase.of(service);
    const removal = await database.hold('delete from frames where packet_id = $1 and "order" = 2', [Id]);
    const answer = api.normalize(Id, 2);
    await until('its row is wanted', () => database.someoneWaits());
    // Two originals, and the new picture, which is written before its row.
    expect(await filesUnder(service.dataDir, `files/packets/${Id}`)).toHaveLength(3);
    await removal.commit();
    const { Failed, Frames } = payloadOf(await answer);
    expect([Failed, Frames[0].Error]).toEqual([1, 'The frame was replaced or removed meanwhile.']);
    expect(await filesUnder(service.dataDir, `files/packets/${Id}`)).toHaveLength(2);
  });
});
