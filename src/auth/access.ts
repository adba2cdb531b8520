import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { failureResponses } from '../http/failure-response.js';
import type { Right } from './rights.js';

/** Who may call a route. */
export type Access = { kind: 'public' } | { kind: 'operator' } | { kind: 'right'; right: Right };

const accessKey = 'access';

/** Anyone, without a token. */
export const Public = () => SetMetadata(accessKey, { kind: 'public' } satisfies Access);

/** Any caller with a valid token. */
export const Operator = () =>
  applyDecorators(SetMetadata(accessKey, { kind: 'operator' } satisfies Access), ApiBearerAuth('jwt'));

/** Callers whose token bears the right. */
export const RequireRight = (right: Right) =>
  applyDecorators(
    SetMetadata(accessKey, { kind: 'right', right } satisfies Access),
    // What a scheme without scopes may list: the roles that the caller needs (OpenAPI 3.1, 4.8.30).
    ApiSecurity('jwt', [right]),
    ...failureResponses(['RIGHT_MISSING']),
  );

/** What a handler's decorators say; undefined where they say nothing, which nobody may call. */
export const accessOf = (handler: object): Access | undefined =>
  Reflect.getMetadata(accessKey, handler) as Access | undefined;
