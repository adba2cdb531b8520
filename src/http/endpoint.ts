import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../domain-error.js';
import { FailureResult } from './envelope.js';
import { failureResponses } from './failure-response.js';
import { revisionTag } from './revisions.js';

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
  /** The answer has its result's `revision` as its ETag. */
  etag?: boolean;
  /** Codes this operation can fail with, beside those that any operation can. */
  errors?: ErrorCode[];
  /** Where the payload of the example differs from the examples of its properties. */
  payloadExample?: Record<string, unknown>;
}

/** Tells the document's examples (openapi.ts) what `payloadExample` said; does not stand in the document. */
export const payloadExampleExtension = 'x-payload-example';

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
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const {
    operationId,
    summary,
    description,
    result,
    status = 200,
    errors = [],
    payloadExample,
    etag,
  } = options;
  return applyDecorators(
    SetMetadata(endpointKey, options),
    HttpCode(status),
    ApiExtraModels(FailureResult),
    ApiOperation({ operationId, summary, ...(description && { description }) }),
    ...(payloadExample ? [ApiExtension(payloadExampleExtension, payloadExample)] : []),
    ...(typeof result === 'function' ? [doneResponse(status, result, etag)] : pictureResponses(result)),
    ...failureResponses([...new Set([...always, ...errors])]),
  );
}

const doneResponse = (status: number, type: Type, etag = false) =>
  ApiResponse({
    status,
    description: status === 201 ? 'Made.' : 'Done.',
    type,
    ...(etag && { headers: revisionHeaders }),
  });

function pictureResponses({ files, ranges }: { files: string[]; ranges: boolean }) {
  const content = Object.fromEntries(files.map((type) => [type, { schema: binary }]));
  const headers = pictureHeaders;
  const answers = [
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of the picture that the caller has.',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 200, description: 'The picture.', content, headers }),
    ApiResponse({
      status: 304,
      description: 'The caller has this picture already (If-None-Match).',
      headers,
    }),
  ];
  if (!ranges) return answers;
  return [
    ...answers,
    ApiHeader({
      name: 'Range',
      required: false,
      description: 'One range of bytes (RFC 9110, 14).',
      schema: { type: 'string', example: 'bytes=0-1023' },
    }),
    ApiHeader({
      name: 'If-Range',
      required: false,
      description: 'ETag of the picture that the range is of; another picture is sent whole.',
      schema: { type: 'string' },
    }),
    ApiResponse({
      status: 206,
      description: 'The bytes asked for (Range).',
      content,
      headers: { ...headers, ...contentRange },
    }),
    ApiResponse({
      status: 416,
      description: 'The range asked for lies outside the picture.',
      headers: contentRange,
    }),
  ];
}

const binary = { type: 'string' as const, format: 'binary' };

const revisionHeaders = {
  ETag: {
    description: "Changes with the packet's set of frames; for `If-Match`.",
    schema: { type: 'string' as const, example: revisionTag(1) },
  },
};

const pictureHeaders = {
  ETag: { description: 'Changes with the picture.', schema: { type: 'string' as const } },
};

const contentRange = {
  'Content-Range': { description: 'Which bytes of how many.', schema: { type: 'string' as const } },
};
