import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { createDatabase, dropDatabase } from '../support/service/database-server.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const secret = 'cluster-cluster-cluster-cluster-cluster';
const packets = 8;
/** A frame that is quickly looked at, px. */
const [frameWidth, frameHeight] = [600, 450];
/** A process that is told to stop serves on for so long, and a load balancer sees meanwhile that it is going. */
const graceSeconds = 2;
/** Callers who go on all through a rolling restart. */
const callers = 2;
/** And wait so long after each of their packets, ms, which leaves the processor to who starts. */
const pauseMs = 50;

let folder: string;
let database: ServiceDatabase;
let fronts: ServiceProcess[] = [];
let workers: ServiceProcess[] = [];
let frame: Buffer;

const start = (role: 'api' | 'worker') =>
  ServiceProcess.start({
    env: {
      ROLE: role,
      DATABASE_URL: database.url,
      STORAGE_URL: `file:${join(folder, 'store')}`,
      JWT_SECRET: secret,
      VISION_THREADS: '1',
      RATE_LIMIT_PER_MINUTE: '0',
      STOP_GRACE_SECONDS: String(graceSeconds),
    },
  });

/** A caller of the next of the API processes, in turn. */
let turn = 0;
function next(): ApiClient {
  const front = fronts[turn++ % fronts.length];
  return ApiClient.with(front.url, secret, ['ForceDeleteInputPacketCommand']);
}

/** How many frames a process has classified since its start. */
async function classifiedBy(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^vision_task_duration_seconds_count\{[^}]*"classify"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}

const waiting = async () => {
  const [{ count }] = await database.query<{ count: number }>(
    `select count(*)::int as count from input_packets where classification <> 'ready'`,
  );
  return count;
};

const takeIn = () =>
  Promise.all(
    Array.from({ length: packets }, async () => payloadOf(await next().createPacket([{ bytes: frame }])).Id),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  database = new ServiceDatabase(await createDatabase({ isEmpty: true }));
  frame = await softPicture(frameWidth, frameHeight).jpeg().toBuffer();
  // All at once, on an empty database.
  [fronts, workers] = await Promise.all([
    Promise.all([start('api'), start('api')]),
    Promise.all([start('worker'), start('worker')]),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([...fronts, ...workers].map((service) => service.stop()));
  await dropDatabase(database.url);
  await rm(folder, { recursive: true, force: true });
});

it('four processes that start at once on an empty database migrate it once', async () => {
  const applied = await database.query<{ name: string }>(`select name from migrations`);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
  for (const service of [...fronts, ...workers]) {
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  }
});

it('work that comes in anywhere is spread over the workers, each frame done once', async () => {
  await takeIn();
  await until('all classified', async () => (await waiting()) === 0, 60_000);
  const shares = await Promise.all(workers.map(classifiedBy));
  expect(shares.every((share) => share > 0)).toBe(true);
  expect(shares[0] + shares[1]).toBe(packets);
}, 120_000);

it('a worker killed at work leaves nothing undone: the other does what it had in hand too', async () => {
  const ids = await takeIn();
  await until('all classified', async () => (await waiting()) === 0, 60_000);
  await database.query('update frames set confidence = null where packet_id = any($1)', [ids]);
  // What a worker finds out cannot be written down as long as we hold the frames.
  const held = await database.hold('select 1 from frames where packet_id = any($1) for update', [ids]);
  await database.query(`update input_packets set classification = 'pending' where id = any($1)`, [ids]);
  const [victim, survivor] = workers;
  const before = await classifiedBy(survivor);
  await database.query(
    `select graphile_worker.add_job('classify_packet', json_build_object('packetId', id), job_key := 'classify:' || id)
     from unnest($1::text[]) id`,
    [ids],
  );
  await until('both have one in hand', async () => (await database.waiting()) === 2);
  await victim.kill();
  workers = [survivor];
  await held.release();
  await until('the other does the rest', async () => (await waiting()) === 0, 60_000);
  // A job's row goes after what it did is there.
  await database.jobsDone('classify_packet');
  expect((await classifiedBy(survivor)) - before).toBe(packets);
  const undone = await database.query(
    'select 1 from frames where packet_id = any($1) and confidence is null',
    [ids],
  );
  expect(undone).toEqual([]);
  await victim.discard();
}, 120_000);

it('a rolling restart of the API under load loses no request', async () => {
  let rolling = true;
  const statuses = new Map<string, number>();
  const count = (what: string, status: number) => {
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const caller = async () => {
    while (rolling) {
      const created = await next().createPacket([{ bytes: frame }]);
      count('create', created.status);
      const { Id } = payloadOf(created);
      count('get', (await next().getPacket(Id)).status);
      count('normalize', (await next().normalize(Id, 1)).status);
      count('delete', (await next().delete(Id)).status);
      count('restore', (await next().restore(Id)).status);
      count('force', (await next().forceDelete(Id)).status);
      await sleep(pauseMs);
    }
  };
  const load = Promise.all(Array.from({ length: callers }, caller));
  for (const old of [...fronts]) {
    // As a load balancer does it: who is not ready any more gets no new requests; those in hand are finished.
    old.terminate();
    await until('it is not ready', async () => (await fetch(`${old.url}/health/ready`)).status === 503);
    fronts = fronts.filter((front) => front !== old);
    expect(await old.stop()).toBe(0);
    fronts = [...fronts, await start('api')];
  }
  rolling = false;
  await load;
  expect([...statuses.keys()].sort()).toEqual([
    'create 201',
    'delete 200',
    'force 200',
    'get 200',
    'normalize 200',
    'restore 200',
  ]);
}, 120_000);
