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

const secret = 'roles-roles-roles-roles-roles-roles';
/** Longer than the pause between two looks for the jobs of dead workers, ms. */
const overJanitorMs = 4_000;

let folder: string;
let database: ServiceDatabase;
let front: ServiceProcess;
let worker: ServiceProcess | undefined;
let other: ServiceProcess | undefined;
let api: ApiClient;
let picture: Buffer;

const start = (role: string) =>
  ServiceProcess.start({
    env: {
      ROLE: role,
      DATABASE_URL: database.url,
      STORAGE_URL: `file:${join(folder, 'store')}`,
      JWT_SECRET: secret,
    },
  });

const newPacket = async () => payloadOf(await api.createPacket([{ bytes: picture }])).Id;
const jobs = () =>
  database.query<{ attempts: number; locked_by: string | null }>(
    `select attempts, locked_by from graphile_worker.jobs where task_identifier = 'classify_packet'`,
  );

/** A service that has just started is not: its threads load for a while. */
const ready = (service: ServiceProcess) =>
  until('ready', async () => (await fetch(`${service.url}/health/ready`)).status === 200);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packets-'));
  database = new ServiceDatabase(await createDatabase());
  front = await start('api');
  api = ApiClient.with(front.url, secret, ['ForceDeleteInputPacketCommand']);
  picture = await softPicture(200, 150).jpeg().toBuffer();
});

afterAll(async () => {
  for (const service of [worker, other, front]) await service?.stop();
  await dropDatabase(database.url);
  await rm(folder, { recursive: true, force: true });
});

it('ROLE=api takes in and leaves the background work to ROLE=worker, which answers no call of the API', async () => {
  const id = await newPacket();
  expect(await jobs()).toEqual([{ attempts: 0, locked_by: null }]);
  await ready(front);

  worker = await start('worker');
  await api.classified(id);
  expect((await fetch(`${worker.url}/api/InputPacket/${id}`)).status).toBe(404);
  await ready(worker);
  expect((await fetch(`${worker.url}/metrics`)).status).toBe(200);
});

/** Queues a packet whose classification cannot end before `release`. */
async function packetInWork(): Promise<{ id: string; release(): Promise<void> }> {
  const id = await newPacket();
  await api.classified(id);
  const held = await database.hold('select 1 from frames where packet_id = $1 for update', [id]);
  await database.query(
    `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text), job_key := 'classify:' || $1::text)`,
    [id],
  );
  await until(
    'in work',
    async () => (await database.someoneWaits()) && (await jobs()).some((job) => job.locked_by !== null),
  );
  return { id, release: () => held.release() };
}

it('a job that takes long is not taken for a dead one: neither its own worker nor another begins it again', async () => {
  other = await start('worker');
  const { id, release } = await packetInWork();
  const [before] = await jobs();
  await sleep(overJanitorMs);
  expect(await jobs()).toEqual([before]);
  await release();
  await database.jobsDone('classify_packet');
  await api.classified(id);
});

it('a worker whose connection broke shows again that it lives: its jobs are not taken from it', async () => {
  /** Which connection shows that which runner lives, as PostgreSQL knows them. */
  const signsOfLife = () =>
    database.query<{ pid: number; objid: number }>(
      `select pid, objid from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and application_name = 'input-packet-service worker'
         and datname = current_database()
       order by objid`,
    );
  const before = await signsOfLife();
  expect(before).toHaveLength(2);
  for (const { pid } of before) await database.query('select pg_terminate_backend($1)', [pid]);
  await until('other connections show it', async () => {
    const now = await signsOfLife();
    return (
      now.map(({ objid }) => objid).join() === before.map(({ objid }) => objid).join() &&
      now.every(({ pid }) => before.every((broken) => broken.pid !== pid))
    );
  });
});

it('a worker killed in the middle of a job: the other goes on with it within seconds', async () => {
  await other?.stop();
  other = undefined;
  const { release } = await packetInWork();
  const [{ locked_by: dead }] = await jobs();
  await worker?.kill();
  await worker?.discard();
  worker = await start('worker');
  await until('another has it', async () => {
    const [job] = await jobs();
    return job.locked_by !== null && job.locked_by !== dead;
  });
  await release();
  await database.jobsDone('classify_packet');
});
