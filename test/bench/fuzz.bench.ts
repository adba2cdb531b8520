import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rights } from '../../src/auth/rights.js';
import { FuzzRun } from '../support/fuzz/fuzz-run.js';
import type { OpenApiDocument } from '../support/openapi-answer-check.js';
import { readDocument } from '../support/kept-document.js';
import { ApiClient } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { ServiceProcess } from '../support/service/service-process.js';

/**
 * `npm run bench:fuzz -- [--requests 2000] [--seed 1] [--only operationId]`: every operation of the document
 * driven with so many generated requests, over the loopback. Exits 0 only if every answer was one that the
 * document describes, the service lives, and its memory is back to where it was.
 */

/** Share of the requests that warms the service up before its memory is first read. */
const warmUp = 0.1;
/** Requests of each operation that `--only` leaves out. */
const otherRequests = 20;
/** RSS may be this many times what it was after the warm-up: what allocators and collectors leave to chance. */
const allowedGrowth = 1.25;
/** Background work and garbage collection get this long to come to rest, ms. */
const restMs = 5_000;
const findingsShown = 20;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

/** Resident memory of the service, threads included, MB. */
async function memory(url: string): Promise<number> {
  await sleep(restMs);
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
}

async function main(): Promise<void> {
  const requests = Number(values.requests);
  const service = await ServiceProcess.start({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  try {
    const operator = await ApiClient.for(service);
    const document = JSON.parse(await readDocument()) as OpenApiDocument;
    const run = await FuzzRun.on(await ApiClient.for(service, rights), document, Number(values.seed), [
      operator.bearer ?? '',
      'none',
      '',
    ]);
    const isMeant = ({ operationId }: { operationId: string }) => !values.only || operationId === values.only;
    const operations = run.operations().filter(isMeant);
    // The others too are driven a little: they leave the packets and forms that requests speak of.
    for (const operation of run.operations())
      await run.drive(operation, isMeant(operation) ? Math.ceil(warmUp * requests) : otherRequests);
    const before = await memory(service.url);
    console.log('| operation | requests | answers by status | findings | s |\n|---|---|---|---|---|');
    for (const operation of operations) {
      const [start, known] = [performance.now(), run.findings.length];
      const { statuses } = await run.drive(operation, requests);
      const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(
        `| ${operation.operationId} | ${requests} | ${counts.join(', ')} | ${run.findings.length - known} | ${seconds} |`,
      );
    }
    run.close();
    const after = await memory(service.url);
    const grown = after / before;
    const alive = (await fetch(`${service.url}/health/ready`)).status === 200;
    const errors = errorsOf(service);
    console.log(
      `\nanswers that are not as they have to be: ${run.findings.length}\n` +
        `errors in the log: ${errors.length}\nalive and ready: ${alive}\n` +
        `RSS before ${before.toFixed(0)} MB, after ${after.toFixed(0)} MB: ${grown.toFixed(2)} times (at most ${allowedGrowth})`,
    );
    for (const finding of run.findings.slice(0, findingsShown)) console.log(JSON.stringify(finding));
    for (const line of errors.slice(0, findingsShown)) console.log(line);
    if (run.findings.length > 0 || errors.length > 0 || !alive || grown > allowedGrowth) process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

await main();
