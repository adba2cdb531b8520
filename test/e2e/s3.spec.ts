import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { FaultyS3 } from '../support/faults/faulty-s3.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const bucket = 'packets';
const hourMs = 3_600_000;
const impatient = new URL('../support/faults/impatient-s3.js', import.meta.url);

let folder: string;
let store: S3rver;
/** The way to the store. */
let way: FaultyS3;
let service: ServiceProcess;
let operator: ApiClient;
let administrator: ApiClient;
let page: Buffer;

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
  way = await FaultyS3.to(port);
  service = await ServiceProcess.start({ env: storedAt(way) });
  operator = await ApiClient.for(service);
  administrator = await ApiClient.for(service, [
    'ForceDeleteInputPacketCommand',
    'RegisterFormCommand',
    'DeleteFormCommand',
  ]);
  page = await softPicture(600, 800).png().toBuffer();
});

afterAll(async () => {
  await service.stop();
  await way.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settings of a service with its files there. */
const storedAt = ({ url }: FaultyS3) => ({
  STORAGE_URL: `s3://${bucket}?endpoint=${url}&region=us-east-1`,
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
});

/** Paths of a packet's objects in the store. */
async function pathsOf(id: string): Promise<string[]> {
  const names = await readdir(join(folder, bucket), { recursive: true });
  return names
    .filter((name) => name.includes(id) && name.endsWith('_object'))
    .map((name) => join(folder, bucket, name));
}

const objectsOf = async (id: string): Promise<number> => (await pathsOf(id)).length;

describe('files in S3', () => {
  it('is ready, takes in a packet, serves its picture with ETag and range', async () => {
    expect((await operator.fetch('GET', '/health/ready')).status).toBe(200);
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
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
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
    expect(payloadOf(await operator.normalize(Id)).Failed).toBe(0);
    const first = (await operator.frameImage(Id, 1, 'normalized')).headers.get('etag');
    await operator.normalize(Id);
    expect((await operator.frameImage(Id, 1, 'normalized')).headers.get('etag')).not.toBe(first);
    await until('the old picture is gone', async () => (await objectsOf(Id)) === 2);
  });

  describe('of a frame that is re-shot while they are read', () => {
    let id: string;
    let reshot: Buffer;

    beforeEach(async () => {
      id = payloadOf(
        await operator.createPacket([{ bytes: await picture(300) }, { bytes: await picture(301) }]),
      ).Id;
      reshot = await picture(310);
      await operator.classified(id);
    });

    const picture = (width: number) => softPicture(width, 200).jpeg().toBuffer();

    /** Re-shoots the first frame, or removes it, while its old file is on its way, which by then is deleted. */
    async function meanwhile<T>(
      ask: () => Promise<T>,
      edit: () => Promise<unknown>,
      left: number,
    ): Promise<T> {
      const read = way.holdRead();
      const answer = ask();
      await read.asked;
      await edit();
      await until('the old file is gone', async () => (await objectsOf(id)) === left);
      read.release();
      return answer;
    }

    const reshoot = () => operator.replaceFrame(id, 1, { bytes: reshot });

    it('are the new ones: for a reader', async () => {
      const old = await operator.frameImage(id, 1);
      const answer = await meanwhile(() => operator.frameImage(id, 1), reshoot, 2);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ETag')).not.toBe(old.headers.get('ETag'));
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(reshot);
    });

    it('are the new ones: for classification', async () => {
      const answer = await meanwhile(() => operator.classify(id, 1), reshoot, 2);
      expect(payloadOf(answer).Frames).toMatchObject([
        { Order: 1, Error: expect.stringMatching(/^No suitable form/) as string },
      ]);
    });

    it('are the new ones: for normalization', async () => {
      const answer = await meanwhile(() => operator.normalize(id, 1), reshoot, 2);
      expect(payloadOf(answer)).toMatchObject({
        Processed: 1,
        Failed: 0,
        Frames: [{ Order: 1, HasImage: true }],
      });
      expect((await operator.frameImage(id, 1, 'normalized')).status).toBe(200);
    });

    it('are not missed where the frame is removed: the answer says so', async () => {
      const answer = await meanwhile(
        () => operator.normalize(id),
        () => operator.removeFrame(id, 1),
        1,
      );
      const { Failed, Frames } = payloadOf(answer);
      expect(Failed).toBe(1);
      expect(Frames.map(({ Error }) => Error)).toEqual([expect.stringMatching(/replaced or removed/), null]);
    });
  });

  it('straightens a frame by itself whose form is taken out of the library while its page is read', async () => {
    const form = payloadOf(await administrator.registerForm('Short-lived', [page])).Id;
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
    await operator.classified(Id);
    await operator.chooseForm(Id, 1, form, 1);
    const read = way.holdRead('forms');
    const answer = operator.normalize(Id);
    await read.asked;
    expect((await administrator.deleteForm(form)).status).toBe(200);
    await until('its page is gone', async () => (await objectsOf(form)) === 0);
    read.release();
    expect(payloadOf(await answer).Frames).toMatchObject([{ HasImage: true, Error: null }]);
  });

  it('leaves nothing in the store after hard deletion', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }, { bytes: page }]));
    await operator.normalize(Id);
    expect(await objectsOf(Id)).toBe(4);
    expect((await administrator.forceDelete(Id)).status).toBe(200);
    await until('all are gone', async () => (await objectsOf(Id)) === 0);
  });

  it('deletes again what the store kept of a batch that it answered as done', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
    way.keepNextBatch();
    expect((await administrator.forceDelete(Id)).status).toBe(200);
    await until('all are gone', async () => (await objectsOf(Id)) === 0);
  });
});

