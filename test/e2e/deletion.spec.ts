import { randomUUID } from 'node:crypto';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { scanPdf } from '../support/render-pdf-page.js';
import { coverSheet } from '../support/sample-forms/index.js';
import { type Answer, ApiClient, payloadOf, type UploadFile } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let database: ServiceDatabase;
let operator: ApiClient;
let admin: ApiClient;
let picture: Buffer;
let form: string;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  operator = await ApiClient.for(service);
  admin = await ApiClient.for(service, ['ForceDeleteInputPacketCommand', 'RegisterFormCommand']);
  picture = await softPicture(300, 200).jpeg().toBuffer();
  form = payloadOf(await admin.registerForm('Chosen', [await softPicture(600, 800).png().toBuffer()])).Id;
});

const filesOf = (id: string) => filesUnder(service.dataDir, `files/packets/${id}`);

async function packetOf(frames: number, number?: string): Promise<PacketDto> {
  const files: UploadFile[] = Array.from({ length: frames }, () => ({ bytes: picture }));
  return payloadOf(await operator.createPacket(files, number));
}

/** A packet with everything: a choice, normalized pictures, an identifier. */
async function fullPacket(): Promise<PacketDto> {
  const bytes = picture;
  const { Id } = payloadOf(
    await operator.createPacket([{ bytes }, { bytes }, { bytes, role: 'barcode' }], 'FULL-1'),
  );
  await operator.classified(Id);
  await operator.chooseForm(Id, 1, form, 1);
  expect(payloadOf(await operator.normalize(Id)).Failed).toBe(0);
  // What a barcode on the third frame would have brought in.
  await database.query(
    `insert into identifiers (id, packet_id, frame_id, type, value)
     select gen_random_uuid(), packet_id, id, 'QRCode', 'CASE-1' from frames where packet_id = $1 and "order" = 3`,
    [Id],
  );
  return payloadOf(await operator.getPacket(Id));
}

/** Every call on a packet but restoring it and deleting it for good. */
const everyOtherCall: [name: string, call: (id: string) => Promise<Answer<unknown>>][] = [
  ['read', (id) => operator.getPacket(id)],
  ['delete', (id) => operator.delete(id)],
  ['classify', (id) => operator.classify(id)],
  ['classify a frame', (id) => operator.classify(id, 1)],
  ['normalize', (id) => operator.normalize(id)],
  ['normalize a frame', (id) => operator.normalize(id, 1)],
  ['add frames', (id) => operator.addFrames(id, [{ bytes: picture }])],
  ['re-shoot a frame', (id) => operator.replaceFrame(id, 1, { bytes: picture })],
  ['remove a frame', (id) => operator.removeFrame(id, 1)],
  ['choose a form', (id) => operator.chooseForm(id, 1, form, 1)],
  ['withdraw a choice', (id) => operator.withdrawChoice(id, 1)],
  ...['original', 'normalized', 'overlay', 'original&Width=100'].map(
    (variant): [string, (id: string) => Promise<Answer<unknown>>] => [
      `see the picture: ${variant}`,
      (id) => operator.call('GET', `/api/InputPacket/${id}/frames/1/image?Variant=${variant}`),
    ],
  ),
];

