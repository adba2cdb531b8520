import type { Logger } from '@nestjs/common';
import { VisionError, type VisionErrorCode, type VisionPool } from '../libs/vision-pool/index.js';
import { DomainError, type ErrorCode } from './domain-error.js';

const codes: Readonly<Record<VisionErrorCode, ErrorCode>> = {
  UNSUPPORTED_IMAGE: 'UNSUPPORTED_IMAGE',
  UNDECODABLE_IMAGE: 'UNDECODABLE_IMAGE',
  TOO_LARGE: 'TOO_LARGE',
  TOO_COMPLEX: 'TOO_COMPLEX',
  VISION_TIMEOUT: 'UNAVAILABLE',
  VISION_UNAVAILABLE: 'UNAVAILABLE',
  VISION_BUSY: 'UNAVAILABLE',
};

/**
 * What a failed vision task means to a caller; other errors are returned as they are.
 *
 * @param field the argument that held the picture, where one did; named where the picture is at fault
 */
export function visionFailure(error: unknown, field?: string): unknown {
  if (!(error instanceof VisionError)) return error;
  if (isBusy(error)) return busy(error);
  const { message } = error;
  const code = codes[error.code];
  const [text, details] =
    field && code !== 'UNAVAILABLE' ? [`${field}: ${message}.`, [{ field, message }]] : [sentenceOf(message)];
  return new DomainError(code, text, details, { cause: error });
}

/**
 * What a caller is told of a frame that failed alone, others going on. What is not to be told goes to the log.
 *
 * @param done what the frame could not be: `normalized`
 */
export function frameFailure(error: unknown, done: string, log: Logger): string {
  const reason = visionFailure(error);
  if (reason instanceof DomainError) return reason.message;
  log.error({ err: error }, `a frame could not be ${done}`);
  return `The frame could not be ${done}.`;
}

const sentenceOf = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/**
 * Refuses a request for vision work as a whole, before anything is read for it, while as much waits as may.
 *
 * @throws DomainError UNAVAILABLE
 */
export function refuseWhileFull(vision: VisionPool): void {
  if (vision.full) throw busy();
}

const busy = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'Too much work waits already. Try again.', undefined, { cause });

/** Whether a task was refused for the queue's sake: a failure of the request, and not of the picture it was for. */
export const isBusy = (error: unknown): boolean =>
  error instanceof VisionError && error.code === 'VISION_BUSY';
