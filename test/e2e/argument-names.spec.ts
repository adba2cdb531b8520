import { ApiClient, packetForm, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let api: ApiClient;
let bytes: Buffer;
let packet: string;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  bytes = await softPicture(300, 200).jpeg().toBuffer();
  packet = payloadOf(await api.createPacket([{ bytes }])).Id;
});

function textOnly(name: string): FormData {
  const form = new FormData();
  form.set(name, 'x');
  return form;
}

function withPicture(field: string, texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.append(field, new Blob([new Uint8Array(bytes)]), 'frame.jpg');
  return form;
}

/** Requests with one thing wrong, and what the caller calls it. */
const wrong: [field: string, request: () => [method: string, path: string, init: RequestInit]][] = [
  ['Frames', () => ['POST', '/api/InputPacket', { body: textOnly('Number') }]],
  ['Frames', () => ['POST', `/api/InputPacket/${packet}/frames`, { body: packetForm([]) }]],
  [
    'Frames',
    () => ['PUT', `/api/InputPacket/${packet}/frames/1`, { body: packetForm([{ bytes }, { bytes }]) }],
  ],
  ['Pages', () => ['POST', '/api/Form', { body: textOnly('Name') }]],
  ['Picture', () => ['POST', '/api/Form/match', { body: new FormData() }]],
  ['Frame', () => ['POST', '/api/InputPacket', { body: withPicture('Frame') }]],
  ['Roles', () => ['POST', '/api/InputPacket', { body: withPicture('Frames', { Roles: 'cover' }) }]],
  ['Colour', () => ['POST', '/api/InputPacket', { body: withPicture('Frames', { Colour: 'red' }) }]],
  ['Number', () => ['POST', '/api/InputPacket', { body: withPicture('Frames', { Number: '' }) }]],
  ['Number', () => ['GET', '/api/InputPacket?Number=', {}]],
  ['Identifier', () => ['GET', '/api/InputPacket?Identifier=1&Identifier=2', {}]],
  ['Name', () => ['POST', '/api/Form', { body: withPicture('Pages') }]],
  ['Colour', () => ['GET', '/api/InputPacket?Colour=red', {}]],
  ['Colour', () => ['GET', `/api/InputPacket/${packet}?Colour=red`, {}]],
  ['Take', () => ['GET', '/api/InputPacket?Take=0', {}]],
  ['Skip', () => ['GET', '/api/InputPacket?Skip=x', {}]],
  [
    'PageNumber',
    () => [
      'PUT',
      `/api/InputPacket/${packet}/frames/1/form`,
      { body: JSON.stringify({ FormId: packet }), headers: { 'Content-Type': 'application/json' } },
    ],
  ],
  ['Width', () => ['GET', `/api/InputPacket/${packet}/frames/1/image?Width=63`, {}]],
  ['order', () => ['GET', `/api/InputPacket/${packet}/frames/0/image`, {}]],
  [
    'Idempotency-Key',
    () => [
      'POST',
      '/api/InputPacket',
      { body: packetForm([{ bytes }]), headers: { 'Idempotency-Key': 'two words' } },
    ],
  ],
];

describe('an argument that is wrong', () => {
  it.each(wrong)('is called %s, as its sender knows it', async (field, request) => {
    const answer = await api.call(...request());
    expectFailure(answer, 400, 'INVALID_ARGUMENT');
    const { Message, Details } = answer.body.Error ?? {};
    expect(Details?.map(({ Field }) => Field)).toEqual([field]);
    // A form on the screen shows the detail beside its field, a log the whole sentence.
    expect(Message).toBe(`${field} ${Details?.[0].Message}.`);
  });
});

it('several arguments that are wrong are all told, and a rule is told in the same words wherever it is broken', async () => {
  const messageOf = async (method: string, path: string, json?: object) => {
    const body = json && JSON.stringify(json);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await api.call(method, path, body ? { body, headers } : {});
    expectFailure(answer, 400, 'INVALID_ARGUMENT');
    return answer.body.Error?.Message;
  };
  const unknown =
    'a is not a field or parameter of this operation; b is not a field or parameter of this operation.';
  for (const path of ['/api/InputPacket', `/api/InputPacket/${packet}`])
    expect(await messageOf('GET', `${path}?a=1&b=2`)).toBe(unknown);
  const frame = (order: number) => `/api/InputPacket/${packet}/frames/${order}`;
  const wrongOrder = await messageOf('GET', `${frame(0)}/image`);
  const wrongPage = await messageOf('PUT', `${frame(1)}/form`, { FormId: packet, PageNumber: 0 });
  expect(wrongOrder?.replace('order', 'PageNumber')).toBe(wrongPage);
});
