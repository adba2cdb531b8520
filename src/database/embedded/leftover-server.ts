import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from '../../error-code.js';
import { isAlive } from '../../process-alive.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** How long each way of asking gets, ms. A fast shutdown writes a checkpoint, which takes as long as the disk needs. */
const PATIENCE: readonly [signal: NodeJS.Signals, ms: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 5_000],
];

/**
 * How long orphans of a killed server may take to notice its death by themselves, ms. Idle ones do within
 * milliseconds; one that computes does not until it is done, and is ended.
 */
const ORPHANS_GRACE_MS = 500;

const POLL_MS = 20;

/** The lock file that a PostgreSQL server keeps in its data directory. */
export interface PostmasterFile {
  pid: number;
  /** `starting`, `ready`, `stopping`; empty before the server has said anything. */
  status: string;
}

/** Reads `postmaster.pid`; null when there is none. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | null> {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * A name for the server of this data directory. PostgreSQL shows it in the titles of its processes, by
 * which they can be told where /proc is closed to us (containers) or missing.
 */
export function clusterName(data: string): string {
  return `packets-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}

/**
 * Stops whatever still runs on the data directory after its owner or the server itself was killed, and
 * removes a lock file whose pid now belongs to a foreign process (PostgreSQL would take that for a
 * running server). Signals no process but PostgreSQL's own on this very directory.
 *
 * On Windows there is no telling; PostgreSQL's own check of its lock file stands there.
 * @param data real path of the data directory.
 * @throws EmbeddedPostgresError when something of it survives even SIGKILL.
 */
export async function stopLeftoverServer(data: string, log: (message: string) => void): Promise<void> {
  if (process.platform === 'win32') return;
  const lock = await readPostmasterFile(data);
  if (lock && (await isServerProcess(lock.pid, data))) {
    log(`stopping the PostgreSQL server (pid ${lock.pid}) that an earlier run left behind`);
    await end(async () => ((await isServerProcess(lock.pid, data)) ? [lock.pid] : []), PATIENCE);
  }
  const orphans = (): Promise<number[]> => serverProcesses(data);
  if (!(await gone(orphans, ORPHANS_GRACE_MS))) {
    // Without its postmaster a backend has nothing to save: SIGQUIT is its immediate shutdown.
    await end(orphans, PATIENCE.slice(1));
  }
  if (lock && isAlive(lock.pid)) await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Sends each signal in turn to what is still there until nothing is. */
async function end(
  remaining: () => Promise<number[]>,
  patience: readonly [NodeJS.Signals, number][],
): Promise<void> {
  for (const [signal, ms] of patience) {
    for (const pid of await remaining()) kill(pid, signal);
    if (await gone(remaining, ms)) return;
  }
  throw new EmbeddedPostgresError(
    `processes ${(await remaining()).join(', ')} of an earlier PostgreSQL server cannot be stopped`,
  );
}

async function gone(remaining: () => Promise<number[]>, ms: number): Promise<boolean> {
  const rounds = ms / POLL_MS;
  for (let round = 0; round < rounds; round++) {
    if ((await remaining()).length === 0) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

async function serverProcesses(data: string): Promise<number[]> {
  const found: number[] = [];
  for (const process of await listProcesses()) if (await belongs(process, data)) found.push(process.pid);
  return found;
}

async function isServerProcess(pid: number, data: string): Promise<boolean> {
  const process = await describeProcess(pid);
  return process !== null && (await belongs(process, data));
}

interface ProcessInfo {
  pid: number;
  uid: number;
  /** Words of the command line, or of the title that the process has given itself; joined by spaces. */
  command: string;
  /** Working directory; null where it cannot be read. */
  cwd: string | null;
}

/** Whether a process is a PostgreSQL server process of the data directory: owner, program and directory must agree. */
async function belongs({ uid, command, cwd }: ProcessInfo, data: string): Promise<boolean> {
  const owner = await stat(data).catch(() => null);
  if (!owner || owner.uid !== uid) return false;
  const program = command.split(' ', 1)[0];
  const isPostmaster = program === 'postgres' || program.endsWith('/postgres');
  const isChild = program === 'postgres:';
  if (!isPostmaster && !isChild) return false;
  if (cwd !== null) return cwd === data; // every server process works in its data directory
  return isChild
    ? command.startsWith(`postgres: ${clusterName(data)}: `)
    : command.includes(` cluster_name=${clusterName(data)}`);
}

async function listProcesses(): Promise<ProcessInfo[]> {
  if (process.platform !== 'linux') return parsePs(await ps('-ax'));
  const found: ProcessInfo[] = [];
  for (const entry of await readdir('/proc')) {
    const info = /^\d+$/.test(entry) ? await describeProcess(Number(entry)) : null;
    if (info) found.push(info);
  }
  return found;
}

async function describeProcess(pid: number): Promise<ProcessInfo | null> {
  if (!Number.isInteger(pid) || pid < 2) return null;
  if (process.platform !== 'linux') return parsePs(await ps('-p', String(pid)))[0] ?? null;
  try {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (!commandLine.includes('postgres')) return null; // spares the other reads for most processes
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return { pid, uid, command: commandLine.split('\0').join(' '), cwd };
  } catch {
    return null; // ended meanwhile, or hidden from us
  }
}

async function ps(...which: string[]): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  return promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,uid=,command='], { env }).then(
    ({ stdout }) => stdout,
    () => '', // ps fails when no process matches
  );
}

function parsePs(output: string): ProcessInfo[] {
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(-?\d+)\s+(.*)$/.exec(line);
    if (!match) return [];
    return [{ pid: Number(match[1]), uid: Number(match[2]) >>> 0, command: match[3], cwd: null }];
  });
}
