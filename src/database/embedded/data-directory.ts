import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../error-code.js';
import { createCluster } from './create-cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { stopLeftoverServer } from './leftover-server.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { makeRootOwned } from './root-owned-home.js';
import { canReach, type ServerAccount } from './server-account.js';

/** Major version of PostgreSQL whose data directories the embedded programs read. */
const MAJOR_VERSION = '18';

const DRAFT_PREFIX = '.postgres-new-';

/** A data directory that is there and belongs to the account that will run its server. */
export interface DataDirectory {
  /** Real path. */
  path: string;
  account: ServerAccount | null;
  /** Made just now. */
  isNew: boolean;
}

export interface DataDirectoryRequest {
  /** Real path of the service's data folder. */
  dataDir: string;
  /** Who runs the server of a new directory; null for this process's own user. */
  account: ServerAccount | null;
  /** The root-owned folder that the account can reach; called only when `dataDir` is locked to it. */
  home: (account: ServerAccount) => Promise<string>;
  /** Programs that the account can run; called only for a new directory. */
  binariesFor: (account: ServerAccount | null) => Promise<PostgresBinaries>;
  /** Of the role `packets` in a new directory. */
  password: string;
  log: (message: string) => void;
}

/**
 * The database's data directory `<dataDir>/postgres`: the one that is there, or a new one, which appears
 * only when it is complete and on disk.
 *
 * Where root's server account cannot reach `dataDir`, `postgres` is a symbolic link to
 * `<home>/data/<unguessable name>`, so that whoever deletes `dataDir` and starts anew gets an empty
 * database. Beside that directory a file `<name>.owner` holds the path of the data folder it belongs to,
 * by which a copied data folder, whose link leads to the original's database, is refused.
 * @throws EmbeddedPostgresError when what is there cannot be used.
 */
export async function openDataDirectory(request: DataDirectoryRequest): Promise<DataDirectory> {
  const { dataDir, account } = request;
  const entry = join(dataDir, 'postgres');
  const found = await lstat(entry).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (found?.isSymbolicLink()) return useExisting(await followLink(dataDir, entry), account);
  if (found && !(await isEmptyFolder(entry))) return useExisting(entry, account);
  // A server's own files are its account's; the folder above them stays ours.
  if (account === null || (await canReach(dataDir, account, 'enter'))) {
    await createWhole(entry, request);
    return { path: entry, account, isNew: true };
  }
  return { path: await createElsewhere(entry, account, request), account, isNew: true };
}

/**
 * Deletes the database of a data folder, also where it lies elsewhere. Its server must not run.
 * Nothing happens when there is none.
 */
export async function removeDataDirectory(dataDir: string): Promise<void> {
  const entry = join(dataDir, 'postgres');
  const found = await lstat(entry).catch(() => null);
  if (!found) return;
  if (found.isSymbolicLink()) {
    const target = await followLink(await realpath(dataDir), entry);
    await rm(target, { recursive: true, force: true });
    await rm(ownerFile(target), { force: true });
  }
  await rm(entry, { recursive: true, force: true });
}

async function useExisting(path: string, account: ServerAccount | null): Promise<DataDirectory> {
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw new EmbeddedPostgresError(`the database in ${path} cannot be read by this user`, { cause: error });
  });
  if (version === null) throw new EmbeddedPostgresError(`${path} is not a PostgreSQL data directory`);
  if (version.trim() !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `the database in ${path} is of PostgreSQL ${version.trim()}, not ${MAJOR_VERSION}: dump it there and load it here`,
    );
  }
  const { uid, gid } = await stat(path);
  if (account === null) {
    if (process.getuid !== undefined && uid !== process.getuid()) {
      throw new EmbeddedPostgresError(`the database in ${path} belongs to uid ${uid}: start as that user`);
    }
    return { path, account, isNew: false };
  }
  // Made by another account (an ordinary user's service now started by root): it stays with that one.
  if (uid === 0) throw new EmbeddedPostgresError(`${path} belongs to root: give it to uid ${account.uid}`);
  const owner = { uid, gid };
  if (!(await canReach(path, owner, 'enter'))) {
    throw new EmbeddedPostgresError(
      `the database in ${path} belongs to uid ${uid}, which cannot reach it there: ` +
        'move it back, or open the folders above it',
    );
  }
  return { path, account: owner, isNew: false };
}

