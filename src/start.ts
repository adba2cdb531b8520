import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { NestApplicationContext } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Settings } from './config/settings.js';
import { migrate } from './database/data-source.js';
import { isDatabaseAway, turnsUsAway } from './database/database-away.js';
import { EmbeddedPostgres } from './database/embedded-postgres.js';
import { codeOf } from './error-code.js';
import { connectionsOf } from './http/connections.js';

/** The service cannot start for a reason that lies outside of it; the message is the one line to show. */
export class StartError extends Error {}

export interface RunningService {
  /** Where HTTP is answered. */
  url: string;
  /**
   * Finishes the work in hand and stops everything.
   *
   * @param signal why; SIGTERM first leaves balancers time to send requests elsewhere (`STOP_GRACE_SECONDS`)
   */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts what the settings ask for: the embedded database unless there is another, migrations, the
 * application.
 *
 * @param onFatal called when the embedded database is lost for good
 * @throws AlreadyRunningError, EmbeddedPostgresError, StartError
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningService> {
  await mkdir(settings.DATA_DIR, { recursive: true }).catch(explainFolder);
  const embedded = settings.DATABASE_URL ? undefined : await startEmbedded(settings, logger, onFatal);
  try {
    const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
    await migrate(databaseUrl).catch(explainDatabase);
    // Loaded as late as this: its packages take a second, and what cannot start says so before.
    const { createApp } = await import('./application.js');
    const app = await createApp(settings, databaseUrl, logger);
    const closeAfterAnswers = connectionsOf(app.getHttpServer());
    await app.listen(settings.PORT, settings.HOST).catch(async (error: unknown) => {
      await app.close();
      explainListening(error, settings);
    });
    const { port } = app.getHttpServer().address() as AddressInfo;
    const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
    return {
      url: `http://${host}:${port}`,
      stop: async (signal) => {
        closeAfterAnswers();
        // The interface does not name the signal, which terminus looks at: it waits on SIGTERM alone.
        await (app as unknown as NestApplicationContext).close(signal);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function startEmbedded(
  { DATA_DIR: dataDir }: Settings,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  const embedded = await EmbeddedPostgres.start({ dataDir, log: logger });
  embedded.onUnexpectedExit = onFatal;
  return embedded;
}

function explainFolder(error: unknown): never {
  throw new StartError(`cannot use DATA_DIR: ${(error as Error).message}`, { cause: error });
}

/** What a certificate or a socket says that DATABASE_URL names and that is not there for us. */
const missing = /^(ENOENT|ENOTDIR|EISDIR|EACCES)$/;

function explainDatabase(error: unknown): never {
  if (!isDatabaseAway(error) && !turnsUsAway(error) && !missing.test(codeOf(error))) throw error;
  // A name with several addresses fails with an error for each, and none of its own.
  const reason = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  throw new StartError(`cannot use the database: ${reason.message}`, { cause: error });
}

function explainListening(error: unknown, { HOST: host, PORT: port }: Settings): never {
  if (!/^(EADDRINUSE|EADDRNOTAVAIL|EACCES|ENOTFOUND)$/.test(codeOf(error))) throw error;
  const reason = codeOf(error) === 'EADDRINUSE' ? 'it is in use' : codeOf(error);
  throw new StartError(`cannot listen on ${host} port ${port}: ${reason}`, { cause: error });
}
