import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { readSettings } from '../../src/config/settings.js';
import { FrameIntake, roomOfPacket } from '../../src/input-packets/frame-intake.js';
import { FileStore } from '../../src/storage/file-store.js';
import { handmadeTiff } from '../support/hostile-files.js';
import { filesUnder } from '../support/service/stored-state.js';

let folder: string;
let vision: VisionPool;
/** Pages that were decoded to be stored, or failed to be. */
let decoded = 0;
let intake: FrameIntake;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
  vision = new VisionPool({
    threads: 2,
    onTaskDone: (task) => {
      if (task === 'extractPage') decoded++;
    },
  });
  const files = await FileStore.open(`file:${join(folder, 'store')}`);
  intake = new FrameIntake(readSettings({ VISION_THREADS: '2' }), vision, files);
});

afterAll(async () => {
  await vision?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => (decoded = 0));

/** An upload with these bytes. */
async function uploaded(name: string, bytes: Buffer) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, role: null };
}

/** Two pages, of which the first is packed in a way that nobody knows; told when it is decoded. */
function brokenTiff(): Buffer {
  const file = handmadeTiff({ pages: 2 });
  const compression = file.indexOf(Buffer.from([259 & 255, 259 >> 8, 3, 0]));
  file.writeUInt16LE(65_000, compression + 8);
  return file;
}

it('files that give too many frames together are refused before a page of them is decoded', async () => {
  const uploads = [];
  for (const name of ['a', 'b', 'c']) uploads.push(await uploaded(name, handmadeTiff({ pages: 2 })));
  await expect(intake.store('a-packet', uploads, roomOfPacket(5))).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'A packet holds at most 5 frames.',
  });
  expect(decoded).toBe(0);
  expect(await intake.store('a-packet', uploads, roomOfPacket(6))).toHaveLength(6);
});

it('a file that fails ends the others too, be it in the midst of their pages', async () => {
  const pages = 150;
  const uploads = [await uploaded('long', handmadeTiff({ pages })), await uploaded('broken', brokenTiff())];
  const before = await filesUnder(folder, 'store');
  await expect(intake.store('a-packet', uploads, roomOfPacket(200))).rejects.toMatchObject({
    code: 'UNDECODABLE_IMAGE',
    message: expect.stringMatching(/^Frames\[1\]: /) as string,
  });
  expect(decoded).toBeLessThan(pages / 2);
  expect(await filesUnder(folder, 'store')).toEqual(before);
});
