import { randomUUID } from 'node:crypto';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { serviceWithOneFrame } from '../support/service/one-frame-service.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let api: ApiClient;
/** A packet of one frame. */
let packet: string;

beforeAll(async () => {
  ({ service, api, packet } = await serviceWithOneFrame());
});

/** Every operation on a packet and on a frame, by its method and path; none of them has a body here. */
const packetOperations = [
  ['GET', ''],
  ['DELETE', ''],
  ['DELETE', '/force'],
  ['POST', '/restore'],
  ['POST', '/classify'],
  ['POST', '/normalize'],
] as const;
const frameOperations = [
  ['POST', '/classify'],
  ['POST', '/normalize'],
  ['GET', '/image'],
  ['DELETE', '/form'],
  ['DELETE', ''],
] as const;

describe('identifiers and orders of the path', () => {
  const notGuids = [
    'abc',
    '1',
    `${randomUUID()}0`,
    '%00',
    '%F0%9F%93%84',
    `%7B${randomUUID()}%7D`,
    "'%20or%201=1",
  ];

  it.each(packetOperations)('%s /api/InputPacket/{id}%s refuses what is not a GUID', async (method, rest) => {
    for (const id of notGuids) {
      expectFailure(await api.call(method, `/api/InputPacket/${id}${rest}`), 400, 'INVALID_ARGUMENT');
    }
  });

  it.each(frameOperations)(
    '%s .../frames/{order}%s refuses orders that do not count from 1',
    async (method, rest) => {
      for (const order of [
        '0',
        '-1',
        '2147483648',
        '99999999999',
        'abc',
        '1.5',
        '%00',
        '1e0',
        '0x1',
        '+1',
        '%201',
      ]) {
        const answer = await api.call(method, `/api/InputPacket/${packet}/frames/${order}${rest}`);
        expectFailure(answer, 400, 'INVALID_ARGUMENT');
        expect(answer.body.Error?.Details?.[0]?.Field).toBe('order');
      }
    },
  );

  it.each(packetOperations)(
    '%s /api/InputPacket/{id}%s of an unknown packet is 404',
    async (method, rest) => {
      expectFailure(
        await api.call(method, `/api/InputPacket/${randomUUID()}${rest}`),
        404,
        'PACKET_NOT_FOUND',
      );
    },
  );

  it.each(frameOperations)('%s .../frames/{order}%s of an unknown frame is 404', async (method, rest) => {
    for (const order of ['2', '2147483647']) {
      const answer = await api.call(method, `/api/InputPacket/${packet}/frames/${order}${rest}`);
      expectFailure(answer, 404, 'FRAME_NOT_FOUND');
    }
    const elsewhere = await api.call(method, `/api/InputPacket/${randomUUID()}/frames/1${rest}`);
    expectFailure(elsewhere, 404, 'PACKET_NOT_FOUND');
  });

  it('takes a GUID in capitals for the same packet or form', async () => {
    expect(payloadOf(await api.getPacket(packet.toUpperCase())).Id).toBe(packet);
    const form = randomUUID();
    const answer = await api.chooseForm(packet, 1, form.toUpperCase(), 1);
    expectFailure(answer, 404, 'FORM_NOT_FOUND');
    expect(answer.body.Error?.Message).toContain(form);
  });

  it('refuses a form or page of the path that is none', async () => {
    expectFailure(await api.call('GET', '/api/Form/abc'), 400, 'INVALID_ARGUMENT');
    expectFailure(await api.call('DELETE', '/api/Form/abc'), 400, 'INVALID_ARGUMENT');
    expectFailure(await api.call('GET', `/api/Form/${randomUUID()}/pages/0/image`), 400, 'INVALID_ARGUMENT');
    expectFailure(await api.call('GET', `/api/Form/${randomUUID()}/pages/1/image`), 404, 'FORM_NOT_FOUND');
    expectFailure(await api.call('GET', `/api/Form/${randomUUID()}`), 404, 'FORM_NOT_FOUND');
    expectFailure(await api.deleteForm(randomUUID()), 404, 'FORM_NOT_FOUND');
  });
});

