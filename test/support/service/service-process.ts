import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgres } from '../../../src/database/embedded-postgres.js';
import { createDatabase, dropDatabase, hasDatabaseServer } from './database-server.js';

/** dist/, as this file lies in dist/test/support/service. */
const distFolder = fileURLToPath(new URL('../../../', import.meta.url));
const startTimeoutMs = 60_000;

export interface ServiceOptions {
  /** Settings beside the defaults of a test. */
  env?: Record<string, string>;
  /** An existing data folder; a new one, deleted at the end, when absent. */
  dataDir?: string;
  /**
   * Whether its database is the embedded one, as where nothing is set. By itself a service with a new data folder has,
   * in a test run, a new database on the run's server.
   */
  embedded?: boolean;
  /** Whether it runs as the modules of which its one file is made: what is loaded into it can then reach them. */
  asModules?: boolean;
  /** The file, by the data folder, that gets what it writes too: for those who did not start it. */
  logFile?: (dataDir: string) => string;
}

/** A running service as its users see it, and as those who look after it do. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly dataDir: string;
  /** Its database on the run's server; null where it has another. */
  readonly databaseUrl: string | null;
  /** What it has written, one line each. */
  readonly log: readonly string[];
}

/** The service as a process of its own, as its users run it. */
export class ServiceProcess implements ServiceUnderTest {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly dataDir: string,
    readonly databaseUrl: string | null,
    private readonly lines: string[],
    private readonly ownsDataDir: boolean,
  ) {}

  static async start({
    env = {},
    dataDir,
    embedded,
    asModules,
    logFile,
  }: ServiceOptions = {}): Promise<ServiceProcess> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'packets-')));
    const isShared = hasDatabaseServer() && !dataDir && !embedded && !env.DATABASE_URL;
    const databaseUrl = isShared ? await createDatabase() : null;
    const { child, lines, onLine } = launch(
      folder,
      databaseUrl ? { ...env, DATABASE_URL: databaseUrl } : env,
      asModules,
    );
    if (logFile) onLine((line) => appendFileSync(logFile(folder), `${line}\n`));
    const url = await new Promise<string>((resolve, reject) => {
      const failed = (why: string) => reject(new Error(`${why}\n${lines.slice(-20).join('\n')}`));
      const timer = setTimeout(() => failed('the service did not start in time'), startTimeoutMs);
      onLine((line) => {
        const ready = readyUrl(line);
        if (!ready) return;
        clearTimeout(timer);
        resolve(ready);
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        failed(`the service ended with code ${code}`);
      });
    });
    return new ServiceProcess(child, url, folder, databaseUrl, lines, dataDir === undefined);
  }

  /** Starts a service that is expected to refuse; returns its exit code and what it wrote. */
  static async refusal({
    env = {},
    dataDir,
  }: ServiceOptions): Promise<{ code: number | null; lines: string[] }> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'packets-')));
    const { child, lines } = launch(folder, env);
    const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return { code, lines };
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get log(): readonly string[] {
    return this.lines;
  }

  /** Ends it as an operator would; returns its exit code. Deletes a data folder that was made for it. */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    if (this.ownsDataDir) await this.discard();
    return code;
  }

  /** Asks it to stop without waiting for it. */
  terminate(): void {
    this.child.kill('SIGTERM');
  }

  /** Ends it as a power cut would, and keeps its data. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Deletes the data folder of an ended service, and its database. */
  async discard(): Promise<void> {
    if (this.databaseUrl) await dropDatabase(this.databaseUrl);
    else await EmbeddedPostgres.remove(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }
}

/** The program of the service, on a data folder, with what it writes. */
function launch(folder: string, env: Record<string, string>, asModules = false) {
  const program = asModules ? 'src/main.js' : 'service.js';
  const child = spawn(process.execPath, [join(distFolder, program)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: process.env.TZ,
      PORT: '0',
      DATA_DIR: folder,
      // Each loads OpenCV; tests of frames side by side ask for more.
      VISION_THREADS: '1',
      // No balancer stands before it.
      STOP_GRACE_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const read = (line: string) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  };
  createInterface({ input: child.stdout }).on('line', read);
  createInterface({ input: child.stderr }).on('line', read);
  return { child, lines, onLine: (listener: (line: string) => void) => void listeners.push(listener) };
}

function readyUrl(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const entry = JSON.parse(line) as { msg?: string; url?: string };
  return entry.msg === 'ready' ? entry.url : undefined;
}
