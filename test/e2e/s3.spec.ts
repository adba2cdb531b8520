import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { letter } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { until } from '../support/until.js';

const bucket = 'packets';

let folder: string;
let store: S3rver;
let service: ServiceProcess;
let operator: ApiClient;
let administrator: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'));
  store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await store.run();
  service = await ServiceProcess.start({
    env: {
      STORAGE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
  });
  operator = await ApiClient.for(service);
  administrator = await ApiClient.for(service, ['ForceDeleteInputPacketCommand']);
});

afterAll(async () => {
  await service.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Objects of a packet in the store. */
async function objectsOf(id: string): Promise<number> {
  const names = await readdir(join(folder, bucket), { recursive: true });
  return names.filter((name) => name.includes(id) && name.endsWith('_object')).length;
}

describe('files in S3', () => {
  it('is ready, takes in a packet, serves its picture with ETag and range', async () => {
    expect((await operator.fetch('GET', '/health/ready')).status).toBe(200);
    const { Id } = payloadOf(await operator.createPacket([{ bytes: await letter(3) }]));
    expect(await objectsOf(Id)).toBe(1);
    const whole = await operator.frameImage(Id, 1);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('content-type')).toBe('image/png');
    const etag = whole.headers.get('etag') ?? '';
    expect((await operator.frameImage(Id, 1, undefined, { 'If-None-Match': etag })).status).toBe(304);
    const part = await operator.frameImage(Id, 1, undefined, { Range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  it('normalizes, and replaces the picture without leaving the old one', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: await letter(4) }]));
    expect(payloadOf(await operator.normalize(Id)).Failed).toBe(0);
    const first = (await operator.frameImage(Id, 1, 'normalized')).headers.get('etag');
    await operator.normalize(Id);
    expect((await operator.frameImage(Id, 1, 'normalized')).headers.get('etag')).not.toBe(first);
    await until('the old picture is gone', async () => (await objectsOf(Id)) === 2);
  });

  it('leaves nothing in the store after hard deletion', async () => {
    const { Id } = payloadOf(
      await operator.createPacket([{ bytes: await letter(5) }, { bytes: await letter(6) }]),
    );
    await operator.normalize(Id);
    expect(await objectsOf(Id)).toBe(4);
    expect((await administrator.forceDelete(Id)).status).toBe(200);
    await until('all are gone', async () => (await objectsOf(Id)) === 0);
  });
});
