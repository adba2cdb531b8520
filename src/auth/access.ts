import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { FailureResult } from '../http/envelope.js';

/** The rights there are. A right is named after the command that it opens. */
export const rights = ['ForceDeleteInputPacketCommand', 'RegisterFormCommand', 'DeleteFormCommand'] as const;
export type Right = (typeof rights)[number];

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
    ApiBearerAuth('jwt'),
    ApiResponse({
      status: 403,
      description: `The token does not bear the right \`${right}\`: code \`RIGHT_MISSING\`.`,
      content: { 'application/json': { schema: { $ref: getSchemaPath(FailureResult) } } },
    }),
  );

/** What a handler's decorators say; undefined where they say nothing, which nobody may call. */
export const accessOf = (handler: object): Access | undefined =>
  Reflect.getMetadata(accessKey, handler) as Access | undefined;
