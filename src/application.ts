import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.js';
import { DatabaseUrl } from './database/database-url.js';
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

/** The application, ready to listen. */
export async function createApp(
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
  server.keepAliveTimeout = settings.KEEP_ALIVE_SECONDS * 1000;
  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on('clientError', answerClientError);
  // An Expect that we do not know is passed over, as RFC 9110, 10.1.1 allows; Node's own 417 has no wrapper.
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  SwaggerModule.setup('api/docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'api/openapi.json' });
  return app;
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
