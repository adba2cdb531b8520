import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { noLog } from '../support/service/no-log.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { filesUnder } from '../support/service/stored-state.js';
import { TcpGate } from '../support/service/tcp-gate.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const hourMs = 3_600_000;
const secret = 'outage-outage-outage-outage-outage';

let folder: string;
let store: string;
let postgres: EmbeddedPostgres;
let gate: TcpGate;
let database: ServiceDatabase;
let service: ServiceProcess;
let api: ApiClient;
let picture: Buffer;
/** A classified packet of two frames. */
let packet: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packets-'));
  store = join(folder, 'store');
  postgres = await EmbeddedPostgres.start({
    dataDir: join(folder, 'database'),
    log: noLog,
  });
  gate = await TcpGate.to(postgres.url);
  database = new ServiceDatabase(postgres.url);
  service = await ServiceProcess.start({
    env: { DATABASE_URL: gate.url, STORAGE_URL: `file:${store}`, JWT_SECRET: secret },
  });
  api = ApiClient.with(service.url, secret);
  picture = await softPicture(300, 200).jpeg().toBuffer();
  packet = payloadOf(await api.createPacket([{ bytes: picture }, { bytes: picture }])).Id;
  await api.classified(packet);
});

afterAll(async () => {
  await service?.stop();
  await gate?.cut();
  await postgres?.stop();
  await EmbeddedPostgres.remove(join(folder, 'database'));
  await rm(folder, { recursive: true, force: true });
});

/** What is down, by `/health/ready`. */
async function down(): Promise<string[]> {
  const response = await fetch(`${service.url}/health/ready`);
  const { error = {} } = (await response.json()) as { error?: Record<string, unknown> };
  expect(response.status).toBe(Object.keys(error).length > 0 ? 503 : 200);
  return Object.keys(error).sort();
}

const stateOf = async (id: string) => payloadOf(await api.getPacket(id)).Classification;

/** The store becomes a plain file, so that not even root can write into it. */
async function withoutStore(work: () => Promise<void>): Promise<void> {
  await rename(store, `${store}.away`);
  await writeFile(store, 'not a folder');
  try {
    await work();
  } finally {
    await rm(store);
    await rename(`${store}.away`, store);
  }
}

describe('while PostgreSQL is away', () => {
  it('every call is 503 with a time to try again, and all goes on by itself afterwards', async () => {
    expect(await down()).toEqual([]);
    await gate.cut();
    const calls = [
      () => api.getPacket(packet),
      () => api.listPackets(),
      () => api.createPacket([{ bytes: picture }]),
      () => api.classify(packet),
      () => api.normalize(packet, 1),
      () => api.delete(packet),
      () => api.listForms(),
    ];
    for (const call of calls) {
      const answer = await call();
      expectFailure(answer, 503, 'UNAVAILABLE');
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await down()).toContain('database');
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(200);
    await gate.mend();

    expect((await api.getPacket(packet)).status).toBe(200);
    const { Id } = payloadOf(await api.createPacket([{ bytes: picture }]));
    await api.classified(Id);
    await until('all is up', async () => (await down()).length === 0);
  });

  it('nothing was half stored: no uploads, and pictures without rows fall to the sweep', async () => {
    expect(await filesUnder(service.dataDir, 'uploads')).toEqual([]);
    const old = new Date(Date.now() - 2 * hourMs);
    const keys = await database.query<{ key: string }>('select file_key as key from frames');
    // Of a lost connection nobody knows whether the rows were written: no picture goes for it but by the sweep.
    expect((await filesUnder(folder, 'store')).length).toBeGreaterThan(keys.length);
    for (const file of await filesUnder(folder, 'store')) await utimes(file, old, old);
    await database.query(`select graphile_worker.add_job('sweep')`);
    const expected = keys.map(({ key }) => join(store, key)).sort();
    await until(
      'files match rows',
      async () => (await filesUnder(folder, 'store')).join() === expected.join(),
    );
  });
});

