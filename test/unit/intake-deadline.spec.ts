import 'reflect-metadata';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { readSettings } from '../../src/config/settings.js';
import { FormLibrary } from '../../src/forms/form-library.js';
import { RegisterFormCommand, RegisterFormHandler } from '../../src/forms/register-form.command.js';
import { SamePages } from '../../src/forms/same-pages.js';
import { FrameIntake, roomOfPacket } from '../../src/input-packets/frame-intake.js';
import { FileStore } from '../../src/storage/file-store.js';
import { filesUnder } from '../support/service/stored-state.js';
import { handmadeTiff } from '../support/hostile-files.js';

/** Longer than files may be taken in. */
const longMs = 31 * 60_000;
const settings = readSettings({ VISION_THREADS: '1' });
const { now } = performance;

let folder: string;
let vision: VisionPool;
let files: FileStore;
/** An upload of three pages. */
let upload: string;
/** One of a single page. */
let onePage: string;
/** How many files had been stored when the time was over. */
let storedInTime: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
  upload = join(folder, 'upload');
  onePage = join(folder, 'one-page');
  await writeFile(upload, handmadeTiff({ pages: 3 }));
  await writeFile(onePage, handmadeTiff({ pages: 1 }));
  vision = new VisionPool({ threads: 1 });
  files = await FileStore.open(`file:${join(folder, 'store')}`);
});

afterAll(async () => {
  await vision?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  storedInTime = 0;
  // The time is over as soon as the first page is stored.
  performance.now = () => now.call(performance) + (anyStored() ? longMs : 0);
});

afterEach(() => (performance.now = now));

function anyStored(): boolean {
  const store = join(folder, 'store');
  if (!existsSync(store)) return false;
  const entries = readdirSync(store, { recursive: true, withFileTypes: true });
  const stored = entries.filter((entry) => entry.isFile()).length;
  storedInTime = Math.max(storedInTime, stored);
  return stored > 0;
}

/** It ends with a code that callers know, and nothing is left of the page that was stored. */
async function expectGivenUp(intake: Promise<unknown>): Promise<void> {
  await expect(intake).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/30 minutes/) as string,
  });
  expect(storedInTime).toBe(1);
  expect(await filesUnder(folder, 'store')).toEqual([]);
}

function takeInFrames(path: string): Promise<unknown> {
  const intake = new FrameIntake(settings, vision, files);
  return intake.store('a-packet', [{ path, role: null }], roomOfPacket(10));
}

function registerForm(path: string): Promise<unknown> {
  // No row is ever asked for: what fails, fails before.
  const database = new DataSource({ type: 'postgres' });
  const same = new SamePages(settings, new FormLibrary(database), vision, files);
  const forms = new RegisterFormHandler(database, settings, vision, files, same);
  return forms.execute(new RegisterFormCommand('A form', [path], null));
}

it('frames that take too long to take in are given up before the sweep meets their files', async () => {
  await expectGivenUp(takeInFrames(upload));
});

it('so are the pages of a form', async () => {
  await expectGivenUp(registerForm(upload));
});

it('the last page is no exception: its row would be written when the sweep may have met the others', async () => {
  await expectGivenUp(takeInFrames(onePage));
  await expectGivenUp(registerForm(onePage));
});
