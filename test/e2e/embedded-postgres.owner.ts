/**
 * A process that owns an embedded server, for the tests to kill. Prints `ready <url> <server's pid>`, or
 * `failed <message>` and exits with 1; stops the server in order on SIGTERM.
 * Usage: node embedded-postgres.owner.js <dataDir> [<rootOwnedPlace>]
 */
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';

const [dataDir, place] = process.argv.slice(2);
const report = (message: string): void => void process.stderr.write(`${message}\n`);
try {
  const log = { info: report, warn: report };
  const rootOwnedPlaces = place ? [place] : undefined;
  const server = await EmbeddedPostgres.start({ dataDir, log, rootOwnedPlaces });
  const staysUp = setInterval(() => undefined, 60_000);
  process.on('SIGTERM', () => void server.stop().then(() => clearInterval(staysUp)));
  process.stdout.write(`ready ${server.url} ${server.pid}\n`);
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
