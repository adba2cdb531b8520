/**
 * Codes that callers may rely on. A code never changes its meaning; new ones may come.
 * The HTTP status of each stands in http/error-status.ts.
 */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'RIGHT_MISSING'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PACKET_NOT_FOUND'
  | 'FRAME_NOT_FOUND'
  | 'FORM_NOT_FOUND'
  | 'IMAGE_NOT_FOUND'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_IMAGE'
  | 'UNDECODABLE_IMAGE'
  | 'TOO_COMPLEX'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** One argument that is wrong, and why. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** A failure that the caller can do something about. The message is shown to the caller as it is. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    options?: { cause: unknown },
  ) {
    super(message, options);
    this.name = 'DomainError';
  }
}

/**
 * Whether a transaction that failed with this error is known not to have committed: we broke it off ourselves. After a
 * lost connection its rows may stand all the same; their files are then left to the sweep.
 */
export const nothingCommitted = (error: unknown): boolean => error instanceof DomainError;

/** An argument that is wrong; `message` goes on from its name: `must be a GUID`. */
export const wrongArgument = (field: string, message: string) =>
  new DomainError('INVALID_ARGUMENT', `${field} ${message}.`, [{ field, message }]);

export const packetNotFound = (id: string) =>
  new DomainError('PACKET_NOT_FOUND', `There is no packet ${id}.`);

export const frameNotFound = (packetId: string, order: number) =>
  new DomainError('FRAME_NOT_FOUND', `Packet ${packetId} has no frame ${order}.`);

export const formNotFound = (id: string) => new DomainError('FORM_NOT_FOUND', `There is no form ${id}.`);
