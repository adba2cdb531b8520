import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NestApplicationContext, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.js';
import { migrate } from './database/data-source.js';
import { isDatabaseAway, turnsUsAway } from './database/database-away.js';
import { DatabaseUrl } from './database/database-url.js';
import { EmbeddedPostgres } from './database/embedded-postgres.js';
import { codeOf } from './error-code.js';
import { answerClientError } from './http/client-error.js';
import { failure } from './http/envelope.js';
import { nothingHere } from './http/error.filter.js';
import { openApiDocument } from './http/openapi.js';
import { requestIdOf } from './http/request-id.js';
import { keepBodyError } from './http/request-shape.guard.js';
import { Metrics } from './operations/metrics.js';
import { PinoLogger } from './operations/pino-logger.js';
import { requestLog } from './operations/request-log.js';

/** Largest JSON body: the only one there is names a form. */
const maxJsonBody = '16kb';
/** Reading a request may take this long in all, ms: slow uploads yes, held connections no. */
const requestTimeoutMs = 300_000;
/** And its head this long, ms: nobody sends headers by the letter. */
const headersTimeoutMs = 15_000;
/** Headers that a web front end of another origin may read. */
const exposedHeaders = ['ETag', 'Content-Range', 'Retry-After', 'X-Request-Id'];

/** Routes for those who run the service: outside `/api`, and in no wrapper. */
export const outsideApi: readonly string[] = ['health/live', 'health/ready', 'metrics'];

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
    const app = await createApp(settings, databaseUrl, logger);
    await app.listen(settings.PORT, settings.HOST).catch(async (error: unknown) => {
      await app.close();
      explainListening(error, settings);
    });
    const { port } = app.getHttpServer().address() as AddressInfo;
    const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
    return {
      url: `http://${host}:${port}`,
      stop: async (signal) => {
        closeAfterAnswers(app.getHttpServer());
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

/** The application, ready to listen. */
async function createApp(
  settings: Settings,
  databaseUrl: string,
  logger: Logger,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, new DatabaseUrl(databaseUrl)),
    { logger: new PinoLogger(logger), abortOnError: false, bodyParser: false },
  );
  app.disable('x-powered-by');
  // An answer names its request and so never repeats; pictures set an ETag of their own.
  app.set('etag', false);
  // No query of ours nests; the simple parser cannot be led to build objects.
  app.set('query parser', 'simple');
  app.use(requestLog(logger, app.get(Metrics)));
  app.use(neverFresh);
  app.use(neverKept);
  // upgrade-insecure-requests would break Swagger UI over plain HTTP, as on a laptop behind another name.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(pathsOf(settings));
  if (settings.TRUST_PROXY) app.set('trust proxy', trustedProxies(settings.TRUST_PROXY));
  if (settings.CORS_ORIGINS) app.enableCors({ origin: settings.CORS_ORIGINS.split(','), exposedHeaders });
  app.useBodyParser('json', { limit: maxJsonBody });
  app.use(keepBodyError);
  app.setGlobalPrefix('api', { exclude: [...outsideApi] });
  const server = app.getHttpServer();
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on('clientError', answerClientError);
  // An Expect that we do not know is passed over, as RFC 9110, 10.1.1 allows; Node's own 417 has no wrapper.
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  SwaggerModule.setup('api/docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'api/openapi.json' });
  return app;
}

/**
 * From now on each answer is its connection's last: who keeps connections for further requests (balancers do) must not
 * send one into the very end, where nobody can tell whether it was done.
 */
function closeAfterAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}

/** As Express wants it: a number of hops, or a list of addresses. */
const trustedProxies = (setting: string) => (/^\d$/.test(setting) ? Number(setting) : setting.split(','));

/**
 * Express answers any GET with `If-None-Match: *` with a 304, also where the answer has no ETag. Pictures, which
 * have one, are compared where they are sent.
 */
function neverFresh(request: Request, _response: Response, next: NextFunction): void {
  Object.defineProperty(request, 'fresh', { value: false });
  next();
}

/**
 * What is told of people's papers is for the caller alone, and for now. Pictures say for themselves what may be kept.
 */
function neverKept(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Elsewhere there is nothing, said in the wrapper: a worker answers probes and Prometheus only. */
function pathsOf({ servesHttp }: Settings) {
  const isKnown = (path: string) =>
    outsideApi.includes(path.replace(/^\/|\/$/g, '')) || (servesHttp && /^\/api(\/|$)/.test(path));
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isKnown(request.path.toLowerCase())) next();
    else response.status(404).json(failure('NOT_FOUND', nothingHere, requestIdOf(request)));
  };
}
