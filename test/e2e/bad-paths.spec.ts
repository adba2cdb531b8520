import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { exchange } from '../support/service/http-exchange.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

/** Which methods a path has is the same for packets that are not there. */
const id = randomUUID();

let service: ServiceUnderTest;
let api: ApiClient;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service);
});

describe('paths and heads', () => {
  it('an unknown path: 404', async () => {
    for (const path of [
      '/',
      '/nothing',
      '/health/nothing',
      '/api',
      '/api/',
      '/api/inputpacket/x/y/z',
      '/api/InputPacket/x/y',
      '/api/Nothing',
    ]) {
      expectFailure(await api.call('GET', path), 404, 'NOT_FOUND');
    }
  });

  it.each([
    ['PATCH', `/api/InputPacket/${id}`, 'DELETE, GET, HEAD'],
    ['DELETE', '/api/InputPacket', 'GET, HEAD, POST'],
    ['GET', `/api/inputpacket/${id}/classify/`, 'POST'],
    ['OPTIONS', `/api/InputPacket/${id}/frames/1`, 'DELETE, PUT'],
    // One path of the router that another fits as well.
    ['PUT', '/api/Form/match', 'DELETE, GET, HEAD, POST'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('%s where a path has other methods: 405 and which', async (method, path, allowed) => {
    const answer = await api.call(method, path);
    expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('Allow')).toBe(allowed);
  });

  it('a percent-encoding that is none: 400', async () => {
    for (const path of [
      '/api/InputPacket/%',
      '/api/InputPacket/%zz',
      '/api/InputPacket/%C3%28',
      '/api/Form/%E0%A4',
    ]) {
      expectFailure(await api.call('GET', path), 400, 'INVALID_ARGUMENT');
    }
  });

  it('a long path is answered like any other', async () => {
    expectFailure(await api.call('GET', `/api/InputPacket/${'a'.repeat(8000)}`), 400, 'INVALID_ARGUMENT');
  });

  it.each([
    ['a path that is too long', `GET /api/InputPacket/${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      'a head that is too long',
      `GET /api/InputPacket HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    ],
    ['what is not HTTP', 'HELLO\r\n\r\n'],
    [
      'two lengths',
      'POST /api/InputPacket HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('%s: 400 in the wrapper', async (_name, request) => {
    const { status, body } = await exchange(service.url, request);
    expectFailure({ status, body: JSON.parse(body) }, 400, 'INVALID_ARGUMENT');
  });
});

it('an answer without an ETag is never taken for known, whatever the caller says that it has', async () => {
  // Clients of `fetch` send Cache-Control beside, which hides what Express would do.
  const { status, body } = await exchange(
    service.url,
    `GET /api/InputPacket HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIf-None-Match: *\r\nAuthorization: Bearer ${api.bearer}\r\n\r\n`,
  );
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ Payload: { Total: 0 } });
});

it('the service has survived all of this without an error of its own', async () => {
  expect((await api.listPackets()).status).toBe(200);
  expect(errorsOf(service)).toEqual([]);
});
