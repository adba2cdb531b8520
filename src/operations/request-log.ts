import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { runInRequest } from '../request-context.js';
import { requestIdOf } from '../http/request-id.js';
import type { Metrics } from './metrics.js';

/**
 * Status of a request whose caller hung up before the answer began; no answer has it. nginx counts such ones under it.
 */
const hungUp = 499;

/** Routes are few; paths with identifiers in them are not. Unmatched paths share one label. */
const routeOf = (request: Request): string =>
  typeof request.route === 'object' && request.route !== null && 'path' in request.route
    ? String(request.route.path)
    : 'unmatched';

/**
 * Writes one line a request and times it. The path goes without its query, which may hold packet numbers;
 * headers and bodies are never written.
 */
export function requestLog(logger: Logger, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    response.setHeader('X-Request-Id', requestIdOf(request));
    response.once('close', () => {
      const ms = performance.now() - started;
      const status = response.headersSent ? response.statusCode : hungUp;
      metrics.requestDone(request.method, routeOf(request), status, ms / 1000);
      const fields = {
        requestId: requestIdOf(request),
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status,
        ms: Math.round(ms),
        aborted: response.writableFinished ? undefined : true,
      };
      if (status >= 500) logger.error(fields, 'request');
      else logger.info(fields, 'request');
    });
    runInRequest({ requestId: requestIdOf(request), subject: null }, next);
  };
}
