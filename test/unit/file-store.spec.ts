import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { FileStore } from '../../src/storage/file-store.js';

// Files that lose their folder are warned of.
Logger.overrideLogger(false);

let root: string;
let handles: FileHandle;
let original: FileHandle['sync'];
/** Inodes of what has been brought to disk, in order. */
let synced: number[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'file-store-'));
  const handle = await open(root, 'r');
  handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  original = handles.sync;
  synced = [];
  handles.sync = async function (this: FileHandle) {
    await original.call(this);
    synced.push((await this.stat()).ino);
  };
});

afterEach(async () => {
  handles.sync = original;
  await rm(root, { recursive: true, force: true });
});

describe('a file written on disk', () => {
  it('is brought there before its row may speak of it, its name in each new folder too', async () => {
    const store = await FileStore.open(`file:${root}`);
    const key = FileStore.newKey('packets', 'a-packet');
    await store.put(key, Buffer.from('a picture'), 'image/png');
    const paths = [join(root, key), join(root, 'packets', 'a-packet'), join(root, 'packets'), root];
    expect(synced).toEqual(await Promise.all(paths.map(async (path) => (await stat(path)).ino)));
    expect(Buffer.from(await store.get(key)).toString()).toBe('a picture');
  });
});

describe('a folder on disk', () => {
  it('is deleted, though files are being written into it', async () => {
    const store = await FileStore.open(`file:${root}`);
    for (let round = 0; round < 25; round++) {
      const packet = `packet-${round}`;
      const write = () => store.put(FileStore.newKey('packets', packet), Buffer.from('x'), 'text/plain');
      for (let k = 0; k < 20; k++) await write();
      let isWriting = true;
      const writer = (async () => {
        // The folder may be gone between making it and writing into it.
        while (isWriting) await write().catch(() => undefined);
      })();
      await setTimeout(2);
      await store.deleteFolder(FileStore.folderOf('packets', packet)).finally(() => (isWriting = false));
      await writer;
      await store.deleteFolder(FileStore.folderOf('packets', packet));
    }
    expect(await readdir(join(root, 'packets'))).toEqual([]);
  });
});

describe('old files on disk', () => {
  it('are told a thousand at a time, without the young ones', async () => {
    const store = await FileStore.open(`file:${root}`);
    const keys = Array.from({ length: 2_500 }, (_, k) => `packets/packet-${k % 10}/${k}`);
    for (let k = 0; k < 10; k++) await mkdir(join(root, `packets/packet-${k}`), { recursive: true });
    const [time, before] = [new Date(2020, 1), new Date(2020, 0)];
    for (const key of keys) {
      await writeFile(join(root, key), '');
      await utimes(join(root, key), before, before);
    }
    await store.put('packets/packet-0/young', Buffer.from('x'), 'text/plain');
    const batches: string[][] = [];
    for await (const batch of store.writtenBefore(time, 'packets/')) batches.push(batch);
    expect(batches.flat().sort()).toEqual(keys.sort());
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
  });

  it('are none where there is no folder', async () => {
    const store = await FileStore.open(`file:${root}`);
    for await (const batch of store.writtenBefore(new Date(), 'packets/')) expect(batch).toEqual([]);
  });
});
