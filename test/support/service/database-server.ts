import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * The variable in which a test run's processes find its PostgreSQL server (see `database-server.setup.ts`): the URL of
 * a migrated database, of which new ones are copies.
 */
export const DATABASE_SERVER = 'TEST_DATABASE_URL';

/** Whether this process is of a test run. */
export const hasDatabaseServer = (): boolean => process.env[DATABASE_SERVER] !== undefined;

/** A new database on the run's server, as a service has it after its first start. */
export async function createDatabase(): Promise<string> {
  const template = process.env[DATABASE_SERVER];
  if (!template) throw new Error('no test run, no server');
  const url = new URL(template);
  const name = `packets_${randomUUID().replaceAll('-', '')}`;
  await administer(template, `create database ${name} template ${url.pathname.slice(1)}`);
  url.pathname = name;
  return url.href;
}

/** Deletes such a database, whoever still uses it. */
export async function dropDatabase(url: string): Promise<void> {
  await administer(url, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Runs a statement on a database beside the ones it is about, which nobody may use meanwhile. */
async function administer(server: string, statement: string): Promise<void> {
  const beside = new URL(server);
  beside.pathname = 'postgres';
  const client = new pg.Client({ connectionString: beside.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
