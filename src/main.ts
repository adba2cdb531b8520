import 'reflect-metadata';
import { config } from 'dotenv';
import { readSettings, SettingsError } from './config/settings.js';
import { AlreadyRunningError } from './config/service-lock.js';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres.error.js';
import { createLogger } from './operations/pino-logger.js';
import { StartError, startService } from './start.js';

/** A stop that takes longer is given up; what was in hand goes back to the queue at the next start. */
const stopTimeoutMs = 60_000;

async function main(): Promise<void> {
  config({ quiet: true });
  const settings = readSettings(process.env);
  const logger = createLogger(settings.LOG_LEVEL);
  const service = await startService(settings, logger, (error) => {
    logger.fatal({ err: error }, 'the embedded database is lost');
    process.exit(1);
  });
  logger.info({ url: service.url, role: settings.ROLE, docs: `${service.url}/api/docs` }, 'ready');

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping: finishing the work in hand');
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    service.stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  // What the person at the terminal can mend is told in one line; anything else with its trace.
  const plain =
    error instanceof SettingsError ||
    error instanceof AlreadyRunningError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof StartError;
  console.error(plain ? error.message : error);
  process.exit(1);
});
