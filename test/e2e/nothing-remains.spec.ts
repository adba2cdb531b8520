import { mkdir, mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess, type ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const hourMs = 3_600_000;
/** Bits of a mode that let others than the owner in. */
const forOthers = 0o077;

let service: ServiceUnderTest;
let database: ServiceDatabase;
let api: ApiClient;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, [
    'ForceDeleteInputPacketCommand',
    'RegisterFormCommand',
    'DeleteFormCommand',
  ]);
});

/** Tables of which some row, whatever the column, holds one of the words. */
async function tablesThatSpeakOf(words: readonly string[]): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `select 1 from ${name} as line where exists (select 1 from unnest($1::text[]) word
      where position(word in line::text) > 0) limit 1`;
    if ((await database.query(sql, [words])).length > 0) found.push(name);
  }
  return found;
}

const jobs = () =>
  database.query('select 1 from graphile_worker.jobs where locked_at is not null or run_at < now()');

/** Runs the sweep now instead of at its hour. */
async function sweep(): Promise<void> {
  await database.query(`select graphile_worker.add_job('sweep')`);
  await until('swept', async () => (await jobs()).length === 0);
}

async function packet(number: string) {
  const body = new FormData();
  body.set('Number', number);
  body.append('Frames', new Blob([new Uint8Array(await softPicture(300, 200).jpeg().toBuffer())]), 'a.jpg');
  const headers = { 'Idempotency-Key': `key-of-${number}` };
  const made = payloadOf(await api.call<{ Id: string }>('POST', '/api/InputPacket', { body, headers }));
  await api.classified(made.Id);
  await api.normalize(made.Id);
  return made.Id;
}

describe('of a packet deleted for good', () => {
  it.each([
    ['to be tried again tomorrow', 'run_at'],
    ['given up', 'attempts'],
  ])(
    'nothing remains but the audit trail, its classification having failed and %s',
    async (_name, column) => {
      const number = `SECRET-${column}`;
      const id = await packet(number);
      await database.query(
        `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text),
           queue_name := 'packet:' || $1, job_key := 'classify:' || $1, run_at := now() + interval '1 day')`,
        [id],
      );
      if (column === 'attempts') {
        await database.query(
          `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'not every frame of ' || $1`,
          [id],
        );
      }
      expect(payloadOf(await api.forceDelete(id)).Mode).toBe('force');
      await until(
        'files gone',
        async () => (await filesUnder(service.dataDir, `files/packets/${id}`)).length === 0,
      );
      await sweep();
      expect(await tablesThatSpeakOf([id, number])).toEqual(['public.audit_events']);
      expect((await filesUnder(service.dataDir, 'uploads')).length).toBe(0);
      expect(service.log.filter((line) => line.includes(number))).toEqual([]);
    },
  );
});

it('of a form that is taken out, no picture remains', async () => {
  const page = await softPicture(600, 800).png().toBuffer();
  const { Id } = payloadOf(await api.registerForm('Two pages', [page, page]));
  const pictures = () => filesUnder(service.dataDir, `files/forms/${Id}`);
  expect(await pictures()).toHaveLength(2);
  expect((await api.deleteForm(Id)).status).toBe(200);
  await until('pictures gone', async () => (await pictures()).length === 0);
});

it('a file of a readiness check that was killed is swept', async () => {
  const folder = join(service.dataDir, 'files/health');
  await mkdir(folder, { recursive: true });
  const [old, young] = [randomUUID(), randomUUID()];
  for (const name of [old, young]) await writeFile(join(folder, name), 'ok');
  const time = new Date(Date.now() - 2 * hourMs);
  await utimes(join(folder, old), time, time);
  await sweep();
  expect(await readdir(folder)).toEqual([young]);
});

it('of uploads whose request was killed nothing remains after the next start, an hour later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packets-'));
  const uploads = join(dataDir, 'uploads');
  await mkdir(uploads);
  for (const name of ['old', 'young']) await writeFile(join(uploads, name), 'half a picture');
  const time = new Date(Date.now() - 2 * hourMs);
  await utimes(join(uploads, 'old'), time, time);
  const other = await ServiceProcess.start({ dataDir });
  try {
    expect(await readdir(uploads)).toEqual(['young']);
  } finally {
    await other.stop();
    await other.discard();
  }
});

it('folders of papers are closed to other users of the machine, as is the secret of tokens', async () => {
  for (const name of ['files', 'uploads', 'jwt-secret']) {
    const { mode } = await stat(join(service.dataDir, name));
    expect([name, mode & forOthers]).toEqual([name, 0]);
  }
});
