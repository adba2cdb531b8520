import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, findAccount } from '../../src/database/embedded/server-account.js';

const PASSWD = `root:x:0:0:root:/root:/bin/bash
toor:x:0:0::/root:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
_www:*:-2:-2::/:/bin/false
`;

describe('findAccount', () => {
  it('takes the first account that the system has', () => {
    expect(findAccount(PASSWD, ['postgres', 'nobody'])).toEqual({ uid: 65534, gid: 65534 });
  });

  it('never takes root under another name', () => {
    expect(findAccount(PASSWD, ['toor'])).toBeNull();
  });

  it('reads negative numbers as the kernel does', () => {
    expect(findAccount(PASSWD, ['_www'])).toEqual({ uid: 4294967294, gid: 4294967294 });
  });

  it('finds nothing in an empty file', () => {
    expect(findAccount('', ['postgres', 'nobody'])).toBeNull();
  });
});

describe('canReach', () => {
  let top: string;
  let file: string;
  let owner: { uid: number; gid: number };
  const stranger = { uid: 4_000_000, gid: 4_000_000 };

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'can-reach-'));
    file = join(top, 'inner', 'file');
    await mkdir(join(top, 'inner'));
    await writeFile(file, '');
    await chmod(top, 0o755);
    await chmod(join(top, 'inner'), 0o755);
    await chmod(file, 0o644);
    owner = await stat(file);
  });

  afterEach(() => rm(top, { recursive: true, force: true }));

  it('lets a stranger read what is open to all', async () => {
    expect(await canReach(file, stranger, 'read')).toBe(true);
    expect(await canReach(file, stranger, 'run')).toBe(false);
  });

  it('stops a stranger at a locked folder anywhere above', async () => {
    await chmod(top, 0o700);
    expect(await canReach(file, stranger, 'read')).toBe(false);
    expect(await canReach(file, owner, 'read')).toBe(true);
  });

  it('sees a locked folder behind a symbolic link', async () => {
    await chmod(join(top, 'inner'), 0o700);
    await symlink(join(top, 'inner'), join(top, 'link'));
    expect(await canReach(join(top, 'link', 'file'), stranger, 'read')).toBe(false);
  });

  it('judges the group by the group’s bits and the owner by the owner’s alone', async () => {
    await chmod(file, 0o040);
    expect(await canReach(file, { uid: stranger.uid, gid: owner.gid }, 'read')).toBe(true);
    expect(await canReach(file, owner, 'read')).toBe(false);
    expect(await canReach(file, stranger, 'read')).toBe(false);
  });

  it('cannot reach what is not there', async () => {
    expect(await canReach(join(top, 'none'), owner, 'enter')).toBe(false);
  });
});
