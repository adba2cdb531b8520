import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { lastLines, runProgram, spawnOptions } from './run-program.js';
import type { ServerAccount } from './server-account.js';

/** The service's role: owner of its database, not a superuser. */
export const ROLE = 'packets';
export const DATABASE = 'packets';

/**
 * Only the service's role, only over loopback, only with its password. The superuser has no password and
 * no way in but PostgreSQL's single-user mode, which is open to the owner of the files.
 */
const ACCESS_RULES = `# TYPE DATABASE USER ADDRESS METHOD
host all ${ROLE} 127.0.0.1/32 scram-sha-256
`;

export interface ClusterRequest {
  /** An empty folder that belongs to the account. */
  data: string;
  account: ServerAccount | null;
  binaries: PostgresBinaries;
  /** Hexadecimal digits. */
  password: string;
}

/**
 * Fills an empty folder with a database cluster that holds the service's role and database, and brings it
 * to disk, once and at the end (0.7 s in all on an idle 2-core machine). Its locale is PostgreSQL's own
 * C.UTF-8, equal on every system.
 */
export async function createCluster({ data, account, binaries, password }: ClusterRequest): Promise<void> {
  const options = spawnOptions(account, data);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const initdb = ['-D', data, '--username=postgres', '--auth=reject', ...locale];
  await runProgram(binaries.initdb, [...initdb, '--no-sync', '--no-instructions'], options);
  const rules = join(data, 'pg_hba.conf');
  await writeFile(rules, ACCESS_RULES, { mode: 0o600 });
  if (account) await chown(rules, account.uid, account.gid);
  await runSingleUser({ data, account, binaries }, [
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
  ]);
  await runProgram(binaries.initdb, ['--sync-only', '-D', data], options);
}

/** Gives the service's role a new password. The server must not run. */
export async function resetPassword({ password, ...cluster }: ClusterRequest): Promise<void> {
  await runSingleUser(cluster, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`]);
}

/** Runs statements, one a line, as superuser without a server. They appear in no log. */
async function runSingleUser(
  { data, account, binaries }: Omit<ClusterRequest, 'password'>,
  statements: readonly string[],
): Promise<void> {
  const settings = ['-c', 'log_min_error_statement=panic', '-c', 'log_checkpoints=off'];
  const args = ['--single', '-D', data, ...settings, 'template1'];
  const input = statements.map((statement) => `${statement}\n`).join('');
  const output = await runProgram(binaries.postgres, args, spawnOptions(account, data), input);
  // Single-user mode exits with 0 whatever became of the statements.
  if (/\b(ERROR|FATAL|PANIC):/.test(output)) {
    throw new EmbeddedPostgresError(`cannot set up the database: ${lastLines(output)}`);
  }
}
