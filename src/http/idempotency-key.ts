import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { headerOfOperation } from './header-of-operation.js';

/** The caller's name for this request (`Idempotency-Key`); null when it gave none. */
export const IdempotencyKeyHeader = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().get('Idempotency-Key') ?? null,
  [
    headerOfOperation(
      'Idempotency-Key',
      'A repeat with the same key does nothing more, and is answered with what the first request made or edited, as it is now.',
      { type: 'string', minLength: 1, maxLength: 200 },
    ),
  ],
);
