import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgres } from '../../../src/database/embedded-postgres.js';

/** dist/, as this file lies in dist/test/support/service. */
const distFolder = fileURLToPath(new URL('../../../', import.meta.url));
const startTimeoutMs = 60_000;

export interface ServiceOptions {
  /** Settings beside the defaults of a test. */
  env?: Record<string, string>;
  /** An existing data folder; a new one, deleted at the end, when absent. */
  dataDir?: string;
}

/** The service as a process of its own, as its users run it. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly dataDir: string,
    private readonly lines: string[],
    private readonly ownsDataDir: boolean,
  ) {}

  static async start({ env = {}, dataDir }: ServiceOptions = {}): Promise<ServiceProcess> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'packets-')));
    const child = spawn(process.execPath, [join(distFolder, 'src/main.js')], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TZ: process.env.TZ,
        PORT: '0',
        DATA_DIR: folder,
        VISION_THREADS: '2',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      const failed = (why: string) => reject(new Error(`${why}\n${lines.slice(-20).join('\n')}`));
      const timer = setTimeout(() => failed('the service did not start in time'), startTimeoutMs);
      const read = (line: string) => {
        lines.push(line);
        const ready = readyUrl(line);
        if (ready) {
          clearTimeout(timer);
          resolve(ready);
        }
      };
      if (child.stdout) createInterface({ input: child.stdout }).on('line', read);
      if (child.stderr) createInterface({ input: child.stderr }).on('line', read);
      child.once('exit', (code) => {
        clearTimeout(timer);
        // What it wrote last is still on its way through the pipes.
        setTimeout(() => failed(`the service ended with code ${code}`), 50);
      });
    });
    return new ServiceProcess(child, url, folder, lines, dataDir === undefined);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What it has written, one line each. */
  get log(): readonly string[] {
    return this.lines;
  }

  /** Ends it as an operator would; returns its exit code. Deletes a data folder that was made for it. */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    if (this.ownsDataDir) await this.discard();
    return code;
  }

  /** Ends it as a power cut would, and keeps its data. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Deletes the data folder of an ended service. */
  async discard(): Promise<void> {
    await EmbeddedPostgres.remove(this.dataDir);
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

function readyUrl(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const entry = JSON.parse(line) as { msg?: string; url?: string };
  return entry.msg === 'ready' ? entry.url : undefined;
}