it('as many fields as a request may have are read, beside its files', async () => {
  const picture = await softPicture(20, 20).png().toBuffer();
  const form = new FormData();
  for (let i = 0; i < 2; i++) form.append('Frames', new Blob([new Uint8Array(picture)]), 'a.png');
  for (let i = 0; i < 999; i++) form.append('Roles', 'document');
  const answer = await api.call('POST', '/api/InputPacket', { body: form });
  expectFailure(answer, 400, 'INVALID_ARGUMENT');
  expect(answer.body.Error?.Message).toMatch(/2 files, 999 roles/);
});

describe('query parameters', () => {
  it.each([
    ['an unknown one', '?Colour=red'],
    ['an unknown one beside a known one', '?Take=1&take=2'],
    ['a negative Skip', '?Skip=-1'],
    ['an endless Skip', '?Skip=99999999999999999999'],
    ['an empty Skip', '?Skip='],
    ['a Skip in hexadecimal', '?Skip=0x10'],
    ['Take 0', '?Take=0'],
    ['Take over its limit', '?Take=501'],
    ['a Take in words', '?Take=all'],
    ['a Take with a fraction', '?Take=1.5'],
    ['Take twice', '?Take=1&Take=1'],
    ['Deleted that is neither true nor false', '?Deleted=1'],
    ['Deleted twice', '?Deleted=true&Deleted=true'],
    ['an unknown state', '?Classification=done'],
    ['a state twice', '?Classification=ready&Classification=ready'],
    ['Number twice', '?Number=1&Number=2'],
    ['an empty Number', '?Number='],
    ['a Number with a zero byte', '?Number=%00'],
    ['Identifier twice', '?Identifier=1&Identifier=2'],
    ['an empty Identifier', '?Identifier='],
    ['an Identifier with a zero byte', '?Identifier=%00'],
    ['an Identifier longer than any barcode', `?Identifier=${'1'.repeat(7090)}`],
  ])('%s on the queue: 400', async (_name, query) => {
    expectFailure(await api.listPackets(query), 400, 'INVALID_ARGUMENT');
  });

  it('those of pictures and forms are as strict', async () => {
    const image = `/api/InputPacket/${packet}/frames/1/image`;
    for (const query of [
      '?Variant=thumbnail',
      '?Variant=',
      '?Variant=original&Variant=original',
      '?Size=1',
    ]) {
      expectFailure(await api.call('GET', image + query), 400, 'INVALID_ARGUMENT');
    }
    for (const query of ['?Take=0', '?Skip=a', '?Form=x', '?Name=', '?Name=a&Name=b', '?Take=1&Take=1']) {
      expectFailure(await api.listForms(query), 400, 'INVALID_ARGUMENT');
    }
  });

  it('operations without parameters refuse any', async () => {
    for (const [method, rest] of packetOperations) {
      const answer = await api.call(method, `/api/InputPacket/${packet}${rest}?Take=1`);
      expectFailure(answer, 400, 'INVALID_ARGUMENT');
    }
  });
});

describe('tokens', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Bearer x', 'Bearer a.b.c', 'Basic dTpw', `Bearer ${'x'.repeat(3000)}`])(
    'Authorization "%s": 401',
    async (value) => {
      const nobody = new ApiClient(service.url, null);
      const headers: Record<string, string> = value === '' ? {} : { Authorization: value };
      expectFailure(
        await nobody.call('GET', `/api/InputPacket/${packet}`, { headers }),
        401,
        'UNAUTHENTICATED',
      );
    },
  );
});

it('the service has survived all of this without an error of its own', async () => {
  expect((await api.getPacket(packet)).status).toBe(200);
  expect(errorsOf(service)).toEqual([]);
});
