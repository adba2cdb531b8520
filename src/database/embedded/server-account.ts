import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** The accounts that a root service may run PostgreSQL as, best first. */
const UNPRIVILEGED_ACCOUNTS = ['postgres', '_postgres', 'nobody'];

/** A user of the operating system, as the kernel sees it: no supplementary groups. */
export interface ServerAccount {
  /** 0 .. 2^32-1. */
  uid: number;
  gid: number;
}

/**
 * The account to run PostgreSQL as, which refuses to run as root; null when this process is an ordinary
 * user's and the server simply runs as that user.
 * @throws EmbeddedPostgresError when root finds no unprivileged account.
 */
export async function accountForServer(): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const account = findAccount(passwd, UNPRIVILEGED_ACCOUNTS);
  if (account) return account;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has none of the accounts ${UNPRIVILEGED_ACCOUNTS.join(', ')}: ` +
      'start the service as an ordinary user, or set DATABASE_URL',
  );
}

/** The first of `names` that a passwd(5) file knows and that is not root under another name. */
export function findAccount(passwd: string, names: readonly string[]): ServerAccount | null {
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const fields = accounts.find(([account]) => account === name);
    if (!fields) continue;
    // macOS writes nobody's number as -2.
    const uid = Number(fields[2]) >>> 0;
    const gid = Number(fields[3]) >>> 0;
    if (uid !== 0 && gid !== 0) return { uid, gid };
  }
  return null;
}

/** What an account wants of a path: `enter` a folder, `read` a file or list a folder, `run` a file. */
export type Access = 'enter' | 'read' | 'run';

const ACCESS_BITS: Record<Access, number> = { enter: 0o1, read: 0o4, run: 0o5 };

/**
 * Whether the account can get at `path`: every folder above its real path lets it in, and the path itself
 * allows the access. Told by owners and modes alone: access lists that grant more are not seen, which errs
 * on the side of "no". A path that is not there cannot be reached.
 */
export async function canReach(path: string, account: ServerAccount, access: Access): Promise<boolean> {
  try {
    const target = await realpath(path);
    if (!(await allows(target, account, ACCESS_BITS[access]))) return false;
    for (let folder = target; folder !== dirname(folder);) {
      folder = dirname(folder);
      if (!(await allows(folder, account, ACCESS_BITS.enter))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** The kernel's rule: the owner's bits for the owner, else the group's for the group, else the others'. */
async function allows(path: string, account: ServerAccount, bits: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
