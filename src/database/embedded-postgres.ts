import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ServiceLock } from '../config/service-lock.js';
import { hasCode } from '../error-code.js';
import { DATABASE, ROLE, resetPassword } from './embedded/create-cluster.js';
import { openDataDirectory, removeDataDirectory } from './embedded/data-directory.js';
import { EmbeddedPostgresError } from './embedded/embedded-postgres.error.js';
import { stopLeftoverServer } from './embedded/leftover-server.js';
import { runnableBinaries, type PostgresBinaries } from './embedded/postgres-binaries.js';
import { ROOT_OWNED_PLACES, rootOwnedHome } from './embedded/root-owned-home.js';
import { accountForServer, type ServerAccount } from './embedded/server-account.js';
import { ServerLog } from './embedded/server-log.js';
import {
  freePort,
  PortTakenError,
  ServerProcess,
  StillInUseError,
  type ServerRequest,
} from './embedded/server-process.js';

/** A server that ends more often than this within a minute is given up. */
const MAX_RESTARTS_A_MINUTE = 5;

/** Pause before the first restart of a row, ms; doubled with each further one within the minute. */
const RESTART_PAUSE_MS = 100;

/** Starts that meet a taken port or shared memory still held are repeated this often ... */
const START_TRIES = 10;

/** ... after this pause, ms. */
const RETRY_PAUSE_MS = 300;

/** Where the embedded server reports what it does; a pino logger fits. */
export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** The service's data folder; made if it is not there. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Where root keeps programs and data that its server's account cannot reach in place, best first. */
  rootOwnedPlaces?: readonly string[];
}

/**
 * A PostgreSQL server of the service's own: programs from npm, data under the data folder, loopback only,
 * a random password made once, durable settings for a laptop.
 *
 * A service started by root runs it as an unprivileged account (`postgres`, else `nobody`), with programs
 * and data in a root-owned folder where that account can reach them if it cannot in place; then
 * `<dataDir>/postgres` is a link to the data. What an earlier run left behind (a running server, stale
 * locks, a half-made data directory) is put right at the start. A server that dies is restarted on its
 * port. One process at a time uses a data folder's server; the folder holds besides `postgres-password`
 * (mode 0600), `postgres.log` and `postgres.lock.<n>`.
 */
export class EmbeddedPostgres {
  /**
   * Called once with the reason when the server has died and cannot be kept running (more than five times
   * within a minute, or it does not start again). The database is away from then on.
   */
  onUnexpectedExit: ((error: EmbeddedPostgresError) => void) | undefined;

  private stopping = false;
  private stopped: Promise<void> | undefined;
  private restarting: Promise<void> = Promise.resolve();
  /** When the server was restarted within the last minute, ms of the monotonic clock. */
  private restarts: number[] = [];

  private constructor(
    private server: ServerProcess,
    private readonly request: ServerRequest,
    private readonly password: string,
    private readonly lock: ServiceLock,
    private readonly log: EmbeddedPostgresLog,
  ) {
    this.watch();
  }

  /**
   * Starts the server, on first use with a new and empty database; returns when it answers.
   * About 1 s the first time, 0.2 s later (2 cores).
   * @throws AlreadyRunningError when another living process runs this folder's server;
   *   EmbeddedPostgresError, in one line, when it cannot run.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { log } = options;
    const lock = await ServiceLock.acquire(options.dataDir, 'postgres').catch((error: unknown) => {
      throw explain(error);
    });
    let serverLog: ServerLog | undefined;
    try {
      const dataDir = await realpath(options.dataDir);
      serverLog = await ServerLog.open(join(dataDir, 'postgres.log'));
      const { request, password } = await prepare(dataDir, serverLog, options);
      const server = await startServer(request, log);
      await answers(urlOf(server.port, password)).catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      return new EmbeddedPostgres(server, request, password, lock, log);
    } catch (error) {
      await serverLog?.close();
      await lock.release();
      throw explain(error);
    }
  }

  /**
   * Deletes the database of a data folder, also where root keeps it elsewhere (deleting the folder alone
   * would leave it there). A server that runs on it without its service is stopped.
   * @throws AlreadyRunningError when a living process runs it.
   */
  static async remove(dataDir: string): Promise<void> {
    const lock = await ServiceLock.acquire(dataDir, 'postgres');
    try {
      const data = await realpath(join(dataDir, 'postgres')).catch(() => null);
      if (data !== null) await stopLeftoverServer(data, () => undefined);
      await removeDataDirectory(dataDir);
    } finally {
      await lock.release();
    }
  }

