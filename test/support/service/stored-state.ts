import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.js';
import type { ServiceDatabase } from './service-database.js';

/** All that a service keeps: numbers of rows, and files by their path under the data folder. */
export interface StoredState {
  packets: number;
  frames: number;
  identifiers: number;
  forms: number;
  files: string[];
  uploads: string[];
}

export async function storedState(dataDir: string, database: ServiceDatabase): Promise<StoredState> {
  const [rows] = await database.query<Omit<StoredState, 'files' | 'uploads'>>(
    `select (select count(*)::int from input_packets) as packets, (select count(*)::int from frames) as frames,
            (select count(*)::int from identifiers) as identifiers, (select count(*)::int from forms) as forms`,
  );
  return {
    ...rows,
    files: await filesUnder(dataDir, 'files'),
    uploads: await filesUnder(dataDir, 'uploads'),
  };
}

/** Paths of all files in a folder and below it, sorted; none where there is no folder. */
export async function filesUnder(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Runs what is to fail and asserts that it left neither rows nor files. */
export async function leavesNothing(
  dataDir: string,
  database: ServiceDatabase,
  attempt: () => Promise<void>,
): Promise<void> {
  const before = await storedState(dataDir, database);
  await attempt();
  // Uploads go when the answer has gone.
  await until('uploads deleted', async () => (await filesUnder(dataDir, 'uploads')).length === 0);
  expect(await storedState(dataDir, database)).toEqual(before);
}
