import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { AlreadyRunningError } from '../../src/config/service-lock.js';
import type { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { end, query, recall, remember, ServerUnderTest, until } from './embedded-postgres.setup.js';

const isRoot = process.getuid?.() === 0;
/** Servers are killed and left over by signals, which Windows has not. */
const onUnix = process.platform === 'win32' ? it.skip : it;
/** What program a process runs is read from /proc. */
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('EmbeddedPostgres', () => {
  describe('while it runs', () => {
    let test: ServerUnderTest;
    let server: EmbeddedPostgres;

    beforeAll(async () => {
      test = await ServerUnderTest.make();
      server = await test.start();
    });

    afterAll(() => test.remove());

    it('gives an empty UTF-8 database in UTC to a role that is no superuser', async () => {
      const { url } = server;
      const [facts] = await query(
        url,
        `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('timezone') AS zone,
          current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
          lower('ÄÉŽ') AS lower, current_setting('is_superuser') AS super,
          (SELECT count(*)::int FROM pg_stat_user_tables) AS tables`,
      );
      const expected = { major: 18, zone: 'UTC', encoding: 'UTF8', fsync: 'on', lower: 'äéž' };
      expect(facts).toEqual({ ...expected, super: 'off', tables: 0 });
      await query(url, 'CREATE SCHEMA its_own; CREATE EXTENSION pgcrypto; CREATE DATABASE another');
    });

    it('lets nobody in without the password, and the superuser not at all', async () => {
      const { url } = server;
      await expect(query(url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
      await expect(query(url.replace('//packets:', '//postgres:'), 'SELECT 1')).rejects.toThrow(/pg_hba/);
      expect((await stat(join(test.dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
      expect((await stat(join(test.dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    });

    it('refuses a second start on the same folder at once and leaves the first alone', async () => {
      const { url } = server;
      await expect(test.start()).rejects.toThrow(AlreadyRunningError);
      const { line } = test.runOwner();
      expect(await line).toBe(`failed another service (pid ${process.pid}) already uses ${test.dataDir}`);
      await remember(url, 'undisturbed');
    });

    onUnix('comes back on the same address with the data when the server is killed', async () => {
      const { url, pid } = server;
      await remember(url, 'kept');
      process.kill(pid ?? 0, 'SIGKILL');
      await until(async () => server.pid !== pid && (await recall(url)) === 'kept');
      expect(server.url).toBe(url);
    });

    onUnix('says so once when the server keeps dying', async () => {
      const errors: Error[] = [];
      server.onUnexpectedExit = (error) => errors.push(error);
      const killed = new Set<number>();
      await until(async () => {
        if (server.pid !== undefined && !killed.has(server.pid)) {
          killed.add(server.pid);
          process.kill(server.pid, 'SIGKILL');
        }
        return errors.length > 0;
      });
      expect(errors).toHaveLength(1);
      expect(errors[0].message).toMatch(/^PostgreSQL died 6 times within a minute[^\n]*$/);
      await server.stop();
      expect(errors).toHaveLength(1);
    });
  });

  describe('from start to start, on a database that there is', () => {
    let test: ServerUnderTest;
    /** What a test keeps in the database, another text each time. */
    let kept: string;

    beforeAll(async () => {
      test = await ServerUnderTest.make();
      await (await test.start()).stop();
    });

    beforeEach(() => {
      kept = randomUUID();
    });

    afterEach(() => test.endAll());

    afterAll(() => test.remove());

    it('keeps its data over an orderly stop', async () => {
      const first = await test.start();
      await remember(first.url, kept);
      await first.stop();
      await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
      expect(await recall((await test.start()).url)).toBe(kept);
    });

    onUnix('takes over from a service that was killed and left its server running', async () => {
      const { child, url } = await test.startOwner();
      await remember(url, kept);
      await end(child, 'SIGKILL');
      const client = new pg.Client({ connectionString: url }); // the server lives on
      client.on('error', () => undefined);
      const disconnected = new Promise<void>((resolve) => client.once('end', resolve));
      await client.connect();
      const server = await test.start();
      await disconnected;
      expect(await recall(server.url)).toBe(kept);
    });

    onUnix('takes over when service and server were killed', async () => {
      const { child, url, pid } = await test.startOwner();
      await remember(url, kept);
      process.kill(pid, 'SIGKILL');
      await end(child, 'SIGKILL'); // until it has ended, the folder is rightly still its own
      expect(await recall((await test.start()).url)).toBe(kept);
    });

    onLinux('neither minds nor signals a foreign process that has the old server’s number', async () => {
      const first = await test.start();
      await remember(first.url, kept);
      await first.stop();
      const data = join(test.dataDir, 'postgres');
      const { uid, gid } = await stat(data);
      // By the same user and in the same place: only the program tells it apart.
      const sleeper = spawn('sleep', ['60'], { cwd: data, ...(isRoot ? { uid, gid } : {}) });
      const foreign = test.endsWithTest(sleeper, 'SIGKILL');
      const lock = join(data, 'postmaster.pid');
      await writeFile(lock, `${foreign.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`);
      if (isRoot) await chown(lock, uid, gid);
      expect(await recall((await test.start()).url)).toBe(kept);
      expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
    });

    it('mends a lost password', async () => {
      const first = await test.start();
      await remember(first.url, kept);
      await first.stop();
      await rm(join(test.dataDir, 'postgres-password'));
      const second = await test.start();
      expect(await recall(second.url)).toBe(kept);
      expect(passwordOf(second.url)).not.toBe(passwordOf(first.url));
    });
  });

  describe('on a folder of its own', () => {
    let test: ServerUnderTest;

    beforeEach(async () => {
      test = await ServerUnderTest.make();
    });

    afterEach(() => test.remove());

    onUnix('says so when the data has gone away under the server', async () => {
      const server = await test.start();
      const lost = new Promise<Error>((resolve) => (server.onUnexpectedExit = resolve));
      // Held meanwhile: a server that misses its data may give up by itself first.
      process.kill(server.pid ?? 0, 'SIGSTOP');
      await rm(test.dataDir, { recursive: true, maxRetries: 5, retryDelay: 50 });
      process.kill(server.pid ?? 0, 'SIGKILL');
      expect((await lost).message).toMatch(/^PostgreSQL ended with SIGKILL and does not come back: [^\n]+$/);
      await server.stop();
    });

    onUnix('begins anew when it was killed while it made the database', async () => {
      const { child } = test.runOwner();
      await until(async () =>
        (await readdir(test.dataDir).catch(() => [])).some((name) => name.startsWith('.postgres-new-')),
      );
      await end(child, 'SIGKILL');
      await remember((await test.start()).url, 'works');
      expect((await readdir(test.dataDir)).filter((name) => name.startsWith('.'))).toEqual([]);
    });

    it('does not touch a folder of that name that is no database', async () => {
      await mkdir(join(test.dataDir, 'postgres'), { recursive: true });
      await writeFile(join(test.dataDir, 'postgres', 'letter.txt'), 'dear');
      await expect(test.start()).rejects.toThrow(/postgres is not a PostgreSQL data directory$/);
      expect(await readFile(join(test.dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('dear');
    });
  });
});

function passwordOf(url: string): string {
  return new URL(url).password;
}
