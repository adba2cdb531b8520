import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../domain-error.js';
import { endpointOptionsOf } from './endpoint.js';

const carriesBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

const unreadableBodies = new WeakMap<Request, Error>();

/**
 * Error middleware behind the body parser, which comes before the guards: what is wrong with a body is told once it is
 * known that its sender may call at all, and that there is something to call.
 */
export function keepBodyError(error: Error, request: Request, _response: Response, next: NextFunction): void {
  unreadableBodies.set(request, error);
  next();
}

/** Refuses what an operation does not take: a body where none belongs, another kind of body, query parameters. */
@Injectable()
export class RequestShapeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const endpoint = endpointOptionsOf(context.getHandler());
    if (!endpoint) return true;
    const unknown = endpoint.query ? [] : Object.keys(request.query);
    if (unknown.length > 0) {
      const details = unknown.map((field) => ({ field, message: 'is not a parameter of this operation' }));
      throw new DomainError(
        'INVALID_ARGUMENT',
        `${unknown[0]} is not a parameter of this operation.`,
        details,
      );
    }
    if (!endpoint.body && carriesBody(request)) {
      throw new DomainError('INVALID_ARGUMENT', 'This operation takes no body.');
    }
    if (endpoint.body === 'json' && !request.is('application/json')) {
      throw new DomainError('INVALID_ARGUMENT', 'The body must be application/json.');
    }
    if (endpoint.body === 'multipart' && !request.is('multipart/form-data')) {
      throw new DomainError('INVALID_ARGUMENT', 'The body must be multipart/form-data.');
    }
    const unreadable = unreadableBodies.get(request);
    if (unreadable) throw unreadable;
    return true;
  }
}
