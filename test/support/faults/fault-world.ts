import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { EmbeddedPostgres } from '../../../src/database/embedded-postgres.js';
import { Random } from '../random.js';
import { scanPdf } from '../render-pdf-page.js';
import { sampleForms } from '../sample-forms/index.js';
import { ApiClient, payloadOf } from '../service/api-client.js';
import { noLog } from '../service/no-log.js';
import { ServiceDatabase } from '../service/service-database.js';
import { ServiceProcess } from '../service/service-process.js';
import { until } from '../until.js';
import { FaultyS3, type StoreFault } from './faulty-s3.js';
import { OperatorLife } from './operator-life.js';
import { type FormPage, PacketLedger } from './packet-ledger.js';

const secret = 'faults-faults-faults-faults-faults-faults';
const bucket = 'packets';
/**
 * Density of the forms' pages and of the frames, which are scanned: about 1 megapixel, so that rounds are quick and
 * work is still cut off in its middle.
 */
const dpi = 100;
/**
 * Forms in the library, and of these so many that the frames show; one frame in ten is of a form that is not in it,
 * which takes longest.
 */
const [formCount, framedForms] = [4, 3];
const operators = 3;
/** Packets that were not touched of late, looked at again after each fault. */
const lookedAtAgain = 4;
const settledWithinMs = 60_000;
const twoHoursMs = 2 * 3_600_000;
/** How often a waiting job of the queue is told that its time has come, ms. */
const hastenMs = 300;

const threadKiller = new URL('./thread-killer.js', import.meta.url);

/**
 * A service on a PostgreSQL and a store of the test's own, operators at work, and the faults that strike them.
 * After each fault `check` holds what the service has against what it acknowledged.
 */
