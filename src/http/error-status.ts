import type { ErrorCode } from '../domain-error.js';

/** The HTTP status of each error code. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  RIGHT_MISSING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PACKET_NOT_FOUND: 404,
  FRAME_NOT_FOUND: 404,
  FORM_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_IMAGE: 415,
  UNDECODABLE_IMAGE: 422,
  TOO_COMPLEX: 422,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** The code of a failure that the framework itself reports by status alone. */
export function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'UNAUTHENTICATED';
    case 403:
      return 'RIGHT_MISSING';
    case 404:
      return 'NOT_FOUND';
    case 409:
      return 'CONFLICT';
    case 413:
      return 'TOO_LARGE';
    case 429:
      return 'RATE_LIMITED';
    case 503:
      return 'UNAVAILABLE';
    default:
      return status >= 400 && status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL';
  }
}
