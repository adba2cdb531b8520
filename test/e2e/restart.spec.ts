import 'reflect-metadata';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { readSettings } from '../../src/config/settings.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { openConnection } from '../support/service/http-exchange.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess, type ServiceOptions } from '../support/service/service-process.js';
import { filesUnder, storedState } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const hourMs = 3_600_000;
/** Time in which a service that is stopped serves on, on a busy machine long enough for some requests. */
const graceSeconds = 5;

let dataDir: string;
let service: ServiceProcess;
let database: ServiceDatabase;
let api: ApiClient;
let picture: Buffer;

/** Starts the service, again with the data it had. */
async function start(options: ServiceOptions = {}): Promise<void> {
  service = await ServiceProcess.start({ dataDir, ...options });
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, ['ForceDeleteInputPacketCommand']);
}

const newPacket = () => api.createPacket([{ bytes: picture }, { bytes: picture }]);
const killPostgres = async () => process.kill(await ServiceDatabase.pidOf(dataDir), 'SIGKILL');

/** Waits until a new server answers: a session of the killed one may answer once more before it ends. */
async function databaseBack(id: string): Promise<void> {
  await until('PostgreSQL is back', async () => (await database.query('select 1')).length === 1);
  await until('the service has it back', async () => (await api.getPacket(id)).status === 200);
}

/** A packet in the middle of its classification, which cannot go on before `release`. */
async function packetInClassification(): Promise<{ id: string; release(): Promise<void> }> {
  const { Id: id } = payloadOf(await newPacket());
  await api.classified(id);
  const held = await database.hold('select 1 from frames where packet_id = $1 for update', [id]);
  // Of an edit, only the packet's own row is needed.
  await database.query(
    `update input_packets set classification = 'pending', revision = revision + 1 where id = $1`,
    [id],
  );
  await database.query(
    `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text),
       queue_name := 'packet:' || $1::text, job_key := 'classify:' || $1::text)`,
    [id],
  );
  await until('classification under way', async () => {
    const state = payloadOf(await api.getPacket(id)).Classification;
    return state === 'running' && (await database.someoneWaits());
  });
  return { id, release: () => held.release() };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packets-'));
  picture = await softPicture(300, 200).jpeg().toBuffer();
  await start();
});

afterAll(async () => {
  await service?.stop();
  await service?.discard();
});

describe('kill -9', () => {
  it('of the service in the middle of ingest: the next start has the data, and leftovers go', async () => {
    const { Id } = payloadOf(await newPacket());
    // Else its classification may be what waits below.
    await api.classified(Id);
    const before = await storedState(dataDir, database);
    const held = await database.hold('lock table input_packets in exclusive mode');
    const lost = newPacket().then(
      () => 'answered',
      () => 'lost',
    );
    await until('ingest waits for its rows', () => database.someoneWaits());
    await service.kill();
    expect(await lost).toBe('lost');
    await held.release();

    const leftovers = [
      ...(await filesUnder(dataDir, 'files')).filter((file) => !before.files.includes(file)),
      ...(await filesUnder(dataDir, 'uploads')),
    ];
    expect(leftovers).toHaveLength(4);
    const old = new Date(Date.now() - 2 * hourMs);
    for (const file of leftovers) await utimes(file, old, old);

    await start();
    expect((await api.classified(Id)).Frames).toHaveLength(2);
    await database.query(`select graphile_worker.add_job('sweep')`);
    await until('leftovers gone', async () => {
      expect(await storedState(dataDir, database)).toEqual(before);
      return true;
    });
  });

  it('of PostgreSQL in the middle of ingest: 503, and the service goes on by itself', async () => {
    const { Id } = payloadOf(await newPacket());
    const packets = (await storedState(dataDir, database)).packets;
    await database.hold('lock table input_packets in exclusive mode');
    const answer = newPacket();
    await until('ingest waits for its rows', () => database.someoneWaits());
    await killPostgres();
    const { status, body } = await answer;
    expect([status, body.Payload, body.Error?.Code]).toEqual([503, null, 'UNAVAILABLE']);

    await databaseBack(Id);
    expect((await storedState(dataDir, database)).packets).toBe(packets);
    const next = payloadOf(await newPacket());
    await api.classified(next.Id);
  });

  it('of PostgreSQL in the middle of classification: it is done all the same', async () => {
    const { id } = await packetInClassification();
    await killPostgres();
    await databaseBack(id);
    await api.classified(id);
  });

  it('of both in the middle of classification: it is done after the next start', async () => {
    const { id } = await packetInClassification();
    await killPostgres();
    await service.kill();
    await start();
    expect((await api.classified(id)).Frames.map(({ Confidence }) => Confidence)).toEqual([0, 0]);
    const [{ left }] = await database.query<{ left: number }>(
      `select count(*)::int as left from input_packets where classification <> 'ready'`,
    );
    expect(left).toBe(0);
  });
});