describe('the sweep', () => {
  let database: ServiceDatabase;

  beforeAll(async () => {
    database = await ServiceDatabase.of(service);
  });

  afterEach(() => {
    way.forbids = null;
  });

  const sweep = () => database.query(`select graphile_worker.add_job('sweep', job_key := 'sweep')`);

  const errors = async () => {
    const jobs = await database.query<{ last_error: string | null }>(
      `select last_error from graphile_worker.jobs where key = 'sweep'`,
    );
    return jobs.map((job) => job.last_error);
  };

  it('goes by what the listing says of the age of files, and asks for none by itself', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
    const [orphan, young] = [randomUUID(), randomUUID()];
    const files = join(folder, bucket, 'packets');
    for (const copy of [orphan, young]) await cp(join(files, Id), join(files, copy), { recursive: true });
    const old = new Date(Date.now() - 2 * hourMs);
    for (const path of [...(await pathsOf(Id)), ...(await pathsOf(orphan))]) await utimes(path, old, old);
    way.forbids = ({ method }) => method === 'HEAD';
    await sweep();
    await until('swept', async () => (await errors()).length === 0);
    expect(await Promise.all([Id, orphan, young].map(objectsOf))).toEqual([1, 0, 1]);
  });

  it('puts right what needs no file also where the store lists none, and tells of that', async () => {
    const [packet, gone] = [
      payloadOf(await operator.createPacket([{ bytes: page }])).Id,
      payloadOf(await operator.createPacket([{ bytes: page }])).Id,
    ];
    for (const id of [packet, gone]) await operator.classified(id);
    await administrator.forceDelete(gone);
    await until('its files are gone', async () => (await objectsOf(gone)) === 0);
    await database.jobsDone('classify_packet');
    await database.query(`update input_packets set classification = 'running' where id = $1`, [packet]);
    way.forbids = ({ url }) => url?.includes('list-type=2') ?? false;
    await sweep();
    await operator.classified(packet);
    await until('told', async () => /file store is away/.test((await errors())[0] ?? ''));
    const queues = await database.query(
      `select from graphile_worker._private_job_queues where queue_name = $1`,
      [`packet:${gone}`],
    );
    expect(queues).toEqual([]);
    way.forbids = null;
    await sweep();
    await until('swept', async () => (await errors()).length === 0);
  });
});

describe('while the store takes requests and never answers', () => {
  afterEach(() => {
    way.fault = null;
  });

  /** Of the service that waits for its store as long as it does by itself. */
  const readiness = async (): Promise<void> => {
    const asked = performance.now();
    const answer = await operator.fetch('GET', '/health/ready');
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { storage: { status: 'down' } } });
  };

  it('readiness names it, in time, what needs it is 503, and all goes on by itself afterwards', async () => {
    const other = await ServiceProcess.start({
      env: { ...storedAt(way), NODE_OPTIONS: `--import=${impatient.href}` },
      asModules: true,
    });
    try {
      const client = await ApiClient.for(other);
      const { Id } = payloadOf(await client.createPacket([{ bytes: page }, { bytes: page }]));
      await client.classified(Id);
      way.fault = 'hanging';
      // Removing a frame needs no file, and queues both a purge and a classification.
      expect((await client.removeFrame(Id, 2)).status).toBe(200);
      const [intake, picture, normalized] = await Promise.all([
        client.createPacket([{ bytes: page }]),
        client.call('GET', `/api/InputPacket/${Id}/frames/1/image`),
        client.normalize(Id, 1),
        readiness(),
      ]);
      expectFailure(intake, 503, 'UNAVAILABLE');
      expectFailure(picture, 503, 'UNAVAILABLE');
      expect(Number(picture.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(payloadOf(normalized).Frames).toMatchObject([
        { HasImage: false, Error: expect.stringMatching(/file store/) as string },
      ]);
      await until(
        'classification has failed',
        async () => payloadOf(await client.getPacket(Id)).Classification === 'failed',
      );

      way.fault = null;
      expect((await operator.fetch('GET', '/health/ready')).status).toBe(200);
      await client.classified(Id);
      expect((await client.frameImage(Id, 1)).status).toBe(200);
      expect(payloadOf(await client.normalize(Id, 1)).Failed).toBe(0);
      expect((await client.createPacket([{ bytes: page }])).status).toBe(201);
      await until('the file of the frame removed is gone', async () => (await objectsOf(Id)) === 2);
    } finally {
      await other.stop();
    }
  });
});
