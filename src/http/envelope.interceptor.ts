import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { endpointOptionsOf } from './endpoint.js';
import { success } from './envelope.js';
import { pascalCased } from './pascal-case.js';
import { requestIdOf } from './request-id.js';
import { revisionTag } from './revisions.js';

/** What operations that say `etag` return. */
interface Revisioned {
  revision: number;
}

/**
 * Puts what an API operation returns into the wrapper, in its wire names. Routes without `@Endpoint` (health,
 * metrics) and answers already sent (pictures) pass as they are.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const endpoint = endpointOptionsOf(context.getHandler());
    if (!endpoint) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result) => {
        if (result === undefined) return result;
        if (endpoint.etag) response.setHeader('ETag', revisionTag((result as Revisioned).revision));
        return success(pascalCased(result), requestIdOf(request));
      }),
    );
  }
}
