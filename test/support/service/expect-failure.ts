import type { Envelope } from '../../../src/http/envelope.js';
import type { ErrorCode } from '../../../src/domain-error.js';
import { innards } from './innards.js';

interface Failed {
  status: number;
  body: Envelope<unknown>;
}

/** Asserts that an answer is the wrapper of a failure, whole and without innards. */
export function expectFailure({ status, body }: Failed, expectedStatus: number, code: ErrorCode): void {
  expect({ status, code: body.Error?.Code, message: body.Error?.Message }).toEqual({
    status: expectedStatus,
    code,
    message: expect.stringMatching(/\S/),
  });
  expect(Object.keys(body).sort()).toEqual(['Error', 'Payload', 'RequestId']);
  expect(body.Payload).toBeNull();
  expect(body.RequestId).toMatch(/^[\w.-]{8,64}$/);
  for (const detail of body.Error?.Details ?? []) {
    expect(detail).toEqual({ Field: expect.any(String), Message: expect.stringMatching(/\S/) });
  }
  expect(JSON.stringify(body)).not.toMatch(innards);
}
