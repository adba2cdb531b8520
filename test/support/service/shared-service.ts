import { readFileSync } from 'node:fs';
import { type HandedOut, SERVICE_KEEPER } from './service-keeper.js';
import type { ServiceUnderTest } from './service-process.js';

/**
 * A service as it is by itself, empty of packets and forms, which a spec has for itself until it ends; other specs
 * have had it before, and will after. Specs that stop or kill a service, or set it otherwise, start one of their own.
 */
export async function sharedService(): Promise<ServiceUnderTest> {
  const keeper = process.env[SERVICE_KEEPER];
  if (!keeper) throw new Error('no test run, no service');
  const response = await fetch(`${keeper}/${process.env.JEST_WORKER_ID}`);
  if (!response.ok) throw new Error(await response.text());
  const { logFile, logged, ...service } = (await response.json()) as HandedOut;
  return {
    ...service,
    get log() {
      return readFileSync(logFile, 'utf8').split('\n').slice(logged, -1);
    },
  };
}
