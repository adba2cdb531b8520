import { DomainError } from './domain-error.js';

/** Files of one request are taken in within this, ms: one that lies without a row for an hour is swept. */
const intakeMs = 30 * 60_000;

/**
 * Starts the time in which a request's files may be taken in.
 *
 * @returns to be called before each page is, and when all are and their rows are to be written; throws DomainError
 *   UNAVAILABLE once the time is over
 */
export function intakeDeadline(): () => void {
  const end = performance.now() + intakeMs;
  return () => {
    if (performance.now() < end) return;
    const minutes = intakeMs / 60_000;
    throw new DomainError(
      'UNAVAILABLE',
      `The files could not be taken in within ${minutes} minutes. Try again, or send fewer at a time.`,
    );
  };
}
