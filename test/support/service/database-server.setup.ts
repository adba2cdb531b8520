import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/database/data-source.js';
import { EmbeddedPostgres } from '../../../src/database/embedded-postgres.js';
import { DATABASE_SERVER } from './database-server.js';
import { noLog } from './no-log.js';

/**
 * Starts a PostgreSQL server for the whole test run, jest's `globalSetup`: a server of its own takes a service longer
 * to make than all the rest of its start. Specs about the embedded database have one all the same.
 */
export default async function startDatabaseServer(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'packets-test-run-'));
  const server = await EmbeddedPostgres.start({
    dataDir,
    log: noLog,
  });
  stopServer = async () => {
    await server.stop();
    await EmbeddedPostgres.remove(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  // A run that is broken off has no teardown, and the server does not end with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopServer().finally(() => process.kill(process.pid, signal)));
  await migrate(server.url);
  process.env[DATABASE_SERVER] = server.url;
}

/** Jest calls `globalTeardown` in the same process. */
export let stopServer: () => Promise<void> = () => Promise.resolve();
