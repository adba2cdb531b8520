import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { clusterName, readPostmasterFile } from './leftover-server.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { runProgram, spawnOptions } from './run-program.js';
import type { ServerAccount } from './server-account.js';
import type { ServerLog } from './server-log.js';

/** Below the ports that Linux (from 32768) and macOS (from 49152) give to outgoing connections. */
const PORTS = { first: 20_000, count: 12_000 };

const PORT_TRIES = 20;

/** Replaying the log of writes after a crash takes as long as it takes; a server that hangs is told by this, ms. */
const START_LIMIT_MS = 120_000;

const POLL_MS = 15;

/** How long a shutdown may take before it is asked for more firmly, ms. */
const FAST_SHUTDOWN_MS = 15_000;
const IMMEDIATE_SHUTDOWN_MS = 6_000;

/** For a laptop: about 50 MB of memory, no helpers that a small database does not need, full durability. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '48MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  // Neither replicas nor archives.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Reads come from the system's cache here; the default keeps three more processes for them.
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  jit: 'off',
  huge_pages: 'off',
  lc_messages: 'C',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Statements and their values may hold personal data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export interface ServerRequest {
  /** Real path of the data directory. */
  data: string;
  account: ServerAccount | null;
  binaries: PostgresBinaries;
  log: ServerLog;
}

/** The port is another program's: try another one. */
export class PortTakenError extends EmbeddedPostgresError {}

/** Processes of a killed server still hold its shared memory: try again. */
export class StillInUseError extends EmbeddedPostgresError {}

/** A running PostgreSQL server that is this process's child. */
export class ServerProcess {
  private readonly killAtExit = (): void => void this.child.kill('SIGINT');

  private constructor(
    private readonly child: ChildProcess,
    private readonly request: ServerRequest,
    readonly port: number,
  ) {
    process.once('exit', this.killAtExit);
    child.once('exit', () => process.off('exit', this.killAtExit));
    child.unref();
  }

  /**
   * Starts the server and waits until it accepts connections.
   * @throws PortTakenError, StillInUseError, or EmbeddedPostgresError quoting its last messages.
   */
  static async start(request: ServerRequest, port: number): Promise<ServerProcess> {
    const { data, account, binaries, log } = request;
    await log.mark();
    const settings = { ...SETTINGS, port: String(port), cluster_name: clusterName(data) };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', data, ...args], {
      ...spawnOptions(account, data),
      stdio: ['ignore', log.fd, log.fd],
    });
    const failed = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`it ended with ${code ?? signal}`));
    });
    const server = new ServerProcess(child, request, port);
    const outcome = await Promise.race([failed, server.ready()]);
    if (outcome === 'ready') return server;
    await server.stop();
    const messages = await log.read();
    if (/could not create any TCP\/IP sockets/.test(messages)) {
      throw new PortTakenError(`port ${port} is taken by another program`);
    }
    const message = `PostgreSQL does not start: ${outcome}: ${await log.quote()}`;
    throw /pre-existing shared memory block/.test(messages)
      ? new StillInUseError(message)
      : new EmbeddedPostgresError(message);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Calls back once when the server ends, also when it has ended already. */
  onEnd(callback: (reason: string) => void): void {
    const tell = (): void => callback(`ended with ${this.child.exitCode ?? this.child.signalCode}`);
    if (this.hasEnded) tell();
    else this.child.once('exit', tell);
  }

  /** Shuts the server down: clients are disconnected, the data brought to disk. Waits for its end. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.child.ref();
    if (process.platform === 'win32') {
      // No signals there; PostgreSQL's own tool knows the way.
      const { binaries, data } = this.request;
      await runProgram(
        binaries.pgCtl,
        ['stop', '-D', data, '-m', 'fast', '-w'],
        spawnOptions(null, data),
      ).catch(() => this.child.kill());
    } else {
      this.child.kill('SIGINT');
    }
    if (await this.endsWithin(FAST_SHUTDOWN_MS)) return;
    this.child.kill('SIGQUIT');
    if (await this.endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
    this.child.kill('SIGKILL');
    if (!this.hasEnded) await once(this.child, 'exit');
  }

  private get hasEnded(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async endsWithin(ms: number): Promise<boolean> {
    if (this.hasEnded) return true;
    const waiting = new AbortController();
    await Promise.race([
      once(this.child, 'exit', { signal: waiting.signal }).catch(() => undefined),
      sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
    return this.hasEnded;
  }

  private async ready(): Promise<string> {
    for (let waited = 0; waited < START_LIMIT_MS; waited += POLL_MS) {
      if (this.hasEnded) return 'it ended';
      const lock = await readPostmasterFile(this.request.data);
      if (lock?.pid === this.child.pid && lock?.status === 'ready') return 'ready';
      await sleep(POLL_MS);
    }
    return `it was not ready within ${START_LIMIT_MS / 1000} s`;
  }
}

/** A loopback port that nobody listens on right now. Somebody may by the time it is used: see PortTakenError. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_TRIES; attempt++) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError(`no free port among ${PORT_TRIES} tried from ${PORTS.first} on`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
