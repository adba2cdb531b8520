import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../domain-error.js';
import { unknownArguments } from '../validation.js';
import { endpointOptionsOf } from './endpoint.js';

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
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const endpoint = endpointOptionsOf(context.getHandler());
    if (!endpoint) return true;
    const unknown = endpoint.query ? [] : Object.keys(request.query);
    if (unknown.length > 0) throw unknownArguments(unknown);
    if (!endpoint.body && (await saysSomething(request))) {
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

/**
 * Whether a request has a body that asks for something. An empty one does not, however its length is told, nor does
 * `{}`, which some clients send wherever they have nothing to say.
 */
async function saysSomething(request: Request): Promise<boolean> {
  if (unreadableBodies.has(request)) return true;
  const parsed = request.body as unknown;
  if (parsed !== undefined) return Array.isArray(parsed) || Object.keys(parsed as object).length > 0;
  if (Number(request.headers['content-length'] ?? 0) > 0) return true;
  return request.headers['transfer-encoding'] !== undefined && (await hasBytes(request));
}

/** Whether a body that comes in chunks has any bytes; what comes after the first is let go by. */
function hasBytes(request: Request): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(false);
  return new Promise((resolve) => {
    request.once('data', () => resolve(true));
    request.once('end', () => resolve(false));
    // Broken off: whatever is done now, nobody reads the answer.
    request.once('close', () => resolve(true));
  });
}
