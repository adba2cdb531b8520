import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { serviceWithOneFrame } from '../support/service/one-frame-service.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';

const json = { 'Content-Type': 'application/json' };

let service: ServiceUnderTest;
let api: ApiClient;
/** A packet of one frame. */
let packet: string;

beforeAll(async () => {
  ({ service, api, packet } = await serviceWithOneFrame());
});

/** Operations on a packet that change it and take no body, by method and path. */
const withoutBody = [
  ['DELETE', ''],
  ['DELETE', '/force'],
  ['POST', '/restore'],
  ['POST', '/classify'],
  ['POST', '/normalize'],
] as const;

describe('bodies in JSON', () => {
  const id = '3f0c3b1e-7d0a-4d34-9a53-0a4c7a1f2b10';
  it.each([
    ['malformed', '{"FormId":'],
    ['an array', '[]'],
    ['an array of choices', JSON.stringify([{ FormId: id, PageNumber: 1 }])],
    ['null', 'null'],
    ['a string', '"x"'],
    ['empty', '{}'],
    ['a form that is no GUID', '{"FormId":"abc","PageNumber":1}'],
    ['a form that is an object', '{"FormId":{"a":1},"PageNumber":1}'],
    ['page 0', JSON.stringify({ FormId: id, PageNumber: 0 })],
    ['page 1.5', JSON.stringify({ FormId: id, PageNumber: 1.5 })],
    ['page 2^31', JSON.stringify({ FormId: id, PageNumber: 2 ** 31 })],
    ['a page in words', JSON.stringify({ FormId: id, PageNumber: '1' })],
    ['a list of pages', JSON.stringify({ FormId: id, PageNumber: [1] })],
    ['an unknown field', JSON.stringify({ FormId: id, PageNumber: 1, Colour: 'red' })],
    ['nested as deep as a body is long', nested('[', ']')],
    ['an object in an object and so on', nested('{"a":', '}', '1')],
    ['a form nested as deep', `{"FormId":${nested('[', ']')},"PageNumber":1}`],
  ])('a choice of form that is %s: 400', async (_name, body) => {
    const answer = await api.call('PUT', `/api/InputPacket/${packet}/frames/1/form`, { body, headers: json });
    expectFailure(answer, 400, 'INVALID_ARGUMENT');
  });

  it('another content type, charset or encoding: 400; a body of 20 kB: 413', async () => {
    const path = `/api/InputPacket/${packet}/frames/1/form`;
    const body = JSON.stringify({ FormId: id, PageNumber: 1 });
    const refused: Record<string, string>[] = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'application/json; charset=ebcdic' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' },
    ];
    for (const headers of refused) {
      expectFailure(await api.call('PUT', path, { body, headers }), 400, 'INVALID_ARGUMENT');
    }
    const large = await api.call('PUT', path, { body: `{"a":"${'x'.repeat(20_000)}"}`, headers: json });
    expectFailure(large, 413, 'TOO_LARGE');
    expect(large.body.Error?.Message).toBe('The body is over 16384 bytes.');
  });

  it('what is wrong with a body is told to who may call, and where there is something to call', async () => {
    const broken = { body: '{"FormId":', headers: json };
    const nobody = new ApiClient(service.url, null);
    const path = `/api/InputPacket/${packet}/frames/1/form`;
    expectFailure(await nobody.call('PUT', path, broken), 401, 'UNAUTHENTICATED');
    expectFailure(
      await nobody.call('DELETE', `/api/InputPacket/${packet}/force`, broken),
      401,
      'UNAUTHENTICATED',
    );
    expectFailure(await api.call('PUT', '/api/Nothing', broken), 404, 'NOT_FOUND');
    expectFailure(await api.call('PUT', path, broken), 400, 'INVALID_ARGUMENT');
  });

  it('a body where none belongs: 400, and the operation is not done', async () => {
    const requests: (() => RequestInit)[] = [
      ...['{"a":1}', '{"__proto__":1}', '[]', 'null', '"x"', '{', ' '].map((body) => () => ({
        body,
        headers: json,
      })),
      () => ({ body: '{}', headers: { 'Content-Type': 'text/plain' } }),
      () => inChunks('x'),
      () => inChunks('{"a":1}', json),
    ];
    for (const [method, rest] of withoutBody) {
      for (const make of requests) {
        const answer = await api.call(method, `/api/InputPacket/${packet}${rest}`, make());
        expectFailure(answer, 400, 'INVALID_ARGUMENT');
      }
    }
    expect((await api.getPacket(packet)).status).toBe(200);
  });

  it('a body that says nothing counts as none', async () => {
    const requests: (() => RequestInit)[] = [
      () => ({ body: '', headers: json }),
      () => ({ body: '{}', headers: json }),
      () => inChunks(''),
      () => inChunks('', json),
      () => inChunks('{}', json),
    ];
    for (const make of requests) {
      const answer = await api.call('POST', `/api/InputPacket/${packet}/frames/1/classify`, make());
      expect(answer.status).toBe(200);
    }
  });
});

describe('names that every object of the language has', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'constructor[prototype]',
  ];

  it.each(names)('%s is no field or parameter: 400, and told by its name', async (name) => {
    const [Field] = name.split('[');
    const form = new FormData();
    form.append('Frames', new Blob(['x']), 'frame.jpg');
    form.set(name, 'x');
    const choice = `{"FormId":"${randomUUID()}","PageNumber":1,"${Field}":{"a":1}}`;
    const encoded = encodeURIComponent(name);
    const answers = [
      [Field, await api.call('POST', '/api/InputPacket', { body: form })],
      [
        Field,
        await api.call('PUT', `/api/InputPacket/${packet}/frames/1/form`, { body: choice, headers: json }),
      ],
      [name, await api.listPackets(`?${encoded}=1`)],
      [name, await api.call('GET', `/api/InputPacket/${packet}?${encoded}=1`)],
    ] as const;
    for (const [field, answer] of answers) {
      expectFailure(answer, 400, 'INVALID_ARGUMENT');
      expect(answer.body.Error?.Details?.map(({ Field }) => Field)).toEqual([field]);
    }
  });
});

it('the service has survived all of this without an error of its own', async () => {
  expect((await api.getPacket(packet)).status).toBe(200);
  expect(errorsOf(service)).toEqual([]);
});

/** JSON that nests until a body is as long as it may be. */
function nested(open: string, close: string, innermost = ''): string {
  const levels = Math.floor(16_000 / (open.length + close.length));
  return open.repeat(levels) + innermost + close.repeat(levels);
}

/** A body whose length is not told beforehand. */
function inChunks(text: string, headers: Record<string, string> = {}): RequestInit {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      if (text !== '') stream.enqueue(Buffer.from(text));
      stream.close();
    },
  });
  return { body, headers, ...{ duplex: 'half' } };
}
