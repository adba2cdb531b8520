import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { leavesNothing } from '../support/service/stored-state.js';
import { handmadeTiff, pdf } from '../support/hostile-files.js';
import { softPicture } from '../support/noisy-picture.js';

const maxFrames = 3;
const maxFrameBytes = 1_000_000;

let service: ServiceProcess;
let database: ServiceDatabase;
let api: ApiClient;
let bytes: Buffer;
/** A packet of one frame. */
let packet: string;

beforeAll(async () => {
  service = await ServiceProcess.start({
    env: { MAX_FRAMES_PER_PACKET: String(maxFrames), MAX_FRAME_BYTES: String(maxFrameBytes) },
  });
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  bytes = await softPicture().jpeg().toBuffer();
  packet = (await packetOf(1)).Id;
  await api.classified(packet);
});

afterAll(() => service?.stop());

const packetOf = async (frames: number) =>
  payloadOf(await api.createPacket(Array.from({ length: frames }, () => ({ bytes }))));

const ordersOf = ({ Frames }: { Frames: { Order: number }[] }) => Frames.map(({ Order }) => Order);

it('a PDF of more pages than a packet holds, or a file of too many bytes: 413, nothing is stored', async () => {
  for (const file of [await pdf(maxFrames + 1), Buffer.alloc(maxFrameBytes + 1, 255)]) {
    await leavesNothing(service.dataDir, database, async () => {
      expectFailure(await api.createPacket([{ bytes }, { bytes: file }, { bytes }]), 413, 'TOO_LARGE');
      expectFailure(await api.addFrames(packet, [{ bytes: file }]), 413, 'TOO_LARGE');
      expectFailure(await api.replaceFrame(packet, 1, { bytes: file }), 413, 'TOO_LARGE');
      expectFailure(await api.registerForm('Too large', [file]), 413, 'TOO_LARGE');
    });
  }
});

it('a number of files or pages over the limit: 413, nothing is stored', async () => {
  const twoPages = handmadeTiff({ pages: 2 });
  await leavesNothing(service.dataDir, database, async () => {
    const tooMany = Array.from({ length: maxFrames + 1 }, () => ({ bytes }));
    expectFailure(await api.createPacket(tooMany), 413, 'TOO_LARGE');
    expectFailure(await api.createPacket([{ bytes: twoPages }, { bytes: twoPages }]), 413, 'TOO_LARGE');
    expectFailure(await api.addFrames(packet, tooMany.slice(1)), 413, 'TOO_LARGE');
    expectFailure(await api.replaceFrame(packet, 1, { bytes: twoPages }), 413, 'TOO_LARGE');
    expectFailure(await api.registerForm('Too long', [twoPages, twoPages]), 413, 'TOO_LARGE');
  });
});

it('a packet is filled up to the limit', async () => {
  const { Id } = await packetOf(maxFrames - 1);
  expectFailure(await api.addFrames(Id, [{ bytes }, { bytes }]), 413, 'TOO_LARGE');
  expect(ordersOf(payloadOf(await api.addFrames(Id, [{ bytes }])))).toEqual([1, 2, 3]);
});

it('frames that a packet has no room for are refused before they are taken in', async () => {
  const { Id } = await packetOf(maxFrames - 1);
  await api.classified(Id);
  // What would be decided with the packet in hand has to wait.
  const held = await database.hold('select from input_packets where id = $1 for update', [Id]);
  const answer = await api.addFrames(Id, [{ bytes: handmadeTiff({ pages: 2 }) }]).finally(held.release);
  expectFailure(answer, 413, 'TOO_LARGE');
  expect(answer.body.Error?.Message).toBe(`A packet holds at most ${maxFrames} frames; this one has 2.`);
});

it('two additions at the same time do not exceed the limit together', async () => {
  const { Id } = await packetOf(maxFrames - 1);
  const added = await Promise.all([1, 2].map(() => api.addFrames(Id, [{ bytes }])));
  expect(added.map(({ status }) => status).sort()).toEqual([201, 413]);
  expect(ordersOf(payloadOf(await api.getPacket(Id)))).toEqual([1, 2, 3]);
});

it('a file over the limit of bytes is named as any other that is refused, and so is the limit', async () => {
  const [small, large] = [{ bytes }, { bytes: Buffer.alloc(maxFrameBytes + 1, 255) }];
  const alone = new FormData();
  alone.append('Picture', new Blob([new Uint8Array(large.bytes)]), 'frame.jpg');
  const answers = [
    ['Frames[1]', await api.createPacket([small, large, small])],
    ['Frames[0]', await api.replaceFrame(packet, 1, large)],
    ['Pages[2]', await api.registerForm('Too large', [bytes, bytes, large.bytes])],
    ['Picture', await api.call('POST', '/api/Form/match', { body: alone })],
  ] as const;
  for (const [Field, answer] of answers) {
    expectFailure(answer, 413, 'TOO_LARGE');
    expect(answer.body.Error?.Details).toEqual([{ Field, Message: `over ${maxFrameBytes} bytes` }]);
    expect(answer.body.Error?.Message).toBe(`${Field}: over ${maxFrameBytes} bytes.`);
  }
});