describe('a stop by SIGTERM', () => {
  it('lets requests and jobs in hand finish, and sends balancers elsewhere meanwhile', async () => {
    const { Id } = payloadOf(await newPacket());
    await api.classified(Id);
    const held = await database.hold('select 1 from frames where packet_id = $1 for update', [Id]);
    const answer = api.normalize(Id);
    await until('normalization waits for its row', () => database.someoneWaits());
    const { id, release } = await packetInClassification();
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    // Browsers and pools open some that they then do not need; others stay in the midst of a request.
    const half = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
    const unused = await Promise.all(
      ['', half, `${half}\r\n${half}`].map(async (sent) => {
        const socket = await openConnection(service.url);
        socket.write(sent);
        return socket;
      }),
    );
    service.terminate();
    await until('it has heard', () => service.log.some((line) => line.includes('stopping')));
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
    await release();
    await held.release();
    expect(payloadOf(await answer)).toMatchObject({ Processed: 2, Failed: 0 });
    // Kept, it would hold up the end.
    expect((await answer).headers.get('Connection')).toBe('close');
    expect(await service.stop()).toBe(0);
    for (const socket of unused) socket.destroy();
    const atTheEnd = service.log.slice(service.log.findIndex((line) => line.includes('stopping')));
    expect(atTheEnd.filter((line) => line.includes('"level":"warn"'))).toEqual([]);

    // For the next stop; each start takes seconds.
    await start({ env: { STOP_GRACE_SECONDS: String(graceSeconds) } });
    expect(payloadOf(await api.getPacket(Id)).Frames.map(({ HasImage }) => HasImage)).toEqual([true, true]);
    expect(payloadOf(await api.getPacket(id)).Classification).toBe('ready');
  });

  it('goes on serving while balancers are told to go elsewhere, and ends when that time is over', async () => {
    // The first packet after a start takes long on a busy machine; what is asked below has to fit into that time.
    await api.classified(payloadOf(await newPacket()).Id);
    const kept = async () => (await fetch(`${service.url}/health/live`)).headers.get('Connection');
    expect(await kept()).toBe('keep-alive');
    service.terminate();
    await until('it is not ready', async () => {
      const ready = await fetch(`${service.url}/health/ready`);
      return ready.status === 503 && ((await ready.json()) as { status: string }).status === 'shutting_down';
    });
    const { Id } = payloadOf(await newPacket());
    // Nothing is to be under way on a connection that was kept when all of them end.
    expect(await kept()).toBe('close');
    expect(await service.stop()).toBe(0);
    await start();
    await api.classified(Id);
  });
});

describe('a start that cannot be', () => {
  const oneLine = async (options: ServiceOptions, expected: RegExp) => {
    const { code, lines } = await ServiceProcess.refusal(options);
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.stringMatching(expected)]);
    expect(code).toBe(1);
  };

  it('on a data folder in use says so in one line', async () => {
    await oneLine({ dataDir }, /^another service \(pid \d+\) already uses /);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('with wrong settings names each of them in one line', async () => {
    const env = { PORT: 'http', MAX_FRAME_BYTES: 'big', NODE_ENV: 'production' };
    await oneLine({ env }, /^Wrong settings: .*PORT.*MAX_FRAME_BYTES.*production needs JWT_SECRET/);
  });

  it.each([
    ['PORT', { PORT: '65536' }],
    ['ROLE', { ROLE: 'both' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://someone:very#secret@127.0.0.1/packets' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://someone:very%secret@127.0.0.1/packets' }],
    ['STORAGE_URL', { STORAGE_URL: 'ftp://x' }],
    ['STORAGE_URL', { STORAGE_URL: 'file://elsewhere/files' }],
    ['STORAGE_URL', { STORAGE_URL: 's3://a bucket' }],
    ['STORAGE_URL', { STORAGE_URL: 's3://bucket?endpoint=localhost:9000' }],
    ['VISION_THREADS', { VISION_THREADS: '0' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['JWT_ISSUER', { JWT_JWKS_URI: 'https://issuer.example/keys' }],
    ['CLASSIFICATION_MAX_SCORE', { CLASSIFICATION_MAX_SCORE: '2' }],
    ['CLASSIFICATION_CLOSER_LOOK', { CLASSIFICATION_CLOSER_LOOK: '-1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('with a wrong %s is refused', (name, env: Record<string, string>) => {
    expect(() => readSettings(env)).toThrow(
      new RegExp(`^Wrong settings: (?!.*secret)[^\\n]*${name}[^\\n]*$`),
    );
  });

  it.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://someone:a%23secret@127.0.0.1:5432/packets?sslmode=require' },
    { DATABASE_URL: 'postgres:///packets?host=/run/postgresql' },
    { DATABASE_URL: 'postgresql://someone@/packets' },
    { STORAGE_URL: 'file:files of 100%' },
    { STORAGE_URL: 'file:///srv/files' },
    { STORAGE_URL: 's3://bucket?region=eu-central-1&endpoint=https://s3.example' },
    { TRUST_PROXY: '2' },
    { TRUST_PROXY: '10.0.0.0/8,::1,fd00::/8' },
  ])('is not one with %o', (env) => {
    expect(readSettings(env)).toMatchObject(env);
  });

  it('on a data folder that is a file says so in one line', async () => {
    await oneLine({ env: { DATA_DIR: process.execPath } }, /^cannot use DATA_DIR: /);
  });

  it('without the database it is told to use says so in one line, without the password', async () => {
    await oneLine(
      { env: { DATABASE_URL: 'postgres://someone:very-secret@127.0.0.1:1/packets' } },
      /^(?!.*very-secret).*database/,
    );
  });

  it('on a port in use says so in one line, and leaves no database running', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = (taken.address() as AddressInfo).port;
    const folder = await mkdtemp(join(tmpdir(), 'packets-'));
    await oneLine({ dataDir: folder, env: { PORT: String(port) } }, new RegExp(`port ${port}`));
    await expect(ServiceDatabase.pidOf(folder)).rejects.toThrow();
    taken.close();
    await rm(folder, { recursive: true, force: true });
  });
});
