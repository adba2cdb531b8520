import { randomUUID } from 'node:crypto';
import { open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, Logger } from '@nestjs/common';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { mapLimited } from '../concurrency.js';
import { DomainError } from '../domain-error.js';
import { s3Driver, type S3Limits, s3Limits } from './s3-driver.js';

/** Keys handed out at one time, as many as a page of S3 has. */
const batchSize = 1_000;
/** Files on disk looked at at one time. */
const metadataConcurrency = 16;
/** Times that a folder on disk is emptied anew, 0.1 s, 0.2 s and so on later. */
const folderRetries = 5;

/**
 * Pictures on disk or in S3. A key is written once and never overwritten: a picture that changes gets a new
 * key, so that a reader has the old or the new one and never half of one.
 */
@Injectable()
export class FileStore {
  private readonly log = new Logger(FileStore.name);

  /** Prefix of the files that `check` writes; a kill in its midst leaves one. */
  static readonly checkFolder = 'health/';

  /** @param root the folder on disk that holds all files; null in S3, which knows keys alone */
  private constructor(
    private readonly disk: Disk,
    private readonly root: string | null,
  ) {}

  /**
   * @param url `file:<folder>`, or `s3://bucket?endpoint=...&region=...`; the credentials of S3 come from the
   *   AWS SDK's own chain (AWS_ACCESS_KEY_ID ... or the machine's role)
   * @param limits after which S3 is taken to be away
   */
  static async open(url: string, limits: S3Limits = s3Limits): Promise<FileStore> {
    if (url.startsWith('s3:')) return new FileStore(new Disk(await s3Driver(new URL(url), limits)), null);
    const root = url.startsWith('file://') ? fileURLToPath(url) : url.replace(/^file:/, '');
    return new FileStore(new Disk(new FSDriver({ location: root, visibility: 'private' })), root);
  }

  /** A key that was never used, in the packet's or form's folder. */
  static newKey(owner: 'packets' | 'forms', ownerId: string): string {
    return `${FileStore.folderOf(owner, ownerId)}${randomUUID()}`;
  }

  /** Prefix of all files of a packet or form. */
  static folderOf(owner: 'packets' | 'forms', ownerId: string): string {
    return `${owner}/${ownerId}/`;
  }

  /**
   * Once this returns the file outlasts a loss of power, as a committed row does.
   *
   * @throws DomainError UNAVAILABLE
   */
  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    await this.reach('write', key, async () => {
      await this.disk.put(key, bytes, { contentType });
      if (this.root !== null) await bringToDisk(this.root, key);
    });
  }

  /** @throws DomainError UNAVAILABLE, also when the file is not there: its row says that it should be */
  async get(key: string): Promise<Uint8Array> {
    return this.reach('read', key, () => this.disk.getBytes(key));
  }

  /** Deleting what is not there is no error. */
  async delete(key: string): Promise<void> {
    await this.reach('delete', key, () => this.disk.delete(key));
  }

  /**
   * Deletes every file whose key starts with the folder's prefix.
   *
   * @throws DomainError UNAVAILABLE, also when some of them are still there
   */
  async deleteFolder(prefix: string): Promise<void> {
    await this.reach('delete', prefix, async () => {
      if (this.root !== null) {
        // A frame in work may write one more file meanwhile: then the folder is emptied anew.
        await rm(join(this.root, prefix), { recursive: true, force: true, maxRetries: folderRetries });
        return;
      }
      await this.disk.deleteAll(prefix);
      // S3 answers a batch as done and names in the answer what it kept; the driver does not read it.
      const { objects } = await this.disk.listAll(prefix, { recursive: true });
      if ([...objects].length > 0) throw new Error('the store kept some of the files');
    });
  }

  /**
   * Keys under a prefix whose files were last written before `time`, a batch at a time. S3 says when with its listing;
   * on disk each file is looked at.
   */
  async *writtenBefore(time: Date, prefix: string): AsyncGenerator<string[]> {
    let paginationToken: string | undefined;
    do {
      const page = await this.page(prefix, paginationToken);
      const files = [...page.objects].filter((object) => object.isFile);
      for (let start = 0; start < files.length; start += batchSize) {
        const batch = files.slice(start, start + batchSize);
        const ages = await mapLimited(batch, metadataConcurrency, (file) =>
          this.reach('read', file.key, () => file.getMetaData()).catch(() => null),
        );
        yield batch.filter((_, i) => ages[i] && ages[i].lastModified < time).map(({ key }) => key);
      }
      paginationToken = page.paginationToken;
    } while (paginationToken);
  }

  /**
   * Removes folders under a prefix that have been empty since `time`. Deleting a folder's last file leaves it on disk,
   * under the identifier of what is gone.
   */
  async deleteEmptyFolders(prefix: string, time: Date): Promise<void> {
    if (this.root === null) return;
    const parent = join(this.root, prefix);
    for (const name of await readdir(parent).catch(() => [])) {
      const folder = join(parent, name);
      const changed = await stat(folder).catch(() => null);
      // Refused, and rightly, where there is something in it.
      if (changed && changed.mtime < time) await rmdir(folder).catch(() => undefined);
    }
  }

  /** Writes, reads and deletes a small file. @throws DomainError UNAVAILABLE */
  async check(): Promise<void> {
    const key = `${FileStore.checkFolder}${randomUUID()}`;
    await this.put(key, Buffer.from('ok'), 'text/plain');
    await this.get(key);
    await this.delete(key);
  }

  /** A page of the store's listing; on disk it is all of it. */
  private page(prefix: string, paginationToken?: string) {
    return this.reach('list', prefix, () =>
      this.disk.listAll(prefix, { recursive: true, paginationToken }).catch((error: unknown) => {
        if (isMissing(error)) return { objects: [], paginationToken: undefined };
        throw error;
      }),
    );
  }

  private async reach<T>(action: string, key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      this.log.warn({ err: cause, key }, `cannot ${action}`);
      throw new DomainError('UNAVAILABLE', 'The file store is away. Try again.', undefined, { cause });
    }
  }
}

/**
 * Waits until a file's bytes, and its name in each folder down to it, are on disk: the system alone takes up to half a
 * minute.
 */
async function bringToDisk(root: string, key: string): Promise<void> {
  await sync(join(root, key), 'r+');
  // Windows opens no folders, and writes names down by itself.
  if (process.platform === 'win32') return;
  for (let folder = dirname(key); folder !== '.'; folder = dirname(folder))
    await sync(join(root, folder), 'r');
  await sync(root, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags).catch((error: unknown) => {
    // Deleted since, with its packet.
    if (isMissing(error)) return null;
    throw error;
  });
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the store said that the folder is not there, which an empty one on disk is not. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && ('code' in error ? error.code === 'ENOENT' : isMissing(error.cause));
