import { ApiClient, packetForm, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { softPicture } from '../support/noisy-picture.js';
import type { RegisteredFormDto } from '../../src/forms/dto/form.dto.js';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';

let service: ServiceUnderTest;
let operator: ApiClient;
let pages: Buffer[];

beforeAll(async () => {
  service = await sharedService();
  operator = await ApiClient.for(service);
  pages = await Promise.all([300, 310].map((width) => softPicture(width, 200).jpeg().toBuffer()));
});

function send(key: string, page: Buffer, number = 'I-1') {
  const body = new FormData();
  body.set('Number', number);
  body.append('Frames', new Blob([new Uint8Array(page)]), 'page.jpg');
  return operator.call<PacketDto>('POST', '/api/InputPacket', { body, headers: { 'Idempotency-Key': key } });
}

function add(key: string, id: string, page: Buffer, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.append('Frames', new Blob([new Uint8Array(page)]), 'page.jpg');
  return operator.call<PacketDto>('POST', `/api/InputPacket/${id}/frames`, {
    body,
    headers: { ...headers, 'Idempotency-Key': key },
  });
}

const packetOf = async (page: Buffer) => payloadOf(await operator.createPacket([{ bytes: page }]));
const framesOf = async (id: string) => payloadOf(await operator.getPacket(id)).Frames.length;

const total = async () => payloadOf(await operator.listPackets()).Total;

describe('Idempotency-Key', () => {
  it('gives the first packet to a repeat, and makes no second one', async () => {
    const before = await total();
    const first = await send('retry-1', pages[0]);
    const repeat = await send('retry-1', pages[0]);
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(payloadOf(repeat).Id).toBe(payloadOf(first).Id);
    expect(await total()).toBe(before + 1);
  });

  it('makes one packet of requests that come at once', async () => {
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('retry-2', pages[0])));
    expect(new Set(answers.map((answer) => payloadOf(answer).Id)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it('refuses a key that came with another request', async () => {
    await send('retry-3', pages[0]);
    for (const other of [await send('retry-3', pages[1]), await send('retry-3', pages[0], 'I-2')]) {
      expect([other.status, other.body.Error?.Code]).toEqual([409, 'CONFLICT']);
    }
  });

  it('refuses a key that came with the same files in another role', async () => {
    const sent = (role: 'document' | 'barcode') =>
      operator.call<PacketDto>('POST', '/api/InputPacket', {
        body: packetForm([{ bytes: pages[0], role }]),
        headers: { 'Idempotency-Key': 'retry-roles' },
      });
    expect((await sent('document')).status).toBe(201);
    expectFailure(await sent('barcode'), 409, 'CONFLICT');
    expect((await sent('document')).status).toBe(201);
  });

  it('is its sender’s own: another caller with the same key makes a packet of its own', async () => {
    const other = await ApiClient.for(service, [], 'another');
    const sent = (caller: ApiClient) =>
      caller.call<PacketDto>('POST', '/api/InputPacket', {
        body: packetForm([{ bytes: pages[0] }]),
        headers: { 'Idempotency-Key': 'retry-callers' },
      });
    const [first, second] = [payloadOf(await sent(operator)).Id, payloadOf(await sent(other)).Id];
    expect(second).not.toBe(first);
    expect(payloadOf(await sent(operator)).Id).toBe(first);
    expect(payloadOf(await sent(other)).Id).toBe(second);
  });

  it('takes the same bytes without a key, or under another, for a new packet', async () => {
    const before = await total();
    await send('retry-4', pages[0]);
    await send('retry-5', pages[0]);
    await operator.createPacket([{ bytes: pages[0] }]);
    expect(await total()).toBe(before + 3);
  });

  it('makes no second packet of a repeat whose packet is softly deleted, and one when it is gone for good', async () => {
    const { Id } = payloadOf(await send('retry-6', pages[0]));
    const before = await total();
    await operator.delete(Id);
    expectFailure(await send('retry-6', pages[0]), 409, 'CONFLICT');
    await operator.restore(Id);
    expect(payloadOf(await send('retry-6', pages[0])).Id).toBe(Id);
    expect(await total()).toBe(before);
    await (await ApiClient.for(service, ['ForceDeleteInputPacketCommand'])).forceDelete(Id);
    expect(payloadOf(await send('retry-6', pages[0])).Id).not.toBe(Id);
  });

  it('refuses a key that is none', async () => {
    const { status, body } = await send('two words', pages[0]);
    expect([status, body.Error?.Code]).toEqual([400, 'INVALID_ARGUMENT']);
  });
});

describe('Idempotency-Key on adding frames', () => {
  it('adds them once, and answers a repeat with the packet', async () => {
    const { Id } = await packetOf(pages[0]);
    const first = await add('add-1', Id, pages[1]);
    const repeat = await add('add-1', Id, pages[1]);
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(payloadOf(repeat).Frames).toHaveLength(2);
    expect(await framesOf(Id)).toBe(2);
  });

  it('adds them once of requests that come at once', async () => {
    const { Id } = await packetOf(pages[0]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('add-2', Id, pages[1])));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(await framesOf(Id)).toBe(2);
  });

  it('knows a repeat although the first request has made the revision another', async () => {
    const { Id, Revision } = await packetOf(pages[0]);
    const seen = { 'If-Match': `"${Revision}"` };
    const answers = await Promise.all(Array.from({ length: 3 }, () => add('add-3', Id, pages[1], seen)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await add('add-3', Id, pages[1], seen)).status).toBe(201);
    expect(await framesOf(Id)).toBe(2);
    expectFailure(await add('add-4', Id, pages[1], seen), 412, 'PRECONDITION_FAILED');
  });

  it('refuses a key that came with another request: other frames, another packet, a creation', async () => {
    const [one, other] = [await packetOf(pages[0]), await packetOf(pages[0])];
    await add('add-5', one.Id, pages[1]);
    expectFailure(await add('add-5', one.Id, pages[0]), 409, 'CONFLICT');
    expectFailure(await add('add-5', other.Id, pages[1]), 409, 'CONFLICT');
    expectFailure(await send('add-5', pages[1]), 409, 'CONFLICT');
    await send('add-6', pages[1]);
    expectFailure(await add('add-6', one.Id, pages[1]), 409, 'CONFLICT');
    expect([await framesOf(one.Id), await framesOf(other.Id)]).toEqual([2, 1]);
  });

  it('does not bring frames into a packet that is deleted', async () => {
    const { Id } = await packetOf(pages[0]);
    await add('add-7', Id, pages[1]);
    await operator.delete(Id);
    expectFailure(await add('add-7', Id, pages[1]), 404, 'PACKET_NOT_FOUND');
    await operator.restore(Id);
    expect(payloadOf(await add('add-7', Id, pages[1])).Frames).toHaveLength(2);
  });

  it('refuses a key that is none', async () => {
    const { Id } = await packetOf(pages[0]);
    expectFailure(await add('two words', Id, pages[1]), 400, 'INVALID_ARGUMENT');
  });
});

describe('Idempotency-Key on registering a form', () => {
  let keeper: ApiClient;

  beforeAll(async () => {
    keeper = await ApiClient.for(service, ['RegisterFormCommand', 'DeleteFormCommand']);
  });

  function register(key: string, page: Buffer, name = 'Letter') {
    const body = new FormData();
    body.set('Name', name);
    body.append('Pages', new Blob([new Uint8Array(page)]), 'page.jpg');
    return keeper.call<RegisteredFormDto>('POST', '/api/Form', { body, headers: { 'Idempotency-Key': key } });
  }

  const formCount = async () => payloadOf(await keeper.listForms()).Total;

  it('registers it once, of requests that come at once too, and answers a repeat with the form', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => register('form-1', pages[0])));
    answers.push(await register('form-1', pages[0]));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201));
    const [first, ...repeats] = answers.map(payloadOf);
    for (const repeat of repeats) expect(repeat).toEqual(first);
    expect(await formCount()).toBe(1);
    expect(await filesUnder(service.dataDir, 'files/forms')).toHaveLength(1);
    await keeper.deleteForm(first.Id);
  });

  it('refuses a key that came with another request, and forgets it with the form', async () => {
    const { Id } = payloadOf(await register('form-2', pages[0]));
    expectFailure(await register('form-2', pages[0], 'Another name'), 409, 'CONFLICT');
    expectFailure(await register('form-2', pages[1]), 409, 'CONFLICT');
    await keeper.deleteForm(Id);
    expect(payloadOf(await register('form-2', pages[1])).Id).not.toBe(Id);
  });

  it('refuses a key that is none', async () => {
    expectFailure(await register('two words', pages[0]), 400, 'INVALID_ARGUMENT');
  });
});
