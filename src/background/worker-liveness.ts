import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client, type Pool, type QueryConfig } from 'pg';

/** First key of the advisory locks by which workers show that they live; any number that nothing else uses. */
const lockClass = 730_581;
const reconnectDelayMs = 1_000;
const connectTimeoutMs = 5_000;
/** Silence after which TCP asks for a sign of life, ms; we do not while a lock is waited for. */
const keepAliveMs = 30_000;
/** How often the connection is asked whether it still stands, and how long it may take to say so, ms. */
const signsOfLife = { everyMs: 10_000, withinMs: 5_000 };
/** What graphile-worker tells workers when jobs come: so many of them need to look. */
const wakeAll = JSON.stringify({ count: 1_000 });

/**
 * Gives the jobs of dead workers back to the queue within seconds. graphile-worker itself waits four hours,
 * since it cannot tell a dead worker from a slow one. PostgreSQL can: each pool of workers holds an advisory lock on a
 * connection that it does nothing else with, and the lock goes with the connection.
 */
export class WorkerLiveness {
  private readonly log = new Logger(WorkerLiveness.name);
  /** Names under which workers of this process lock jobs: graphile-worker's pools. */
  private readonly poolIds = new Set<string>();
  private client: Client | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly pool: Pool,
    private readonly expected = signsOfLife,
  ) {}

  /** Opens the connection that holds the locks; opens it anew whenever it breaks. */
  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'input-packet-service worker',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    client.on('error', (error) => this.log.warn({ err: error }, 'liveness connection lost'));
    client.on('end', () => this.reconnectLater());
    this.client = client;
    await client.connect();
    for (const id of this.poolIds) await this.hold(id);
    void this.watch(client);
  }

  /** Shows a pool of workers of this process as living. */
  async add(poolId: string): Promise<void> {
    this.poolIds.add(poolId);
    await this.hold(poolId);
  }

  /** Shows it as dead: jobs that it still has locked go back to the queue. */
  async remove(poolId: string): Promise<void> {
    this.poolIds.delete(poolId);
    await this.client?.query(`select pg_advisory_unlock($1, hashtext($2))`, [lockClass, poolId]);
  }

  /** Unlocks the jobs of workers that hold no lock any more. */
  async releaseJobsOfTheDead(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_by is not null`,
    );
    for (const { id } of rows) {
      if (this.poolIds.has(id)) continue;
      // One statement, one connection: whoever gets the lock knows that its owner is gone.
      const { rows: locked } = await this.pool.query<{ dead: boolean }>(
        `select pg_try_advisory_xact_lock($1, hashtext($2)) as dead`,
        [lockClass, id],
      );
      if (!locked[0]?.dead) continue;
      await this.pool.query(`select graphile_worker.force_unlock_workers(array[$1])`, [id]);
      // Unlocking tells nobody: without this the jobs would lie until workers look by themselves.
      await this.pool.query(`select pg_notify('jobs:insert', $1)`, [wakeAll]);
      this.log.warn({ poolId: id }, 'jobs of a dead worker given back to the queue');
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => undefined);
  }

  private async hold(poolId: string): Promise<void> {
    await this.client?.query(`select pg_advisory_lock($1, hashtext($2))`, [lockClass, poolId]);
  }

  /**
   * Asks the connection for signs of life. A firewall that forgets an idle one tells nobody: the locks go with the
   * server's end of it, and ours would stand.
   */
  private async watch(client: Client): Promise<void> {
    const { everyMs, withinMs } = this.expected;
    const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: withinMs };
    try {
      for (;;) {
        await sleep(everyMs, undefined, { ref: false });
        await client.query(question);
      }
    } catch (error) {
      // Known to have ended, or replaced already.
      if (this.closed || this.client !== client) return;
      this.log.warn({ err: error }, 'liveness connection lost');
      await client.end().catch(() => undefined);
    }
  }

  private reconnectLater(): void {
    if (this.closed) return;
    setTimeout(() => {
      if (!this.closed) this.connect().catch(() => undefined);
    }, reconnectDelayMs).unref();
  }
}
