import { Logger } from '@nestjs/common';
import { Client, type Pool } from 'pg';

/** First key of the advisory locks by which workers show that they live; any number that nothing else uses. */
const lockClass = 730_581;
const reconnectDelayMs = 1_000;

/**
 * Gives the jobs of dead workers back to the queue within seconds. graphile-worker itself waits four hours,
 * since it cannot tell a dead worker from a slow one. PostgreSQL can: each worker holds an advisory lock on a
 * connection that it does nothing else with, and the lock goes with the connection.
 */
export class WorkerLiveness {
  private readonly log = new Logger(WorkerLiveness.name);
  private readonly workerIds = new Set<string>();
  private client: Client | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly pool: Pool,
  ) {}

  /** Opens the connection that holds the locks; opens it anew whenever it breaks. */
  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'input-packet-service worker',
    });
    client.on('error', (error) => this.log.warn({ err: error }, 'liveness connection lost'));
    client.on('end', () => this.reconnectLater());
    this.client = client;
    await client.connect();
    for (const id of this.workerIds) await this.hold(id);
  }

  /** Shows a worker of this process as living. */
  async add(workerId: string): Promise<void> {
    this.workerIds.add(workerId);
    await this.hold(workerId);
  }

  /** Unlocks the jobs of workers that hold no lock any more. */
  async releaseJobsOfTheDead(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_by is not null`,
    );
    for (const { id } of rows) {
      if (this.workerIds.has(id)) continue;
      // One statement, one connection: whoever gets the lock knows that its owner is gone.
      const { rows: locked } = await this.pool.query<{ dead: boolean }>(
        `select pg_try_advisory_xact_lock($1, hashtext($2)) as dead`,
        [lockClass, id],
      );
      if (!locked[0]?.dead) continue;
      await this.pool.query(`select graphile_worker.force_unlock_workers(array[$1])`, [id]);
      this.log.warn({ workerId: id }, 'jobs of a dead worker given back to the queue');
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => undefined);
  }

  private async hold(workerId: string): Promise<void> {
    await this.client?.query(`select pg_advisory_lock($1, hashtext($2))`, [lockClass, workerId]);
  }

  private reconnectLater(): void {
    if (this.closed) return;
    setTimeout(() => {
      if (!this.closed) this.connect().catch(() => undefined);
    }, reconnectDelayMs).unref();
  }
}
