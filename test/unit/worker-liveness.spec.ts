import { Logger } from '@nestjs/common';
import pg from 'pg';
import { WorkerLiveness } from '../../src/background/worker-liveness.js';
import { createDatabase, dropDatabase } from '../support/service/database-server.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { TcpGate } from '../support/service/tcp-gate.js';
import { until } from '../support/until.js';

let database: ServiceDatabase;
let gate: TcpGate;
let pool: pg.Pool;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = new ServiceDatabase(await createDatabase());
  gate = await TcpGate.to(database.url);
  pool = new pg.Pool({ connectionString: database.url });
});

afterAll(async () => {
  await pool?.end();
  await gate?.cut();
  await dropDatabase(database.url);
});

/** The sessions of the server that hold a worker's lock. */
async function holders(): Promise<number[]> {
  const rows = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

it('a worker whose connection was forgotten on the way shows anew that it lives', async () => {
  const liveness = new WorkerLiveness(gate.url, pool, { everyMs: 50, withinMs: 200 });
  await liveness.connect();
  await liveness.add('a pool of workers');
  const [first] = await holders();
  expect(first).toBeGreaterThan(0);
  gate.forget();
  await until('another session holds the lock', async () => {
    const now = await holders();
    return now.length === 1 && now[0] !== first;
  });
  await liveness.close();
});
