import { stopServer } from './database-server.setup.js';

/** Stops the server of the test run, and deletes its data. */
export default (): Promise<void> => stopServer();
