import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../domain-error.js';
import { FailureResult } from './envelope.js';
import { statusOf } from './error-status.js';

export interface EndpointOptions {
  /** Name of the operation in generated clients. */
  operationId: string;
  summary: string;
  description?: string;
  /** Wrapper class of the answer (see `resultOf`), or the media types of a file. */
  result: Type | { files: string[]; ranges: boolean };
  /** Status of success, 200 unless something was made. */
  status?: 200 | 201;
  /** What the request carries beside its path; anything it does not name is refused. */
  body?: 'json' | 'multipart';
  query?: boolean;
  /** Codes this operation can fail with, beside those that any operation can. */
  errors?: ErrorCode[];
}

const endpointKey = 'endpoint';

/** What `@Endpoint` said of a handler; the request-shape guard and the route walk read it. */
export const endpointOptionsOf = (handler: object): EndpointOptions | undefined =>
  Reflect.getMetadata(endpointKey, handler) as EndpointOptions | undefined;

const always: ErrorCode[] = [
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Describes an operation once: its status at run time and all of its answers in the OpenAPI document. */
export function Endpoint(options: EndpointOptions): MethodDecorator & ClassDecorator {
  const { operationId, summary, description, result, status = 200, errors = [] } = options;
  const codes = [...new Set([...always, ...errors])];
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return applyDecorators(
    SetMetadata(endpointKey, options),
    HttpCode(status),
    ApiExtraModels(FailureResult),
    ApiOperation({ operationId, summary, description: description ?? summary }),
    ...successResponses(status, result),
    ...statuses.map((failed) => failureResponse(failed, codes)),
  );
}

function successResponses(status: number, result: EndpointOptions['result']) {
  if (typeof result === 'function') return [ApiResponse({ status, description: 'Done.', type: result })];
  const content = Object.fromEntries(
    result.files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  );
  const answers = [
    ApiResponse({ status, description: 'The picture.', content, headers: pictureHeaders }),
    ApiResponse({ status: 304, description: 'The caller has this picture already (If-None-Match).' }),
  ];
  if (result.ranges) {
    answers.push(
      ApiResponse({
        status: 206,
        description: 'The bytes asked for (Range).',
        content,
        headers: pictureHeaders,
      }),
      ApiResponse({ status: 416, description: 'The range asked for lies outside the picture.' }),
    );
  }
  return answers;
}

const pictureHeaders = {
  ETag: { description: 'Changes with the picture.', schema: { type: 'string' as const } },
};

function failureResponse(status: number, codes: ErrorCode[]) {
  const own = codes.filter((code) => statusOf[code] === status);
  return ApiResponse({
    status,
    description: `The wrapper with a null Payload and the code ${own.map((code) => `\`${code}\``).join(' or ')}.`,
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath(FailureResult) },
        example: {
          Payload: null,
          Error: { Code: own[0], Message: 'What went wrong, in words.' },
          RequestId: '0191f2a4-5b7c-7c3e-9d52-1f0e8a6b4c2d',
        },
      },
    },
  });
}
