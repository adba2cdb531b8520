import { VisionError, type VisionErrorCode } from '../libs/vision-pool/index.js';
import { DomainError, type ErrorCode } from './domain-error.js';

const codes: Readonly<Record<VisionErrorCode, ErrorCode>> = {
  UNSUPPORTED_IMAGE: 'UNSUPPORTED_IMAGE',
  UNDECODABLE_IMAGE: 'UNDECODABLE_IMAGE',
  TOO_LARGE: 'TOO_LARGE',
  VISION_TIMEOUT: 'UNAVAILABLE',
  VISION_UNAVAILABLE: 'UNAVAILABLE',
  VISION_BUSY: 'UNAVAILABLE',
};

/**
 * What a failed vision task means to a caller; other errors are returned as they are.
 *
 * @param field the argument that held the picture, where one did
 */
export function visionFailure(error: unknown, field?: string): unknown {
  if (!(error instanceof VisionError)) return error;
  const details = field ? [{ field, message: error.message }] : undefined;
  return new DomainError(codes[error.code], error.message, details, { cause: error });
}
