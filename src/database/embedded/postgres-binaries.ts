import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { hasCode } from '../../error-code.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { canReach, type Access, type ServerAccount } from './server-account.js';

/** An unfinished copy this old was left by a process that was killed (copying takes about a second). */
const ABANDONED_COPY_MS = 60 * 60 * 1000;

/** One path of each kind: a package that was unpacked under a strict umask is locked everywhere alike. */
const PROBES: readonly [path: string, access: Access][] = [
  ['bin/postgres', 'run'],
  ['bin/initdb', 'run'],
  ['lib', 'run'],
  ['lib/postgresql', 'run'],
  ['share/postgresql/postgres.bki', 'read'],
];

/** Absolute paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The npm package that holds PostgreSQL for this platform. */
interface BinaryPackage {
  /** Real path of the folder with `bin`, `lib` and `share`. */
  native: string;
  /** PostgreSQL's version with the package's own suffix. */
  version: string;
}

interface CopyHome {
  /** The folder that gets the copy; called only when one is needed. */
  home: () => Promise<string>;
  log: (message: string) => void;
}

/**
 * PostgreSQL's programs, where the account (null: this process's own user) can run them: inside
 * node_modules if it can reach them there and all their shared libraries have their names, else in a
 * copy under `home()`, made once a version.
 * @throws EmbeddedPostgresError when there is no package for this platform.
 */
export async function runnableBinaries(
  account: ServerAccount | null,
  { home, log }: CopyHome,
): Promise<PostgresBinaries> {
  const found = await findPackage();
  const reachable = account === null || (await reaches(found.native, account));
  if (reachable && (await nameLibraries(found.native))) return programsOf(found.native);
  const copy = join(await home(), `postgresql-${found.version}-${process.arch}`);
  if (!(await isComplete(found.native, copy))) {
    log(`copying PostgreSQL's programs to ${copy}`);
    await copyPackage(found.native, copy);
  }
  return programsOf(copy);
}

function programsOf(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

async function findPackage(): Promise<BinaryPackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    const native = await realpath(dirname(dirname(postgres)));
    const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
    return { native, version: (manifest as { version: string }).version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the package ${name} with the embedded PostgreSQL is not installed: ` +
        'install with optional dependencies, or set DATABASE_URL',
      { cause: error },
    );
  }
}

async function reaches(native: string, account: ServerAccount): Promise<boolean> {
  for (const [path, access] of PROBES) {
    if (!(await canReach(join(native, path), account, access))) return false;
  }
  return true;
}

/**
 * npm packages hold no symbolic links, so the package lists the ones its libraries are looked up by and
 * makes them after installation, unless npm was told to run no scripts. Makes those that are missing.
 * @returns false when one is missing and cannot be made here.
 */
async function nameLibraries(native: string): Promise<boolean> {
  for (const { file, points } of await libraryNames(native)) {
    const exists = (): Promise<boolean> =>
      stat(join(native, file)).then(
        () => true,
        () => false,
      );
    if (await exists()) continue;
    await symlink(points, join(native, file)).catch(() => undefined);
    if (!(await exists())) return false;
  }
  return true;
}

/** The links of the package's list: `file` relative to `native`, `points` relative to the file's folder. */
async function libraryNames(native: string): Promise<{ file: string; points: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '[]'; // Windows has none
    throw error;
  });
  return (JSON.parse(list) as { source: string; target: string }[]).map(({ source, target }) => ({
    file: relative('native', target),
    points: relative(dirname(target), source),
  }));
}

/** What a copy consists of; paths relative to the package's `native`. */
interface Inventory {
  folders: string[];
  files: { path: string; size: number; mode: number }[];
  links: { file: string; points: string }[];
}

async function takeInventory(native: string): Promise<Inventory> {
  const links = await libraryNames(native);
  const inventory: Inventory = { folders: [], files: [], links };
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    const path = relative(native, join(entry.parentPath, entry.name));
    // Headers and static libraries serve only to compile against.
    if (path.endsWith('.a') || path.includes('pkgconfig')) continue;
    if (entry.isDirectory()) inventory.folders.push(path);
    if (!entry.isFile()) continue;
    const { size, mode } = await stat(join(native, path));
    inventory.files.push({ path, size, mode: (mode & 0o100) !== 0 ? 0o755 : 0o644 });
  }
  inventory.folders.sort(); // parents first
  return inventory;
}

async function isComplete(native: string, copy: string): Promise<boolean> {
  try {
    const { files, links } = await takeInventory(native);
    for (const { path, size, mode } of files) {
      const found = await lstat(join(copy, path));
      if (!found.isFile() || found.size !== size || (found.mode & mode) !== mode) return false;
    }
    for (const { file, points } of links) {
      if ((await readlink(join(copy, file))) !== points) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies beside the destination and renames, so that nobody ever runs half a copy. */
async function copyPackage(native: string, destination: string): Promise<void> {
  const home = dirname(destination);
  await removeAbandoned(home);
  const { folders, files, links } = await takeInventory(native);
  const draft = join(home, `.${basename(destination)}.${randomBytes(8).toString('hex')}`);
  const makeFolder = async (path: string): Promise<void> => {
    await mkdir(path);
    await chmod(path, 0o755); // the umask may have locked others out
  };
  try {
    await makeFolder(draft);
    for (const path of folders) await makeFolder(join(draft, path));
    for (const { path, mode } of files) {
      await copyFile(join(native, path), join(draft, path), constants.COPYFILE_FICLONE);
      await chmod(join(draft, path), mode);
    }
    for (const { file, points } of links) await symlink(points, join(draft, file));
    await putInPlace(draft, destination, () => isComplete(native, destination));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Renames `draft` to `destination`; what is there gives way unless another process has just completed it. */
async function putInPlace(
  draft: string,
  destination: string,
  complete: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await rename(draft, destination);
      return;
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM')) throw error;
      if (await complete()) return;
      const broken = `${draft}.broken${attempt}`;
      await rename(destination, broken);
      await rm(broken, { recursive: true, force: true });
    }
  }
  throw new EmbeddedPostgresError(`cannot put PostgreSQL's programs into ${destination}`);
}

async function removeAbandoned(home: string): Promise<void> {
  for (const entry of await readdir(home)) {
    if (!entry.startsWith('.postgresql-')) continue;
    const { mtimeMs } = await lstat(join(home, entry));
    if (Date.now() - mtimeMs < ABANDONED_COPY_MS) continue;
    await rm(join(home, entry), { recursive: true, force: true });
  }
}
