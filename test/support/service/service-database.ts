import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../until.js';
import type { ServiceUnderTest } from './service-process.js';

/** A transaction that stays open and keeps what it has locked. */
export interface HeldTransaction {
  /** Ends the transaction without a change; harmless after the server has gone. */
  release(): Promise<void>;
  /** Ends it with what its statement has done. */
  commit(): Promise<void>;
}

/** Lines of PostgreSQL's postmaster.pid, from 0. */
const pidLine = 0;
const portLine = 3;

/** A connection that nothing was asked over for this time, ms, ends: its database may be about to go. */
const idleMs = 1_000;

/** The database of a service, seen from beside it. */
export class ServiceDatabase {
  /**
   * A connection costs server and client more than most of what is asked over it, and `until` asks every few
   * milliseconds.
   */
  private readonly pool: pg.Pool;

  constructor(readonly url: string) {
    this.pool = new pg.Pool({ ...this.options, idleTimeoutMillis: idleMs, allowExitOnIdle: true });
    this.pool.on('error', () => undefined); // a server that is killed under it
  }

  /** The database of a running service: its own on the run's server, or its embedded one. */
  static async of({
    databaseUrl,
    dataDir,
  }: Pick<ServiceUnderTest, 'databaseUrl' | 'dataDir'>): Promise<ServiceDatabase> {
    if (databaseUrl) return new ServiceDatabase(databaseUrl);
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
    const port = (await postmaster(dataDir))[portLine];
    return new ServiceDatabase(`postgres://packets:${password}@127.0.0.1:${port}/packets`);
  }

  /** Process id of the embedded server. */
  static async pidOf(dataDir: string): Promise<number> {
    return Number((await postmaster(dataDir))[pidLine]);
  }

  async query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query<T>(sql, values)).rows;
  }

  /** Runs a statement in a transaction and leaves it open: whoever needs what it locks has to wait. */
  async hold(sql: string, values: unknown[] = []): Promise<HeldTransaction> {
    const client = new pg.Client(this.options);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    await client.query(sql, values);
    return {
      release: () => client.end().catch(() => undefined),
      commit: async () => {
        await client.query('commit');
        await client.end();
      },
    };
  }

  /** Whether a session of the service waits for a lock. */
  async someoneWaits(): Promise<boolean> {
    return (await this.waiting()) > 0;
  }

  /** How many sessions of the service wait for a lock. */
  async waiting(): Promise<number> {
    const rows = await this.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  }

  /**
   * Waits until no job of a task is left, or none at all. A packet is ready just before its job has gone, and as long
   * as that stands nobody does it anew.
   */
  async jobsDone(task: string | null = null): Promise<void> {
    const jobs = 'select 1 from graphile_worker.jobs where task_identifier = coalesce($1, task_identifier)';
    await until(`no job left: ${task}`, async () => (await this.query(jobs, [task])).length === 0);
  }

  private get options(): pg.ClientConfig {
    return { connectionString: this.url, application_name: 'test' };
  }
}

async function postmaster(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
}
