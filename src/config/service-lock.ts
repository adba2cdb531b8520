import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../error-code.js';
import { isAlive } from '../process-alive.js';

/** Rounds of looking and claiming before giving up; each lost round means another starter made progress. */
const CLAIM_ROUNDS = 20;

/** Readable by all: a folder that root used once must tell its owner that it is free again. */
const LOCK_MODE = 0o644;

/** Thrown by {@link ServiceLock.acquire} when a living process holds the folder. The message is one line. */
export class AlreadyRunningError extends Error {
  constructor(
    readonly pid: number,
    readonly dataDir: string,
  ) {
    super(`another service (pid ${pid}) already uses ${dataDir}`);
    this.name = 'AlreadyRunningError';
  }
}

/** A process as no later process can pass for it: the pid alone is given out again. */
interface ProcessIdentity {
  pid: number;
  /** When it started: ticks since boot on Linux, `ps`'s start time elsewhere; '' where neither is known. */
  started: string;
  /** Linux's boot id, so that an equal pid and tick count of an earlier boot do not match; '' elsewhere. */
  boot: string;
}

interface Claim {
  holder: ProcessIdentity | null;
}

/**
 * One service a data folder.
 *
 * The lock is a file `<name>.lock.<generation>`; the highest generation counts, and it is held as long as
 * the process named in it lives. A stale lock is never deleted and never overwritten but followed by the
 * next generation, which `link` lets only one process create: so of several that find a stale lock at the
 * same time exactly one wins. (With a single file, a slow starter that had seen the stale lock could
 * delete the fresh one of a quicker starter.) For the same reason `release` leaves its file, marked as free.
 *
 * Processes are told apart by pid, start time and boot: processes on other machines, or in other
 * containers, that share the folder are not seen.
 */
export class ServiceLock {
  private constructor(
    private readonly folder: string,
    private readonly file: string,
  ) {}

  /**
   * Takes the lock of `dataDir` (made if it is not there) for this process, at once or not at all.
   * @param name tells apart locks that one folder holds for different purposes.
   * @throws AlreadyRunningError when a living process, this one included, holds it.
   */
  static async acquire(dataDir: string, name = 'service'): Promise<ServiceLock> {
    await mkdir(dataDir, { recursive: true });
    const folder = await realpath(dataDir);
    const prefix = `${name}.lock.`;
    const claim: Claim = { holder: await identify(process.pid) };
    for (let round = 0; round < CLAIM_ROUNDS; round++) {
      const latest = Math.max(0, ...(await generations(folder, prefix)));
      const holder = latest > 0 ? await livingHolder(join(folder, prefix + latest)) : null;
      if (holder) throw new AlreadyRunningError(holder.pid, dataDir);
      const mine = join(folder, prefix + (latest + 1));
      if (!(await createWhole(mine, claim))) continue;
      const all = await generations(folder, prefix);
      // A starter that slept between looking and claiming may have made an old generation anew.
      if (Math.max(...all) !== latest + 1) {
        await rm(mine, { force: true });
        continue;
      }
      for (const old of all) if (old <= latest) await rm(join(folder, prefix + old), { force: true });
      return new ServiceLock(folder, mine);
    }
    throw new Error(`cannot lock ${dataDir}: other processes keep taking and leaving it`);
  }

  /** Gives the folder free. The file stays, marked as held by nobody. */
  async release(): Promise<void> {
    const free: Claim = { holder: null };
    const draft = draftName(this.file);
    try {
      await writeFile(draft, JSON.stringify(free), { mode: LOCK_MODE, flag: 'wx' });
      await rename(draft, this.file);
    } catch (error) {
      // A folder that was deleted meanwhile is free already.
      if (!hasCode(error, 'ENOENT')) throw new Error(`cannot give ${this.folder} free`, { cause: error });
    }
  }
}

async function generations(folder: string, prefix: string): Promise<number[]> {
  return (await readdir(folder))
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => entry.slice(prefix.length))
    .filter((suffix) => /^[1-9]\d{0,14}$/.test(suffix))
    .map(Number);
}

/** Creates `file` with all its content in one step; false if it exists. */
async function createWhole(file: string, claim: Claim): Promise<boolean> {
  const draft = draftName(file);
  await writeFile(draft, JSON.stringify(claim), { mode: LOCK_MODE, flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function draftName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}`;
}

/** Who holds the lock file and lives; null for a stale, freed or unreadable one, or one removed meanwhile. */
async function livingHolder(file: string): Promise<ProcessIdentity | null> {
  let holder: ProcessIdentity | null;
  try {
    holder = parseClaim(await readFile(file, 'utf8')).holder;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (!holder) return null;
  const now = await identify(holder.pid);
  return now.alive && now.started === holder.started && now.boot === holder.boot ? holder : null;
}

/** Files are created whole, so what does not parse was damaged by a crash of the machine: nobody holds it. */
function parseClaim(text: string): Claim {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('holder' in value)) return { holder: null };
    const holder: unknown = value.holder;
    if (typeof holder !== 'object' || holder === null) return { holder: null };
    const { pid, started, boot } = holder as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof boot !== 'string') {
      return { holder: null };
    }
    return { holder: { pid, started, boot } };
  } catch {
    return { holder: null };
  }
}

async function identify(pid: number): Promise<ProcessIdentity & { alive: boolean }> {
  if (process.platform === 'linux') {
    const boot = (await readOrEmpty('/proc/sys/kernel/random/boot_id')).trim();
    const stat = await readOrEmpty(`/proc/${pid}/stat`);
    // The name in parentheses may hold anything; fields are counted from the last one: state is the
    // third of proc(5), start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const alive = stat !== '' && !['Z', 'X', 'x'].includes(fields[0]);
    return { pid, started: fields[19] ?? '', boot, alive };
  }
  if (process.platform === 'win32') return { pid, started: '', boot: '', alive: isAlive(pid) };
  try {
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
    return { pid, started: stdout.trim(), boot: '', alive: stdout.trim() !== '' };
  } catch {
    return { pid, started: '', boot: '', alive: false };
  }
}

async function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