  /** `postgres://packets:<password>@127.0.0.1:<port>/packets`; stays the same for the life of this object. */
  get url(): string {
    return urlOf(this.server.port, this.password);
  }

  /** Process id of the server; another one after a restart. */
  get pid(): number | undefined {
    return this.server.pid;
  }

  /** Shuts the server down, disconnecting clients; returns when all is on disk and it has ended. */
  stop(): Promise<void> {
    this.stopped ??= this.shutDown();
    return this.stopped;
  }

  private async shutDown(): Promise<void> {
    this.stopping = true;
    await this.restarting;
    await this.server.stop();
    await this.request.log.close();
    await this.lock.release();
  }

  private watch(): void {
    this.server.onEnd((reason) => {
      if (!this.stopping) this.restarting = this.restart(reason);
    });
  }

  /** Never rejects: what cannot be mended is told to `onUnexpectedExit`. */
  private async restart(reason: string): Promise<void> {
    const now = performance.now();
    this.restarts = [...this.restarts.filter((time) => now - time < 60_000), now];
    if (this.restarts.length > MAX_RESTARTS_A_MINUTE) {
      const last = await this.request.log.quote();
      return this.giveUp(
        `PostgreSQL died ${this.restarts.length} times within a minute; last it ${reason}: ${last}`,
      );
    }
    this.log.warn(`PostgreSQL ${reason}; starting it again`);
    await sleep(RESTART_PAUSE_MS * 2 ** (this.restarts.length - 1));
    if (this.stopping) return;
    try {
      this.server = await startServer(this.request, this.log, this.server.port);
      this.watch();
    } catch (error) {
      this.giveUp(`PostgreSQL ${reason} and does not come back: ${messageOf(error)}`);
    }
  }

  private giveUp(message: string): void {
    this.log.warn(message);
    this.onUnexpectedExit?.(new EmbeddedPostgresError(message));
  }
}

/**
 * Finds programs and data, and brings the data into the state in which a server can be started on it.
 * The password is kept in its file; one that is missing is made anew and given to the database before it is
 * written, so that a crash in between leaves no file that the database does not know.
 */
async function prepare(
  dataDir: string,
  serverLog: ServerLog,
  { log, rootOwnedPlaces = ROOT_OWNED_PLACES }: EmbeddedPostgresOptions,
): Promise<{ request: ServerRequest; password: string }> {
  const inform = (message: string): void => log.info(message);
  const home = async (account: ServerAccount | null): Promise<string> => {
    if (account) return rootOwnedHome(account, rootOwnedPlaces);
    const own = join(dataDir, 'postgres-programs');
    await mkdir(own, { recursive: true });
    return own;
  };
  const binariesFor = (account: ServerAccount | null): Promise<PostgresBinaries> =>
    runnableBinaries(account, { home: () => home(account), log: inform });
  const passwordFile = join(dataDir, 'postgres-password');
  const kept = await keptPassword(passwordFile);
  const password = kept ?? randomBytes(24).toString('hex');
  const account = await accountForServer();
  const data = await openDataDirectory({ dataDir, account, home, binariesFor, password, log: inform });
  const request = {
    data: data.path,
    account: data.account,
    binaries: await binariesFor(data.account),
    log: serverLog,
  };
  await stopLeftoverServer(data.path, inform);
  if (kept === null) {
    if (!data.isNew) await resetPassword({ ...request, password });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  }
  return { request, password };
}

/** Starts the server on the given port, else on a free one; waits for what a killed one still holds. */
async function startServer(
  request: ServerRequest,
  log: EmbeddedPostgresLog,
  fixedPort?: number,
): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    await stopLeftoverServer(request.data, (message) => log.info(message));
    try {
      return await ServerProcess.start(request, fixedPort ?? (await freePort()));
    } catch (error) {
      const mayPass = error instanceof PortTakenError || error instanceof StillInUseError;
      if (!mayPass || attempt === START_TRIES) throw error;
      log.info(`${error.message}; trying again`);
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

/** The password in the file; null when there is no file, or one that a crash left half-written. */
async function keptPassword(file: string): Promise<string | null> {
  try {
    const password = (await readFile(file, 'utf8')).trim();
    return /^[0-9a-f]{48}$/.test(password) ? password : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

async function answers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    throw new EmbeddedPostgresError(`PostgreSQL runs but does not let us in: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Says in one line what to do about files of another user, the usual reason for a refusal by the system. */
function explain(error: unknown): unknown {
  if (!hasCode(error, 'EACCES', 'EPERM')) return error;
  const message = `${messageOf(error)}: start as the user who made it, or give it to this one`;
  return new EmbeddedPostgresError(message, { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
