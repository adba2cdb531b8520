import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { noLog } from '../support/service/no-log.js';

/** Root of the project under test. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The compiled owner process, relative to a project. */
export const OWNER = 'dist/test/e2e/embedded-postgres.owner.js';

export interface User {
  uid?: number;
  gid?: number;
}

/** A folder of one test, and servers on it that end with the test. */
export class ServerUnderTest {
  /** The data folder; a test may move it to elsewhere under `top`. */
  dataDir: string;
  /** Stands in for /var/lib/input-packet-service. */
  readonly place: string;
  private readonly cleanUps: (() => Promise<unknown>)[] = [];

  private constructor(readonly top: string) {
    this.dataDir = join(top, 'data');
    this.place = join(top, 'place');
  }

  static async make(): Promise<ServerUnderTest> {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
    await chmod(top, 0o755); // open to all, so that what locks a server out is what a test locks
    return new ServerUnderTest(top);
  }

  /** Ends what was started on the folder, and leaves the folder. */
  async endAll(): Promise<void> {
    for (const cleanUp of this.cleanUps.splice(0).reverse()) await cleanUp();
  }

  async remove(): Promise<void> {
    await this.endAll();
    await EmbeddedPostgres.remove(this.dataDir); // stops what a test has left running
    await rm(this.top, { recursive: true, force: true });
  }

  /** Starts a server that belongs to the test's own process. */
  async start(): Promise<EmbeddedPostgres> {
    const rootOwnedPlaces = [this.place];
    const server = await EmbeddedPostgres.start({ dataDir: this.dataDir, log: noLog, rootOwnedPlaces });
    this.cleanUps.push(() => server.stop());
    return server;
  }

  /** Starts a service with a server as a process of its own, from any copy of the project. */
  async startOwner(
    project = PROJECT,
    user: User = {},
  ): Promise<{ child: ChildProcess; url: string; pid: number }> {
    const { child, line } = this.runOwner(project, user);
    const [, url, pid] = /^ready (\S+) (\d+)$/m.exec(await line) ?? [];
    if (!url) throw new Error(await line);
    return { child, url, pid: Number(pid) };
  }

  /** The same without waiting for it; `line` is the first that it prints. */
  runOwner(project = PROJECT, user: User = {}): { child: ChildProcess; line: Promise<string> } {
    const args = [join(project, OWNER), this.dataDir, this.place];
    const child = this.endsWithTest(spawn(process.execPath, args, { cwd: this.top, ...user }), 'SIGTERM');
    const line = new Promise<string>((resolve) => {
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('\n')) resolve(said.trim());
      });
      child.once('close', () => resolve(said.trim()));
    });
    return { child, line };
  }

  endsWithTest(child: ChildProcess, signal: NodeJS.Signals): ChildProcess {
    this.cleanUps.push(() => end(child, signal));
    return child;
  }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // a server that is killed under it
  try {
    await client.connect();
    const rows: Record<string, unknown>[] = [];
    // One at a time: CREATE DATABASE cannot run inside the transaction of several.
    for (const statement of sql.split(';')) rows.push(...(await client.query(statement)).rows);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function remember(url: string, text: string): Promise<void> {
  const store = `DELETE FROM memory; INSERT INTO memory VALUES ('${text}')`;
  await query(url, `CREATE TABLE IF NOT EXISTS memory (text text); ${store}`);
}

export async function recall(url: string): Promise<unknown> {
  return (await query(url, 'SELECT text FROM memory'))[0].text;
}

/** Waits until something holds; the test's own time limit bounds it. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(10);
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
