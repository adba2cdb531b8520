import { access, chmod, constants, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../error-code.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { canReach, type ServerAccount } from './server-account.js';

/** Where a root service keeps what its unprivileged server cannot reach elsewhere, best first. None is swept. */
export const ROOT_OWNED_PLACES: readonly string[] = ['/var/lib', '/opt', '/srv'].map((parent) =>
  join(parent, 'input-packet-service'),
);

/**
 * The first of `places` that root owns, that only root can write to, and that the account can enter; made
 * if its parent folder is there.
 * @throws EmbeddedPostgresError naming each place and what is wrong with it.
 */
export async function rootOwnedHome(account: ServerAccount, places: readonly string[]): Promise<string> {
  const refusals: string[] = [];
  for (const place of places) {
    const refusal = await unfit(place, account);
    if (refusal === null) return place;
    refusals.push(`${place}: ${refusal}`);
  }
  throw new EmbeddedPostgresError(
    `no folder that uid ${account.uid}, which runs PostgreSQL for root, can reach (${refusals.join('; ')}): ` +
      'set DATA_DIR to a folder without locked folders above it, or set DATABASE_URL',
  );
}

/** Makes a folder that only root writes to, open to others by `mode`; one that is there is kept as it is. */
export async function makeRootOwned(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
    await chmod(folder, mode); // the umask may have taken bits away
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const found = await lstat(folder);
  // Who could write here could exchange the programs and data that are run and read from here.
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error('not a folder that only root can write to');
  }
}

async function unfit(place: string, account: ServerAccount): Promise<string | null> {
  try {
    await makeRootOwned(place, 0o755);
    await access(place, constants.W_OK);
    return (await canReach(place, account, 'enter')) ? null : 'locked to that account';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
