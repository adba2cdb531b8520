import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../domain-error.js';
import { FailureResult, failure } from './envelope.js';
import { statusOf } from './error-status.js';
import { examples } from './examples.js';

/** What callers read, by code. */
const exampleMessages: Readonly<Record<ErrorCode, string>> = {
  INVALID_ARGUMENT: 'id must be a GUID.',
  UNAUTHENTICATED: 'A valid bearer token is needed.',
  RIGHT_MISSING: 'This takes the right ForceDeleteInputPacketCommand.',
  NOT_FOUND: 'There is nothing at this path.',
  METHOD_NOT_ALLOWED: 'This path takes GET, HEAD.',
  PACKET_NOT_FOUND: `There is no packet ${examples.packetId}.`,
  FRAME_NOT_FOUND: `Packet ${examples.packetId} has no frame 7.`,
  FORM_NOT_FOUND: `There is no form ${examples.formId}.`,
  IMAGE_NOT_FOUND: 'There is no such picture.',
  CONFLICT: 'The state of the packet does not allow this.',
  PRECONDITION_FAILED: 'The set of frames has been edited since. Get the packet again.',
  TOO_LARGE: 'File too large',
  UNSUPPORTED_IMAGE: 'The file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF or PDF.',
  UNDECODABLE_IMAGE: 'The file cannot be decoded.',
  TOO_COMPLEX: 'Frames[0]: page 1 takes more than 30 s to draw; send it as a picture.',
  RATE_LIMITED: 'Too many requests. Try again in a minute.',
  UNAVAILABLE: 'The database is away. Try again.',
  INTERNAL: 'Something went wrong on our side.',
};

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const, minimum: 0 } },
};

/** Headers that a failure of some status has. */
const headersOf: Readonly<Record<number, Record<string, object>>> = {
  401: {
    'WWW-Authenticate': {
      description: '`Bearer`, with `error="invalid_token"` when a token was sent (RFC 6750).',
      schema: { type: 'string' },
    },
  },
  429: retryAfter,
  503: retryAfter,
};

/** The answers of an operation that failed, one a status, with an example for each code. */
export function failureResponses(codes: readonly ErrorCode[]): MethodDecorator[] {
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return statuses.map((status) =>
    failureResponse(
      status,
      codes.filter((code) => statusOf[code] === status),
    ),
  );
}

function failureResponse(status: number, codes: readonly ErrorCode[]): MethodDecorator {
  const headers = headersOf[status];
  return ApiResponse({
    status,
    description: `The wrapper with a null Payload and the code ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
    ...(headers && { headers }),
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath(FailureResult) },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: failure(code, exampleMessages[code], examples.requestId, detailsOf(code)) },
          ]),
        ),
      },
    },
  });
}

const detailsOf = (code: ErrorCode) =>
  code === 'INVALID_ARGUMENT' ? [{ field: 'id', message: 'must be a GUID' }] : undefined;

/** The failures of a route outside the interface proper (see `Endpoint`). */
export const ApiFailures = (...codes: ErrorCode[]): MethodDecorator =>
  applyDecorators(ApiExtraModels(FailureResult), ...failureResponses(codes));
