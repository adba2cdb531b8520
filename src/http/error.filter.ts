import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDatabaseAway } from '../database/database-away.js';
import { DomainError, wrongArgument } from '../domain-error.js';
import { codeOf } from '../error-code.js';
import { visionFailure } from '../vision-failure.js';
import { allowedMethods } from './allowed-methods.js';
import { failure } from './envelope.js';
import { codeOfStatus, statusOf } from './error-status.js';
import { requestIdOf } from './request-id.js';
import { fileNeedsName } from './uploads.js';

/** Seconds after which a caller may try again when the service is away or full. */
const retryAfterSeconds = 5;

/** What the operating system says of a folder that is full, away, or closed to us: uploads lie in one of ours. */
const diskError = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES|ENOENT)$/;

export const nothingHere = 'There is nothing at this path.';

/** Turns every failure, the framework's included, into the wrapper with a stable code. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error =
      brokenOff(request) ?? (thrown instanceof NotFoundException ? noRoute(request) : toDomainError(thrown));
    const status = statusOf[error.code];
    if (status >= 500) this.log.error({ err: thrown, requestId: requestIdOf(request) }, error.code);
    if (response.headersSent) {
      // The answer is under way (a picture): all that is left is to break it off.
      response.destroy();
      return;
    }
    if (status === 405) response.setHeader('Allow', allowedMethods(request).join(', '));
    if (status === 401) response.setHeader('WWW-Authenticate', challengeTo(request));
    if (status === 503) response.setHeader('Retry-After', String(retryAfterSeconds));
    response.removeHeader('ETag');
    response.removeHeader('Content-Disposition');
    response.status(status).json(failure(error.code, error.message, requestIdOf(request), error.details));
  }
}

/** A caller that hangs up in the middle of its upload is no failure of ours, and reads no answer. */
function brokenOff(request: Request): DomainError | undefined {
  if (request.complete || !request.destroyed) return undefined;
  return new DomainError('INVALID_ARGUMENT', 'The request was broken off.');
}

/** What Nest says where no route has this method and path: one of our own speaks of what it did not find by code. */
function noRoute(request: Request): DomainError {
  const allowed = allowedMethods(request);
  if (allowed.length === 0) return new DomainError('NOT_FOUND', nothingHere);
  return new DomainError('METHOD_NOT_ALLOWED', `This path takes ${allowed.join(', ')}.`);
}

/** RFC 6750, 3: a request without a token is asked for one; one with a token learns that it does not do. */
const challengeTo = (request: Request) =>
  /^bearer /i.test(request.headers.authorization ?? '') ? 'Bearer error="invalid_token"' : 'Bearer';

function toDomainError(error: unknown): DomainError {
  const thrown = visionFailure(error);
  if (thrown instanceof DomainError) return thrown;
  if (thrown instanceof HttpException) return fromHttpException(thrown);
  if (isDatabaseAway(thrown)) return new DomainError('UNAVAILABLE', 'The database is away. Try again.');
  if (diskError.test(codeOf(thrown)))
    return new DomainError('UNAVAILABLE', 'The disk that takes uploads is full or away. Try again.');
  if (isBodyParserError(thrown)) {
    if (thrown.status === 413) return new DomainError('TOO_LARGE', `The body is over ${thrown.limit} bytes.`);
    // 415 here is a charset or an encoding, not an image.
    return new DomainError('INVALID_ARGUMENT', 'The request body cannot be read.');
  }
  return new DomainError('INTERNAL', 'Something went wrong on our side.');
}

function fromHttpException(exception: HttpException): DomainError {
  // Multer counts files as the sender goes along; to the caller that is a limit like the size is.
  if (/too many files/i.test(exception.message)) return new DomainError('TOO_LARGE', 'Too many files.');
  const [, unknown] = /^Unexpected file field - (.+)/.exec(exception.message) ?? [];
  if (unknown) return wrongArgument(unknown, 'is no field for files of this operation');
  const [, field] = /^Field value too long - (.+)/.exec(exception.message) ?? [];
  if (field) {
    // Mostly a picture, from a client that gives its part no name of a file and so makes it a text.
    return wrongArgument(field, `is too long for a text; ${fileNeedsName}`);
  }
  const code = codeOfStatus(exception.getStatus());
  return new DomainError(code, code === 'INTERNAL' ? 'Something went wrong on our side.' : exception.message);
}

/** What express's body parser throws: an error with a status of its own, and with the limit of bytes at 413. */
function isBodyParserError(thrown: unknown): thrown is { status: number; limit?: number } {
  const status = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
