import type { EmbeddedPostgresLog } from '../../../src/database/embedded-postgres.js';

/** For an embedded server of which nobody asks what it does. */
export const noLog: EmbeddedPostgresLog = { info: () => undefined, warn: () => undefined };