/** The real data directory behind the link, made sure to be this data folder's own. */
async function followLink(dataDir: string, entry: string): Promise<string> {
  const target = await realpath(entry).catch(() => null);
  if (target === null) {
    throw new EmbeddedPostgresError(
      `the database behind ${entry} is gone (${await readlink(entry)}): ` +
        'bring it back, or delete the link to begin with an empty one',
    );
  }
  const note = await readFile(ownerFile(target), 'utf8').catch(() => null);
  if (note === null || note === dataDir) return target;
  const original = await realpath(join(note, 'postgres')).catch(() => null);
  if (original === target) {
    throw new EmbeddedPostgresError(
      `${entry} leads to the database of ${note}, which ${dataDir} seems to be a copy of: ` +
        'a database lies outside its data folder here; dump and load it instead',
    );
  }
  await writeFile(ownerFile(target), dataDir, { mode: 0o600 }); // the folder was moved
  return target;
}

function ownerFile(target: string): string {
  return `${target}.owner`;
}

async function createElsewhere(
  entry: string,
  account: ServerAccount,
  request: DataDirectoryRequest,
): Promise<string> {
  const databases = join(await request.home(account), 'data');
  await makeRootOwned(databases, 0o711); // to be passed through, not listed
  if (!(await canReach(databases, account, 'enter'))) {
    throw new EmbeddedPostgresError(`${databases} is locked to uid ${account.uid}`);
  }
  await reportAbandoned(databases, request);
  const target = join(databases, randomBytes(16).toString('hex'));
  await writeFile(ownerFile(target), request.dataDir, { mode: 0o600, flag: 'wx' });
  await createWhole(target, request);
  await rm(entry, { recursive: true, force: true }); // an empty folder at most
  await symlink(target, entry);
  await flush(dirname(entry));
  return target;
}

/**
 * Deleting a data folder leaves its database here, and its server too if that was not stopped. Which of the
 * databases are still wanted is not ours to decide.
 */
async function reportAbandoned(databases: string, { dataDir, log }: DataDirectoryRequest): Promise<void> {
  for (const file of await readdir(databases)) {
    if (!file.endsWith('.owner')) continue;
    const note = await readFile(join(databases, file), 'utf8').catch(() => null);
    if (note !== dataDir) continue;
    const target = join(databases, basename(file, '.owner'));
    await stopLeftoverServer(target, log);
    log(`${dataDir} had another database once, in ${target}: delete it if you do not want it any more`);
  }
}

/** Makes a data directory under a draft's name and renames it: `path` is complete or not there at all. */
async function createWhole(
  path: string,
  { dataDir, account, binariesFor, password }: DataDirectoryRequest,
): Promise<void> {
  const parent = dirname(path);
  const binaries = await binariesFor(account);
  // Drafts are named after their data folder's inode: other services draft in the same root-owned place.
  const prefix = `${DRAFT_PREFIX}${(await stat(dataDir)).ino}-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    // Its initdb may still be at work when the service was killed a moment ago.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  const draft = join(parent, prefix + randomBytes(8).toString('hex'));
  await mkdir(draft, { mode: 0o700 });
  try {
    if (account) await chown(draft, account.uid, account.gid);
    await createCluster({ data: draft, account, binaries, password });
    await rename(draft, path);
    await flush(parent);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function isEmptyFolder(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length === 0,
    () => false,
  );
}

/** Makes a folder's entries survive a power failure. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
