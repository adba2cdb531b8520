import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { endpointOptionsOf } from './endpoint.js';
import { success } from './envelope.js';
import { pascalCased } from './pascal-case.js';
import { requestIdOf } from './request-id.js';

/**
 * Puts what an API operation returns into the wrapper, in its wire names. Routes without `@Endpoint` (health,
 * metrics) and answers already sent (pictures) pass as they are.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (!endpointOptionsOf(context.getHandler())) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    return next
      .handle()
      .pipe(
        map((result) => (result === undefined ? result : success(pascalCased(result), requestIdOf(request)))),
      );
  }
}
