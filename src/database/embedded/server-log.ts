import { copyFile, open, rename, stat, truncate, type FileHandle } from 'node:fs/promises';
import { hasCode } from '../../error-code.js';
import { lastLines } from './run-program.js';

/** Size at which a log becomes the previous one, bytes: two of them are kept. */
const LOG_LIMIT = 1024 * 1024;

/** How often a running server's log is measured, ms. */
const MEASURE_EVERY_MS = 60_000;

/** How much of the end of a log is read for an error, bytes. */
const QUOTED_BYTES = 4096;

/**
 * The file that the server writes its messages to by itself, so that it neither stalls nor dies with the
 * service. Bounded to two times 1 MiB while the service runs.
 */
export class ServerLog {
  /** Size of the file when the current start began: only what comes after is quoted. */
  private begin = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly timer: NodeJS.Timeout,
  ) {}

  static async open(path: string): Promise<ServerLog> {
    const { size } = await stat(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return { size: 0 };
      throw error;
    });
    if (size > LOG_LIMIT) await rename(path, `${path}.1`);
    // Appending, the server goes on at the new end after the file was cut.
    const handle = await open(path, 'a', 0o600);
    const timer = setInterval(() => void ServerLog.bound(path), MEASURE_EVERY_MS).unref();
    return new ServerLog(path, handle, timer);
  }

  /** For the server's stdout and stderr. */
  get fd(): number {
    return this.handle.fd;
  }

  /** Begins a start: `quote` tells only what follows. */
  async mark(): Promise<void> {
    this.begin = (await this.handle.stat()).size;
  }

  /** The last lines since `mark`, in one line. */
  async quote(): Promise<string> {
    return lastLines(await this.read());
  }

  /** What was written since `mark`, its last 4 KiB. */
  async read(): Promise<string> {
    const reader = await open(this.path, 'r').catch(() => null);
    if (!reader) return ''; // deleted together with its folder
    try {
      const { size } = await reader.stat();
      const from = Math.max(this.begin, size - QUOTED_BYTES);
      const { buffer, bytesRead } = await reader.read(Buffer.alloc(QUOTED_BYTES), 0, QUOTED_BYTES, from);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await reader.close();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.handle.close();
  }

  private static async bound(path: string): Promise<void> {
    try {
      if ((await stat(path)).size <= LOG_LIMIT) return;
      await copyFile(path, `${path}.1`);
      await truncate(path);
    } catch {
      // A log that cannot be cut now (disk full, folder deleted) is measured again in a minute.
    }
  }
}
