import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { DomainError } from '../domain-error.js';
import { accessOf } from './access.js';
import type { Caller } from './caller.js';

/** Lets through whom the route's decorator names. A route that says nothing is closed to everyone. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context.getHandler());
    if (access?.kind === 'public') return true;
    await super.canActivate(context);
    const caller = context.switchToHttp().getRequest<Request & { user: Caller }>().user;
    if (access?.kind === 'operator') return true;
    if (access?.kind === 'right' && caller.rights.has(access.right)) return true;
    throw new DomainError(
      'RIGHT_MISSING',
      `This takes the right ${access?.kind === 'right' ? access.right : '(none set)'}.`,
    );
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false): TUser {
    // The key server being away is our trouble, not the caller's; anything else is a token that is not one.
    if (error instanceof Error && /jwks|ECONN|ENOTFOUND|timeout/i.test(`${error.name} ${error.message}`)) {
      if (error.name !== 'SigningKeyNotFoundError') {
        throw new DomainError('UNAVAILABLE', 'The token issuer is away. Try again.', undefined, {
          cause: error,
        });
      }
    }
    if (error || !user) throw new DomainError('UNAUTHENTICATED', 'A valid bearer token is needed.');
    return user;
  }
}
