import { EventEmitter } from 'node:events';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  Logger as GraphileLogger,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { Pool } from 'pg';
import { DatabaseUrl } from '../database/database-url.js';
import { Settings } from '../config/settings.js';
import { BackgroundTasks } from './background-tasks.js';
import { WorkerLiveness } from './worker-liveness.js';

/** How often jobs of dead workers are looked for. */
const janitorIntervalMs = 3_000;
const restartDelayMs = 1_000;
/** A runner that ends by itself gets this long for it, ms. */
const endMs = 10_000;
/** A job that is queued while LISTEN is broken starts after this at the latest. */
const pollIntervalMs = 2_000;
/** Connections of a runner beyond one a job: LISTEN, cron, what is booked. */
const extraConnections = 3;
/** Connections of the janitor. */
const janitorConnections = 2;
/** A server that does not answer by then is away, ms. */
const connectTimeoutMs = 5_000;

/** Works the background queue in this process (ROLE `all` or `worker`). */
@Injectable()
export class BackgroundRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(BackgroundRunner.name);
  private runner: Runner | undefined;
  private pool: Pool | undefined;
  private liveness: WorkerLiveness | undefined;
  private janitor: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly databaseUrl: DatabaseUrl,
    private readonly tasks: BackgroundTasks,
  ) {}

  /** Whether the queue is worked right now and goes on to be; true also where it is not this process's duty. */
  get healthy(): boolean {
    return !this.settings.worksQueue || (this.runner !== undefined && !this.stopping);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.worksQueue) return;
    this.pool = this.connections(janitorConnections);
    this.liveness = new WorkerLiveness(this.databaseUrl.value, this.pool);
    await this.liveness.connect();
    await this.start(this.liveness);
    this.janitor = setInterval(() => void this.releaseJobsOfTheDead(), janitorIntervalMs);
  }

  /** Lets the jobs in hand finish, then stops. What does not finish in time goes back to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.janitor);
    await this.runner?.stop().catch(() => undefined);
    await this.liveness?.close();
    await this.pool?.end();
  }

  private connections(max: number): Pool {
    const pool = new Pool({
      connectionString: this.databaseUrl.value,
      max,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    const lost = (error: Error) => this.log.warn({ err: error }, 'queue connection lost');
    pool.on('error', lost);
    pool.on('connect', (client) => client.on('error', lost));
    return pool;
  }

  private async start(liveness: WorkerLiveness): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    const noted = (error: unknown) => {
      // At the end of the process the locks go with their connection.
      if (!this.stopping) this.log.warn({ err: error }, 'liveness lock');
    };
    const pools: string[] = [];
    // Jobs are locked by the runner's pool of workers, not by the worker that does them.
    events.on('pool:create', ({ workerPool }) => {
      pools.push(workerPool.id);
      liveness.add(workerPool.id).catch(noted);
    });
    const stuck = this.stuck(events);
    await this.releaseJobsOfTheDead();
    // Each runner has connections of its own: one that got stuck may keep them.
    const pgPool = this.connections(this.settings.VISION_THREADS + extraConnections);
    const close = () => void pgPool.end().catch(() => undefined);
    const runner = await run({
      pgPool,
      events,
      logger: new GraphileLogger(() => (level, message) => {
        if (level === 'error') this.log.error(message);
        else if (level === 'warning') this.log.warn(message);
        else this.log.debug(message);
      }),
      noHandleSignals: true,
      concurrency: this.settings.VISION_THREADS,
      pollInterval: pollIntervalMs,
      taskList: this.taskList(),
      crontab: this.crontab(),
      // Any delay, 0 included, has failures to book a job's end noticed: the runner ends and is started anew.
      // Without one they are unhandled rejections, which end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }).catch((error: unknown) => {
      close();
      throw error;
    });
    this.runner = runner;
    // The runner gives up when the database stays away; we do not.
    Promise.race([runner.promise, stuck])
      .catch((error: unknown) => this.log.warn({ err: error }, 'queue runner ended'))
      .finally(() => {
        this.runner = undefined;
        runner.stop().catch(() => undefined); // no more of its crontab, where it got stuck
        // What it could not book is still locked in its name, and must not be for ever.
        for (const id of pools) liveness.remove(id).catch(noted);
        close();
        this.restartLater(liveness);
      });
  }

  /**
   * Rejects when a runner that began to end by itself does not: one that failed to book a job's end may wait for
   * ever for the end of another.
   */
  private stuck(events: WorkerEvents): Promise<never> {
    const stuck = new Promise<never>((_, reject) => {
      events.once('pool:gracefulShutdown', () => {
        if (this.stopping) return;
        setTimeout(() => reject(new Error('the runner began to end and did not')), endMs).unref();
      });
    });
    stuck.catch(() => undefined); // nobody may wait for it any more by then
    return stuck;
  }

  private restartLater(liveness: WorkerLiveness): void {
    if (this.stopping) return;
    setTimeout(() => {
      if (this.stopping) return;
      this.start(liveness).catch((error: unknown) => {
        this.log.warn({ err: error }, 'queue runner cannot start');
        this.restartLater(liveness);
      });
    }, restartDelayMs);
  }

  private taskList(): TaskList {
    return Object.fromEntries(this.tasks.all().map((task) => [task.name, (payload) => task.run(payload)]));
  }

  private crontab(): string {
    return this.tasks
      .all()
      .filter((task) => task.crontab)
      .map((task) => `${task.crontab} ${task.name} ?jobKey=${task.name}&max=1`)
      .join('\n');
  }

  private async releaseJobsOfTheDead(): Promise<void> {
    await this.liveness
      ?.releaseJobsOfTheDead()
      .catch((error: unknown) => this.log.warn({ err: error }, 'janitor'));
  }
}