describe('while the file store is away', () => {
  it('ingest is 503 and leaves nothing; readiness names the store', async () => {
    const before = payloadOf(await api.listPackets()).Total;
    await withoutStore(async () => {
      expectFailure(await api.createPacket([{ bytes: picture }]), 503, 'UNAVAILABLE');
      expectFailure(await api.addFrames(packet, [{ bytes: picture }]), 503, 'UNAVAILABLE');
      expectFailure(await api.replaceFrame(packet, 1, { bytes: picture }), 503, 'UNAVAILABLE');
      expectFailure(await api.call('GET', `/api/InputPacket/${packet}/frames/1/image`), 503, 'UNAVAILABLE');
      expect(await down()).toEqual(['storage']);
    });
    expect(payloadOf(await api.listPackets()).Total).toBe(before);
    expect(payloadOf(await api.getPacket(packet)).Frames).toHaveLength(2);
    expect(await filesUnder(service.dataDir, 'uploads')).toEqual([]);
    expect(await down()).toEqual([]);
  });

  it('so is ingest while the folder of uploads is away, which may be on a disk of its own', async () => {
    const uploads = join(service.dataDir, 'uploads');
    await rename(uploads, `${uploads}-away`);
    const answer = await api.createPacket([{ bytes: picture }]);
    await rename(`${uploads}-away`, uploads);
    expectFailure(answer, 503, 'UNAVAILABLE');
    expect((await api.createPacket([{ bytes: picture }])).status).toBe(201);
  });

  it('normalization says so of each frame, and a repeat works', async () => {
    await withoutStore(async () => {
      const { Processed, Failed, Frames } = payloadOf(await api.normalize(packet));
      expect({ Processed, Failed }).toEqual({ Processed: 2, Failed: 2 });
      expect(Frames.map(({ HasImage, Error }) => [HasImage, Error])).toEqual([
        [false, expect.stringMatching(/file store/)],
        [false, expect.stringMatching(/file store/)],
      ]);
    });
    expect(payloadOf(await api.getPacket(packet)).Frames[0].NormalizationError).toMatch(/file store/);
    expect(payloadOf(await api.normalize(packet))).toMatchObject({ Processed: 2, Failed: 0 });
    expect(payloadOf(await api.getPacket(packet)).Frames[0].NormalizationError).toBeNull();
  });

  it('one picture that is away fails its frame alone, in normalization and in classification', async () => {
    const { Id } = payloadOf(
      await api.createPacket([{ bytes: picture }, { bytes: picture }, { bytes: picture }]),
    );
    await api.classified(Id);
    const [{ key }] = await database.query<{ key: string }>(
      `select file_key as key from frames where packet_id = $1 and "order" = 2`,
      [Id],
    );
    await rename(join(store, key), join(folder, 'away'));
    const normalized = payloadOf(await api.normalize(Id));
    expect(normalized).toMatchObject({ Processed: 3, Failed: 1 });
    expect(normalized.Frames.map(({ HasImage }) => HasImage)).toEqual([true, false, true]);
    const classified = payloadOf(await api.classify(Id));
    expect(classified.Frames.map(({ Error }) => /file store/.test(Error ?? ''))).toEqual([
      false,
      true,
      false,
    ]);
    // No job would try it again, and what was found before still stands.
    expect(await stateOf(Id)).toBe('ready');
    await rename(join(folder, 'away'), join(store, key));
    expect(payloadOf(await api.normalize(Id, 2))).toMatchObject({ Processed: 1, Failed: 0 });
  });

  it('classification in the background and purges are tried again until they are done', async () => {
    const { Id } = payloadOf(await api.createPacket([{ bytes: picture }, { bytes: picture }]));
    await api.classified(Id);
    await withoutStore(async () => {
      // Removing a frame needs no file, and queues both a purge and a classification.
      expect((await api.removeFrame(Id, 1)).status).toBe(200);
      await until('classification has failed', async () => (await stateOf(Id)) === 'failed');
    });
    await api.classified(Id);
    await until('file purged', async () => (await filesUnder(folder, `store/packets/${Id}`)).length === 1);
  });
});
