import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/database/data-source.js';
import { EmbeddedPostgres } from '../../../src/database/embedded-postgres.js';
import { DATABASE_SERVER } from './database-server.js';
import { noLog } from './no-log.js';
import { SERVICE_KEEPER, ServiceKeeper } from './service-keeper.js';

/**
 * Starts what the specs of a test run share, jest's `globalSetup`: a PostgreSQL server, which takes a service longer to
 * make than all the rest of its start, and the keeper of services. Specs about the embedded database have one all the
 * same.
 */
export default async function startTestRun(): Promise<void> {
  const keeper = await ServiceKeeper.start();
  const dataDir = await mkdtemp(join(tmpdir(), 'packets-test-run-'));
  const server = await EmbeddedPostgres.start({
    dataDir,
    log: noLog,
  });
  endTestRun = async () => {
    await keeper.stop();
    await server.stop();
    await EmbeddedPostgres.remove(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  // A run that is broken off has no teardown, and neither the server nor a service ends with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void endTestRun().finally(() => process.kill(process.pid, signal)));
  await migrate(server.url);
  process.env[DATABASE_SERVER] = server.url;
  process.env[SERVICE_KEEPER] = keeper.url;
}

/** Jest calls `globalTeardown` in the same process. */
export let endTestRun: () => Promise<void> = () => Promise.resolve();
