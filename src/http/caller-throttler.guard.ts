import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { accessOf } from '../auth/access.js';
import type { Caller } from '../auth/caller.js';
import { DomainError } from '../domain-error.js';

/** Counts requests by caller: the token's subject, or the address where there is no valid token. */
@Injectable()
export class CallerThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: { user?: Caller; ip?: string }): Promise<string> {
    return request.user?.subject ? `subject:${request.user.subject}` : `address:${request.ip ?? ''}`;
  }

  /**
   * One count for all that a caller asks: the guard's own key has the operation in it, and so a limit for each. Probes
   * have one apart: whoever guesses tokens behind the same proxy must not have balancers take the service for down.
   */
  protected override generateKey(context: ExecutionContext, caller: string): string {
    return accessOf(context.getHandler())?.kind === 'public' ? `public ${caller}` : caller;
  }

  protected override async throwThrottlingException(): Promise<void> {
    throw new DomainError('RATE_LIMITED', 'Too many requests. Try again in a minute.');
  }
}