describe('soft deletion', () => {
  it('answers what was deleted, and hides the packet from every call but restore and force', async () => {
    const { Id, Number } = await packetOf(1);
    await operator.classified(Id);
    const answer = await operator.delete(Id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      Payload: { Id, Number, Mode: 'soft' },
      Error: null,
      RequestId: answer.headers.get('X-Request-Id'),
    });
    for (const [name, call] of everyOtherCall) {
      const { status, body } = await call(Id);
      // A picture that does not exist is 404 too, of a packet that is there.
      expect([name, status, body.Error?.Code]).toEqual([name, 404, 'PACKET_NOT_FOUND']);
    }
    expectFailure(await operator.getPacket(Id), 404, 'PACKET_NOT_FOUND');
    expect(payloadOf(await operator.listPackets()).Items.map((item) => item.Id)).not.toContain(Id);
    expect(payloadOf(await operator.listPackets('?Deleted=true')).Items.map((item) => item.Id)).toContain(Id);
    expect(await filesOf(Id)).toHaveLength(1);
  });

  it('is undone with frames, choices, identifiers and pictures', async () => {
    const before = await fullPacket();
    expect(before.Identifiers).toEqual([{ Type: 'QRCode', Value: 'CASE-1', Frame: 3 }]);
    await operator.delete(before.Id);
    const restored = await operator.restore(before.Id);
    expect(restored.status).toBe(200);
    expect(payloadOf(restored)).toEqual(before);
    for (const variant of ['original', 'normalized']) {
      for (const order of [1, 2]) {
        const response = await operator.frameImage(before.Id, order, variant);
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      }
    }
    expectFailure(await operator.restore(before.Id), 409, 'CONFLICT');
    expectFailure(await operator.restore(randomUUID()), 404, 'PACKET_NOT_FOUND');
  });

  it('of two callers at the same time tells one', async () => {
    const { Id } = await packetOf(1);
    const answers = await Promise.all([operator.delete(Id), operator.delete(Id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('before classification was done: it is done after restoring', async () => {
    const { Id } = await packetOf(1);
    await operator.classified(Id);
    await operator.delete(Id);
    // As where the packet was deleted before its job came up, which then finds nothing to do.
    await database.query(`update input_packets set classification = 'pending' where id = $1`, [Id]);
    await database.query(
      `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text))`,
      [Id],
    );
    await database.jobsDone('classify_packet');
    expect(payloadOf(await operator.restore(Id)).Classification).toBe('pending');
    expect((await operator.classified(Id)).Classification).toBe('ready');
  });
});

describe('hard deletion', () => {
  it('takes the right of that name; without it the packet stays as it was', async () => {
    const before = await fullPacket();
    const other = await ApiClient.for(service, [
      'RegisterFormCommand',
      'ForceDeleteInputPacketCommands',
      'force',
    ]);
    for (const caller of [operator, other]) {
      expectFailure(await caller.forceDelete(before.Id), 403, 'RIGHT_MISSING');
    }
    expectFailure(
      await new ApiClient(service.url, null).call('DELETE', `/api/InputPacket/${before.Id}/force`),
      401,
      'UNAUTHENTICATED',
    );
    expect(payloadOf(await operator.getPacket(before.Id))).toEqual(before);
    expect(await filesOf(before.Id)).toHaveLength(5);
  });

  it.each([false, true])('takes rows and all files, softly deleted before: %s', async (softFirst) => {
    const { Id, Number } = await fullPacket();
    const bystander = await packetOf(1);
    if (softFirst) await operator.delete(Id);
    const answer = await admin.forceDelete(Id);
    expect(answer.status).toBe(200);
    expect(payloadOf(answer)).toEqual({ Id, Number, Mode: 'force' });
    const [rows] = await database.query(
      `select (select count(*)::int from input_packets where id = $1) as packets,
              (select count(*)::int from frames where packet_id = $1) as frames,
              (select count(*)::int from identifiers where packet_id = $1) as identifiers`,
      [Id],
    );
    expect(rows).toEqual({ packets: 0, frames: 0, identifiers: 0 });
    await until('files gone', async () => (await filesOf(Id)).length === 0);
    expectFailure(await admin.forceDelete(Id), 404, 'PACKET_NOT_FOUND');
    expectFailure(await operator.restore(Id), 404, 'PACKET_NOT_FOUND');
    expect(await filesOf(bystander.Id)).toHaveLength(1);
    expect((await operator.getPacket(bystander.Id)).status).toBe(200);
  });

  it('of two callers at the same time tells one', async () => {
    const { Id } = await packetOf(2);
    const answers = await Promise.all([admin.forceDelete(Id), admin.forceDelete(Id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    await until('files gone', async () => (await filesOf(Id)).length === 0);
  });

  it('has its files gone before packets that wait are classified', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await packetOf(1)).Id);
    for (const id of ids) await operator.classified(id);
    const [deleted, ...others] = ids;
    // The service does one job at a time: one packet is in hand, and the next cannot be done either.
    const held = [];
    for (const id of others) {
      held.push(await database.hold('select 1 from frames where packet_id = $1 for update', [id]));
      await database.query(
        `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text))`,
        [id],
      );
      await until('the first is in hand', () => database.someoneWaits());
    }
    await admin.forceDelete(deleted);
    await held[0].release();
    await until('files gone', async () => (await filesOf(deleted)).length === 0);
    await held[1].release();
    await database.jobsDone();
  });

  it.each(['deleted for good', 're-shot'])(
    'while its barcodes are written, %s: both are done',
    async (way) => {
      const bytes = await scanPdf(await coverSheet('CASE-1'), 100);
      const { Id } = payloadOf(await operator.createPacket([{ bytes, role: 'barcode' }]));
      await operator.classified(Id);
      // The barcodes of a frame have locked it and wait for their table; the other waits for the frame or its packet.
      const held = await database.hold('lock table identifiers in share mode');
      const reading = operator.normalize(Id);
      await until('the barcodes wait', async () => (await database.waiting()) === 1);
      const other =
        way === 're-shot' ? operator.replaceFrame(Id, 1, { bytes: picture }) : admin.forceDelete(Id);
      await until('the other waits', async () => (await database.waiting()) === 2);
      await held.release();
      expect((await other).status).toBe(200);
      expect(payloadOf(await reading)).toMatchObject({ Processed: 1, Failed: 0 });
    },
  );

  it('while it is classified and normalized: nothing comes back and no file is left', async () => {
    const { Id } = await packetOf(6);
    const running = Promise.all([
      operator.normalize(Id),
      operator.classify(Id),
      operator.addFrames(Id, [{ bytes: picture }]),
    ]);
    // The first normalized picture is written; the others are in hand.
    await until('normalization under way', async () => (await filesOf(Id)).length > 6);
    expect((await admin.forceDelete(Id)).status).toBe(200);
    for (const { status, body } of await running) {
      expect([200, 201, 404]).toContain(status);
      expect(body.Error?.Code ?? 'PACKET_NOT_FOUND').toBe('PACKET_NOT_FOUND');
    }
    await database.jobsDone();
    expect(await filesOf(Id)).toEqual([]);
    expect((await operator.getPacket(Id)).status).toBe(404);
    const left = await database.query('select 1 from frames where packet_id = $1', [Id]);
    expect(left).toEqual([]);
  });
});

it('nothing of this was an error to the service', () => {
  expect(errorsOf(service)).toEqual([]);
});
