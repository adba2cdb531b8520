/** The code by which the system, a driver or PostgreSQL (SQLSTATE) names an error; empty where it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** True for an error with one of these codes (`ENOENT`, `EEXIST` ...). */
export const hasCode = (error: unknown, ...codes: string[]): boolean => codes.includes(codeOf(error));