export class FaultWorld {
  readonly problems: string[] = [];
  /** Files without a row that the sweeps found and deleted. */
  swept = 0;
  private readonly ledger = new PacketLedger();
  private readonly database: ServiceDatabase;
  private lives: OperatorLife[] = [];
  private service: ServiceProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly store: { server: S3rver; faulty: FaultyS3 } | null,
    private readonly random: Random,
    private readonly threads: number,
  ) {
    this.database = new ServiceDatabase(postgres.url);
  }

  /**
   * @param kind where files lie: on disk, or in an S3 server through a proxy on which things can go wrong
   * @param threads of the service for pictures; each is slow for some seconds after every start
   */
  static async start(kind: 'disk' | 's3', seed: number, threads: number): Promise<FaultWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    const postgres = await EmbeddedPostgres.start({
      dataDir: join(folder, 'database'),
      log: noLog,
    });
    const store = kind === 's3' ? await startStore(join(folder, 's3')) : null;
    const world = new FaultWorld(folder, postgres, store, new Random(seed), threads);
    await world.restart();
    const forms = sampleForms().slice(0, formCount + 1);
    const scans = await Promise.all(forms.map(async ({ pdf }) => scanPdf(await pdf(), dpi)));
    const unknown = scans.splice(formCount);
    const pages = await world.registerForms(scans);
    const known = scans.slice(formCount - framedForms);
    const pictures = [...known, ...known, ...known, ...unknown];
    world.lives = Array.from(
      { length: operators },
      (_, i) =>
        new OperatorLife(String(i), world.ledger, pictures, pages, world.random.fork(`operator ${i}`)),
    );
    return world;
  }

  get acknowledged(): number {
    return this.lives.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  /** The service is killed in the middle of its work, and started again. */
  async killService(): Promise<void> {
    await this.during(100, 1_500, () => this.running.kill());
    await this.restart();
  }

  /** PostgreSQL is killed in the middle of the work; it comes back by itself. */
  async killPostgres(): Promise<void> {
    await this.during(50, 600, async () => {
      if (this.postgres.pid) process.kill(this.postgres.pid, 'SIGKILL');
      await sleep(this.random.between(0, 800));
    });
  }

  /** A vision thread is ended in the middle of a frame. */
  async killThread(): Promise<void> {
    await this.during(50, 600, async () => {
      process.kill(this.running.pid, 'SIGUSR2');
      await sleep(this.random.between(50, 300));
    });
  }

  /** Something goes wrong with the store for a while. */
  async breakStore(fault: StoreFault): Promise<void> {
    const { store } = this;
    if (!store) throw new Error('files lie on disk');
    await this.during(50, 600, async () => {
      store.faulty.fault = fault;
      await sleep(this.random.between(200, 1_200));
      store.faulty.fault = null;
      await sleep(this.random.between(0, 200));
    });
  }

  /** Everything acknowledged is there and whole, nothing is left waiting, no row lacks its file. */
  async check({ all = false } = {}): Promise<void> {
    await this.ready();
    const { api } = this;
    for (const life of this.lives) {
      await life.finishIntake(api).catch((error: unknown) => this.problems.push(String(error)));
      this.problems.push(...life.problems.splice(0));
    }
    const { entries } = this.ledger;
    const again = all ? entries : Array.from({ length: lookedAtAgain }, () => this.random.pick(entries));
    const open = entries.filter(({ perhaps }) => perhaps);
    for (const entry of new Set([...open, ...again].filter(Boolean))) {
      this.problems.push(...(await this.ledger.settle(entry, api)));
    }
    await this.nothingWaits();
    await this.filesFitRows();
  }

  /** Makes every file old enough for the sweep, sweeps, and compares files with rows in both directions. */
  async sweep(): Promise<void> {
    const before = await this.files();
    const old = new Date(Date.now() - twoHoursMs);
    for (const path of before.values()) await utimes(path, old, old).catch(() => undefined);
    await this.database.query(`select graphile_worker.add_job('sweep', job_key := 'sweep')`);
    await this.nothingWaits();
    const [files, keys] = [await this.files(), await this.keys()];
    this.swept += before.size - files.size;
    const orphans = [...files.keys()].filter((key) => !keys.has(key));
    // Of packets deleted for good nothing is left, neither with a row nor without.
    if (orphans.length > 0) this.problems.push(`after the sweep files without rows: ${orphans.join(', ')}`);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.store?.faulty.close();
    await this.store?.server.close();
    await this.postgres.stop();
    await EmbeddedPostgres.remove(join(this.folder, 'database'));
    await rm(this.folder, { recursive: true, force: true });
  }

  private get running(): ServiceProcess {
    if (!this.service) throw new Error('the service does not run');
    return this.service;
  }

  private get api(): ApiClient {
    return ApiClient.with(this.running.url, secret, ['ForceDeleteInputPacketCommand', 'RegisterFormCommand']);
  }

  private async restart(): Promise<void> {
    const dataDir = join(this.folder, 'data');
    await mkdir(dataDir, { recursive: true });
    this.service = await ServiceProcess.start({
      dataDir,
      env: {
        DATABASE_URL: this.postgres.url,
        STORAGE_URL: this.store
          ? `s3://${bucket}?endpoint=${this.store.faulty.url}&region=us-east-1`
          : `file:${join(this.folder, 'store')}`,
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        JWT_SECRET: secret,
        RATE_LIMIT_PER_MINUTE: '0',
        VISION_THREADS: String(this.threads),
        NODE_OPTIONS: `--import=${threadKiller.href}`,
      },
    });
  }

  /** Lets the operators work, has something happen at a random instant (ms), and lets them come to an end. */
  private async during(earliest: number, latest: number, fault: () => Promise<void>): Promise<void> {
    const { api } = this;
    let stopped = false;
    const working = this.lives.map((life) => life.work(api, () => stopped));
    await sleep(this.random.between(earliest, latest));
    await fault();
    stopped = true;
    await Promise.all(working);
  }

  private async registerForms(scans: readonly Buffer[]): Promise<FormPage[]> {
    const forms = await Promise.all(
      scans.map(async (scan, i) => payloadOf(await this.api.registerForm(`Form ${i}`, [scan]))),
    );
    return forms.flatMap(({ Id, Pages }) =>
      Pages.map(({ Number: pageNumber }) => ({ formId: Id, pageNumber })),
    );
  }

  private async ready(): Promise<void> {
    const { url } = this.running;
    await until('ready', async () => (await fetch(`${url}/health/ready`)).status === 200, settledWithinMs);
  }

  /** No visible packet waits for ever, no file for its purge. What waits to be tried again need not wait here. */
  private async nothingWaits(): Promise<void> {
    let hastened = -Infinity;
    await until(
      'nothing waits',
      async () => {
        if (performance.now() - hastened > hastenMs) {
          hastened = performance.now();
          await this.database.query(
            `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
             from graphile_worker.jobs where locked_at is null and run_at > now() and attempts < max_attempts`,
          );
          // Workers look for jobs by themselves every other second; this has them look at once.
          await this.database.query(`select pg_notify('jobs:insert', '')`);
        }
        const [{ waiting }] = await this.database.query<{ waiting: number }>(
          `select (select count(*) from input_packets where deleted_at is null and classification <> 'ready')::int
                + (select count(*) from graphile_worker.jobs where key is not null or locked_at is not null)::int
                + (select count(*) from frames join input_packets packet on packet.id = packet_id
                   where deleted_at is null and confidence is null)::int as waiting`,
        );
        return waiting === 0;
      },
      settledWithinMs,
    ).catch(async () => {
      const rows = await this.database.query<{ what: string }>(
        `select 'packet ' || id || ' is ' || classification as what from input_packets
         where deleted_at is null and classification <> 'ready'
         union all select 'frame ' || frames.id || ' was never looked at' from frames
         join input_packets packet on packet.id = packet_id where deleted_at is null and confidence is null
         union all select format('job %s %s waits: attempt %s, due %s, locked %s by %s, now %s, %s',
           task_identifier, key, attempts, run_at, locked_at, locked_by, now(), last_error)
         from graphile_worker.jobs where key is not null or locked_at is not null`,
      );
      this.problems.push(...rows.map(({ what }) => what));
    });
  }

  private async filesFitRows(): Promise<void> {
    const [files, keys] = [await this.files(), await this.keys()];
    for (const key of keys) if (!files.has(key)) this.problems.push(`a row lacks its file ${key}`);
  }

  private async keys(): Promise<Set<string>> {
    const rows = await this.database.query<{ key: string }>(
      `select file_key as key from frames
       union select normalized_key from frames where normalized_key is not null
       union select file_key from form_pages`,
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Paths of the files in the store, by key. */
  private async files(): Promise<Map<string, string>> {
    const root = this.store ? join(this.folder, 's3', bucket) : join(this.folder, 'store');
    const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const suffix = this.store ? '._S3rver_object' : '';
    return new Map(
      names
        .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(root.length + 1, path.length - suffix.length), path] as const)
        .filter(([key]) => /^(packets|forms)\//.test(key)),
    );
  }
}

async function startStore(directory: string): Promise<{ server: S3rver; faulty: FaultyS3 }> {
  await mkdir(directory, { recursive: true });
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return { server, faulty: await FaultyS3.to(port) };
}
