import { ApiClient, packetForm, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { softPicture } from '../unit/hostile-files.js';

let service: ServiceProcess;
let api: ApiClient;
let bytes: Buffer;
let packet: string;

beforeAll(async () => {
  service = await ServiceProcess.start();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  bytes = await softPicture(300, 200).jpeg().toBuffer();
  packet = payloadOf(await api.createPacket([{ bytes }])).Id;
});

afterAll(() => service?.stop());

function textOnly(name: string): FormData {
  const form = new FormData();
  form.set(name, 'x');
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
    expect(answer.body.Error?.Details?.map(({ Field }) => Field)).toEqual([field]);
  });
});
