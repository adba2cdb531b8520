import { endTestRun } from './test-run.setup.js';

/** Stops what the specs shared, and deletes its data. */
export default (): Promise<void> => endTestRun();
