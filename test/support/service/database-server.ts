import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * The variable in which a test run's processes find its PostgreSQL server (see `test-run.setup.ts`): the URL of
 * a migrated database, of which new ones are copies.
 */
export const DATABASE_SERVER = 'TEST_DATABASE_URL';

/** Whether this process is of a test run. */
export const hasDatabaseServer = (): boolean => process.env[DATABASE_SERVER] !== undefined;

/** A new database on the run's server, as a service has it after its first start, or with nothing in it. */
export async function createDatabase({ isEmpty = false } = {}): Promise<string> {
  const template = process.env[DATABASE_SERVER];
  if (!template) throw new Error('no test run, no server');
  const url = new URL(template);
  const name = `packets_${randomUUID().replaceAll('-', '')}`;
  const source = isEmpty ? 'template0' : url.pathname.slice(1);
  await administer(template, `create database ${name} template ${source}`);
  url.pathname = name;
  return url.href;
}

/**
 * Deletes such a database, whoever still uses it. Not by `with (force)`: that ends the server's own sessions too, and
 * may not where the server happens to vacuum there; without it, the server stops its vacuuming and waits 5 s for
 * sessions that are told to end.
 */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    `drop database if exists ${name}`,
  );
}

/** Runs statements on a database beside the ones they are about, which nobody may use meanwhile. */
async function administer(server: string, ...statements: string[]): Promise<void> {
  const beside = new URL(server);
  beside.pathname = 'postgres';
  const client = new pg.Client({ connectionString: beside.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
