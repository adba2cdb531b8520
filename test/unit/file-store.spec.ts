import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '../../src/storage/file-store.js';

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
    const store = FileStore.open(`file:${root}`);
    const key = FileStore.newKey('packets', 'a-packet');
    await store.put(key, Buffer.from('a picture'), 'image/png');
    const paths = [join(root, key), join(root, 'packets', 'a-packet'), join(root, 'packets'), root];
    expect(synced).toEqual(await Promise.all(paths.map(async (path) => (await stat(path)).ino)));
    expect(Buffer.from(await store.get(key)).toString()).toBe('a picture');
  });
});
