import { s3Limits } from '../../../src/storage/s3-driver.js';

/**
 * Loaded by `NODE_OPTIONS=--import` into a service that runs as modules: it gives up a silent S3 soon, and no test
 * waits long for it.
 */
s3Limits.silentMs = 500;
