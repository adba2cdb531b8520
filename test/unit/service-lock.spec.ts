import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AlreadyRunningError, ServiceLock } from '../../src/config/service-lock.js';

const LOCK_MODULE = fileURLToPath(new URL('../../src/config/service-lock.js', import.meta.url));

describe('ServiceLock', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-lock-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A lock whose holder was killed: made by a process that is gone now. */
  async function lockOfKilledProcess(): Promise<void> {
    const script = `
      const { ServiceLock } = await import(${JSON.stringify(LOCK_MODULE)});
      await ServiceLock.acquire(${JSON.stringify(folder)});
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
  }

  async function lockFile(): Promise<string> {
    const [file] = await readdir(folder);
    return join(folder, file);
  }

  /** Lets the lock name this living process, but with one thing about it changed. */
  async function forge(change: object): Promise<void> {
    const file = await lockFile();
    const { holder } = JSON.parse(await readFile(file, 'utf8')) as { holder: object };
    await writeFile(file, JSON.stringify({ holder: { ...holder, ...change } }));
  }

  it('tells a second starter who holds the folder, in one line', async () => {
    await ServiceLock.acquire(folder);
    const second = ServiceLock.acquire(folder);
    await expect(second).rejects.toThrow(AlreadyRunningError);
    await expect(second).rejects.toThrow(`another service (pid ${process.pid}) already uses ${folder}`);
  });

  it('is free again after release, however often', async () => {
    for (let round = 0; round < 3; round++) await (await ServiceLock.acquire(folder)).release();
    await expect(ServiceLock.acquire(folder)).resolves.toBeInstanceOf(ServiceLock);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('makes a folder that is not there, and holds folders and purposes apart', async () => {
    const inner = join(folder, 'a', 'b');
    await ServiceLock.acquire(inner);
    await ServiceLock.acquire(inner, 'postgres');
    await expect(ServiceLock.acquire(join(folder, 'a', '..', 'a', 'b'))).rejects.toThrow(AlreadyRunningError);
  });

  it('is taken over from a process that was killed', async () => {
    await lockOfKilledProcess();
    await ServiceLock.acquire(folder);
    await expect(ServiceLock.acquire(folder)).rejects.toThrow(`pid ${process.pid}`);
  });

  it('is won by exactly one of many that find a stale lock at once', async () => {
    await lockOfKilledProcess();
    const starts = await Promise.allSettled(Array.from({ length: 25 }, () => ServiceLock.acquire(folder)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const start of starts) {
      if (start.status === 'rejected') expect(start.reason).toBeInstanceOf(AlreadyRunningError);
    }
  });

  // On Windows it is not known when a process started.
  (process.platform === 'win32' ? it.skip : it)('sees through a pid that was given out again', async () => {
    await ServiceLock.acquire(folder);
    await forge({ started: '1' });
    await expect(ServiceLock.acquire(folder)).resolves.toBeInstanceOf(ServiceLock);
  });

  // Boots have names on Linux alone.
  (process.platform === 'linux' ? it : it.skip)('does not outlive a reboot', async () => {
    await ServiceLock.acquire(folder);
    await forge({ boot: 'an earlier one' });
    await expect(ServiceLock.acquire(folder)).resolves.toBeInstanceOf(ServiceLock);
  });

  it('takes a lock file that a crash of the machine has emptied for nobody’s', async () => {
    await ServiceLock.acquire(folder);
    await writeFile(await lockFile(), '');
    await expect(ServiceLock.acquire(folder)).resolves.toBeInstanceOf(ServiceLock);
  });

  it('can be released after the folder was deleted', async () => {
    const lock = await ServiceLock.acquire(folder);
    await rm(folder, { recursive: true });
    await expect(lock.release()).resolves.toBeUndefined();
  });
});
