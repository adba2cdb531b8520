import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { DomainError } from '../domain-error.js';
import { CallerThrottlerGuard } from '../http/caller-throttler.guard.js';
import { currentRequest } from '../request-context.js';
import { accessOf } from './access.js';
import type { Caller } from './caller.js';

/** Lets through whom the route's decorator names. A route that says nothing is closed to everyone. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(private readonly throttler: CallerThrottlerGuard) {
    super();
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    try {
      return await this.admit(execution);
    } catch (error) {
      // The count of calls comes behind this guard; whoever guesses tokens would never get there.
      await this.throttler.canActivate(execution);
      throw error;
    }
  }

  /** @throws DomainError UNAUTHENTICATED, RIGHT_MISSING, UNAVAILABLE */
  private async admit(execution: ExecutionContext): Promise<true> {
    const access = accessOf(execution.getHandler());
    if (access?.kind === 'public') return true;
    await super.canActivate(execution);
    const caller = execution.switchToHttp().getRequest<Request & { user: Caller }>().user;
    const request = currentRequest();
    if (request) request.subject = caller.subject;
    if (access?.kind === 'operator') return true;
    if (access?.kind === 'right' && caller.rights.has(access.right)) return true;
    throw new DomainError(
      'RIGHT_MISSING',
      `This takes the right ${access?.kind === 'right' ? access.right : '(none set)'}.`,
    );
  }

  /** @param failure why passport let nobody in, such as an issuer that is away */
  override handleRequest<TUser>(error: unknown, user: TUser | false, failure: unknown): TUser {
    if (error) throw error;
    if (failure instanceof DomainError) throw failure;
    if (!user) throw new DomainError('UNAUTHENTICATED', 'A valid bearer token is needed.');
    return user;
  }
}
