import { FuzzRun } from '../support/fuzz/fuzz-run.js';
import type { OpenApiDocument } from '../support/openapi-answer-check.js';
import { readDocument } from '../support/kept-document.js';
import { ApiClient } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

/** `npm run bench:fuzz` sends thousands. */
const requestsAnOperation = 15;
const seed = 5_10;
const rights = [
  'ForceDeleteInputPacketCommand',
  'RegisterFormCommand',
  'DeleteFormCommand',
  'ListAuditEventsQuery',
];

let service: ServiceUnderTest;
let run: FuzzRun;

beforeAll(async () => {
  service = await sharedService();
  const operator = await ApiClient.for(service);
  const document = JSON.parse(await readDocument()) as OpenApiDocument;
  run = await FuzzRun.on(await ApiClient.for(service, rights), document, seed, [
    operator.bearer ?? '',
    'none',
    '',
  ]);
});

afterAll(() => run?.close());

it('whatever is sent to an operation, the answer is one that the document describes', async () => {
  for (const operation of run.operations()) {
    const { statuses } = await run.drive(operation, requestsAnOperation);
    const succeeded = Object.keys(statuses).some((status) => Number(status) >= 200 && Number(status) < 300);
    // The requests reach the operation itself, not just the checks before it.
    expect([operation.operationId, succeeded]).toEqual([operation.operationId, true]);
  }
  expect(run.findings).toEqual([]);
}, 300_000);

it('the service has survived, without an error of its own', async () => {
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect(errorsOf(service)).toEqual([]);
});
