import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { ErrorCode, ErrorDetail } from '../domain-error.js';
import { statusOf } from './error-status.js';
import { examples } from './examples.js';

const quoted = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

@ApiSchema({ name: 'ErrorDetail' })
export class ErrorDetailDto {
  @ApiProperty({ description: 'The argument that is wrong.', example: 'order' })
  Field: string;

  @ApiProperty({ example: 'must be an integer from 1 to 2147483647' })
  Message: string;
}

@ApiSchema({ name: 'Error' })
export class ErrorDto {
  // No enumeration: clients made of the document would refuse an answer with a code that came later.
  @ApiProperty({
    type: String,
    description: `Stable code, which never changes its meaning: ${quoted(Object.keys(statusOf))}. Later versions may have others.`,
    example: 'PACKET_NOT_FOUND',
  })
  Code: ErrorCode;

  @ApiProperty({
    description: 'For people; its wording may change.',
    example: `There is no packet ${examples.packetId}.`,
  })
  Message: string;

  @ApiProperty({
    type: [ErrorDetailDto],
    required: false,
    description: 'The arguments that are wrong, where it is known which.',
  })
  Details?: ErrorDetailDto[];
}

/** The wrapper of every JSON answer. */
export interface Envelope<T> {
  Payload: T | null;
  Error: ErrorDto | null;
  RequestId: string;
}

export const success = <T>(payload: T, requestId: string): Envelope<T> => ({
  Payload: payload,
  Error: null,
  RequestId: requestId,
});

export function failure(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: readonly ErrorDetail[],
): Envelope<never> {
  const error: ErrorDto = { Code: code, Message: message };
  if (details?.length)
    error.Details = details.map(({ field, message }) => ({ Field: field, Message: message }));
  return { Payload: null, Error: error, RequestId: requestId };
}

const requestIdSchema = {
  type: 'string',
  description: 'Names this request in the logs; the X-Request-Id header of the answer has it too.',
  example: examples.requestId,
} as const;

/** Any operation's answer when it failed. */
@ApiSchema({ name: 'FailureResult' })
export class FailureResult {
  @ApiProperty({ type: 'null', description: 'Always null when the operation failed.', example: null })
  Payload: null;

  @ApiProperty({ type: ErrorDto })
  Error: ErrorDto;

  @ApiProperty(requestIdSchema)
  RequestId: string;
}

/**
 * The wrapper of one payload as a named schema of the OpenAPI document.
 *
 * @param name of the schema, by which callers know it, such as `ClassifyFrameResult`
 */
export function resultOf<T extends object>(payload: Type<T>, name: string): Type<Envelope<T>> {
  @ApiSchema({ name })
  class Result implements Envelope<T> {
    @ApiProperty({ type: payload, nullable: true, description: 'Null when the operation failed.' })
    Payload: T | null;

    @ApiProperty({ type: ErrorDto, nullable: true, description: 'Null on success.', example: null })
    Error: ErrorDto | null;

    @ApiProperty(requestIdSchema)
    RequestId: string;
  }
  return Result;
}
