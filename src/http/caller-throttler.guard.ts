import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Caller } from '../auth/caller.js';
import { DomainError } from '../domain-error.js';

/** Counts requests by caller: the token's subject, or the address where there is no valid token. */
@Injectable()
export class CallerThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: { user?: Caller; ip?: string }): Promise<string> {
    return request.user?.subject ? `subject:${request.user.subject}` : `address:${request.ip ?? ''}`;
  }

  /** One count for all that a caller asks: the guard's own key has the operation in it, and so a limit for each. */
  protected override generateKey(_context: ExecutionContext, caller: string): string {
    return caller;
  }

  protected override async throwThrottlingException(): Promise<void> {
    throw new DomainError('RATE_LIMITED', 'Too many requests. Try again in a minute.');
  }
}
