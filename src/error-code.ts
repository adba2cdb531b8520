/** The code by which the system, a driver or PostgreSQL (SQLSTATE) names an error; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
