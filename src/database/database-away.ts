import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { codeOf } from '../error-code.js';

/**
 * SQLSTATE classes that mean the server is not there for us: 08 connection, 53 resources, 57014 out of time, 57P
 * shutdown.
 */
const awayState = /^(08...|53...|57014|57P0[123]|25006)$/;
const awaySystemError = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)$/;

/** What TypeORM throws when it has let go of a connection that broke, in the middle of the transaction on it. */
const released = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Whether a failure means that the database is not there for us: a repeat may work. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (released.some((kind) => thrown instanceof kind)) return true;
  const error: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  if (!(error instanceof Error)) return false;
  return (
    awayState.test(codeOf(error)) ||
    awaySystemError.test(codeOf(error)) ||
    /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
      error.message,
    )
  );
}

/** SQLSTATE classes by which a server turns us away: 28 credentials, 3D no such database, 42501 no right. */
const turnedAway = /^(28...|3D...|42501)$/;

/** Whether the server is there and will not have us: a repeat fares no better. */
export const turnsUsAway = (error: unknown): boolean => turnedAway.test(codeOf(error));
