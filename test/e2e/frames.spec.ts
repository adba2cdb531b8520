import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder, storedState } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { handmadeTiff, pdf } from '../support/hostile-files.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let database: ServiceDatabase;
let api: ApiClient;
/** A form of two pages. */
let form: string;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, ['RegisterFormCommand', 'DeleteFormCommand']);
  form = payloadOf(await api.registerForm('Two pages', [await picture(600), await picture(601)])).Id;
});

/** A picture that its width tells from all others. */
const picture = (width: number): Promise<Buffer> => softPicture(width, 200).jpeg().toBuffer();

async function packetOf(...widths: number[]): Promise<PacketDto> {
  const files = await Promise.all(widths.map(async (width) => ({ bytes: await picture(width) })));
  return payloadOf(await api.createPacket(files));
}

const widthsOf = ({ Frames }: PacketDto) => Frames.map(({ Width }) => Width);
const ordersOf = ({ Frames }: PacketDto) => Frames.map(({ Order }) => Order);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('the set of frames', () => {
  it('keeps the order in which files came, and frames are added behind the last', async () => {
    const packet = await packetOf(103, 101, 102);
    expect(widthsOf(packet)).toEqual([103, 101, 102]);
    expect(ordersOf(packet)).toEqual([1, 2, 3]);
    await api.classified(packet.Id);

    const answer = await api.addFrames(packet.Id, [
      { bytes: await picture(90) },
      { bytes: await picture(91) },
    ]);
    expect(answer.status).toBe(201);
    const added = payloadOf(answer);
    expect(widthsOf(added)).toEqual([103, 101, 102, 90, 91]);
    expect(added.Classification).toBe('pending');
    expect((await api.classified(packet.Id)).Frames.map(({ Error }) => Error)).not.toContain(null);
  });

  it('closes up when a frame is removed, and its file goes', async () => {
    const packet = await packetOf(101, 102, 103);
    await api.classified(packet.Id);
    const left = payloadOf(await api.removeFrame(packet.Id, 2));
    expect(widthsOf(left)).toEqual([101, 103]);
    expect(ordersOf(left)).toEqual([1, 2]);
    expect(left.Classification).toBe('pending');
    expectFailure(await api.removeFrame(packet.Id, 3), 404, 'FRAME_NOT_FOUND');
    await until(
      'file deleted',
      async () => (await filesUnder(service.dataDir, `files/packets/${packet.Id}`)).length === 2,
    );
    await api.classified(packet.Id);
  });

  it('keeps at least one frame', async () => {
    const packet = await packetOf(101);
    expectFailure(await api.removeFrame(packet.Id, 1), 409, 'CONFLICT');
    expect(widthsOf(payloadOf(await api.getPacket(packet.Id)))).toEqual([101]);
  });

  it('has a re-shot frame in the place of the old one, whose results and files go', async () => {
    const packet = await packetOf(101, 102, 103);
    await api.classified(packet.Id);
    await api.chooseForm(packet.Id, 2, form, 1);
    expect(payloadOf(await api.normalize(packet.Id, 2))).toMatchObject({ Processed: 1, Failed: 0 });

    const answer = await api.replaceFrame(packet.Id, 2, { bytes: await picture(99) });
    expect(answer.status).toBe(200);
    expect(widthsOf(payloadOf(answer))).toEqual([101, 99, 103]);
    const { Frames } = await api.classified(packet.Id);
    expect(Frames[1]).toMatchObject({ FormId: null, FormSource: null, HasImage: false, Flag: null });
    expect((await api.frameImage(packet.Id, 2, 'normalized')).status).toBe(404);
    await until(
      'files deleted',
      async () => (await filesUnder(service.dataDir, `files/packets/${packet.Id}`)).length === 3,
    );
  });

  it('survives edits at the same time: each is done, orders stay without gaps', async () => {
    const packet = await packetOf(101, 102, 103);
    const [ninety, eighty, seventy] = await Promise.all([90, 80, 70].map(picture));
    const answers = await Promise.all([
      api.addFrames(packet.Id, [{ bytes: ninety }]),
      api.addFrames(packet.Id, [{ bytes: eighty }]),
      api.removeFrame(packet.Id, 1),
      api.replaceFrame(packet.Id, 1, { bytes: seventy }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    const after = await api.classified(packet.Id);
    expect(ordersOf(after)).toEqual([1, 2, 3, 4]);
    // Re-shot before the removal it went, after it it stands.
    expect([
      [70, 80, 90, 103],
      [80, 90, 102, 103],
    ]).toContainEqual([...widthsOf(after)].sort((a, b) => a - b));
    await until(
      'files match rows',
      async () => (await filesUnder(service.dataDir, `files/packets/${packet.Id}`)).length === 4,
    );
  });

  it('two removals of the last two frames leave one', async () => {
    const packet = await packetOf(101, 102);
    const answers = await Promise.all([api.removeFrame(packet.Id, 1), api.removeFrame(packet.Id, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('files of several pages', () => {
  it('give a frame a page, in order', async () => {
    const files = [
      { bytes: await pdf(2) },
      { bytes: await picture(101) },
      { bytes: handmadeTiff({ pages: 3 }) },
    ];
    const { Id, Frames } = payloadOf(await api.createPacket(files));
    expect(Frames.map(({ Width, Height }) => [Width, Height])).toEqual([
      [2480, 3507],
      [2480, 3507],
      [101, 200],
      [8, 8],
      [8, 8],
      [8, 8],
    ]);
    const image = await api.frameImage(Id, 2);
    expect(image.headers.get('Content-Type')).toBe('image/png');
    const { data, info } = await sharp(await bytesOf(image))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The second page has a red square an inch from the left and two from the top.
    const inside = (700 * info.width + 400) * info.channels;
    expect([...data.subarray(inside, inside + 3)]).toEqual([255, 0, 0]);
  });

  it('cannot replace one frame', async () => {
    const packet = await packetOf(101);
    const answer = await api.replaceFrame(packet.Id, 1, { bytes: handmadeTiff({ pages: 2 }) });
    expectFailure(answer, 413, 'TOO_LARGE');
    expect(answer.body.Error?.Message).toMatch(/one page/);
  });
});

describe('a frame', () => {
  it('has the role it was given, document without one', async () => {
    const bytes = await picture(101);
    const mixed = payloadOf(await api.createPacket([{ bytes }, { bytes, role: 'barcode' }]));
    expect(mixed.Frames.map(({ Role }) => Role)).toEqual(['document', 'barcode']);
    const { Frames } = await api.classified(mixed.Id);
    expect(Frames[1].Error).toMatch(/barcode/);
    const normalized = payloadOf(await api.normalize(mixed.Id));
    expect(normalized.Frames[1]).toEqual({
      Order: 2,
      Role: 'barcode',
      HasImage: false,
      Flag: null,
      Error: null,
    });
    expect((await packetOf(101)).Frames[0].Role).toBe('document');
  });

  it('has the size that a viewer shows: EXIF orientation is honoured', async () => {
    const lying = await softPicture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { Frames } = payloadOf(await api.createPacket([{ bytes: lying }]));
    expect(Frames[0]).toMatchObject({ Width: 200, Height: 300 });
  });
});

it('a packet that failed is ready once all of its frames were classified, and not by one', async () => {
  const { Id } = await packetOf(101, 102);
  await api.classified(Id);
  await database.query(`update input_packets set classification = 'failed' where id = $1`, [Id]);
  await api.classify(Id, 1);
  expect(payloadOf(await api.getPacket(Id)).Classification).toBe('failed');
  await api.classify(Id);
  expect(payloadOf(await api.getPacket(Id)).Classification).toBe('ready');
});

describe("the operator's choice", () => {
  it('wins over the detector, survives re-runs and is withdrawn', async () => {
    const { Id } = await packetOf(101, 102);
    await api.classified(Id);
    const chosen = payloadOf(await api.chooseForm(Id, 1, form, 2));
    const choice = { FormId: form, FormName: 'Two pages', PageNumber: 2, Error: null };
    expect(chosen.Frames[0]).toMatchObject({ ...choice, FormSource: 'operator' });
    const run = payloadOf(await api.classify(Id));
    expect(run).toMatchObject({ PacketId: Id, Recognized: 1, Unrecognized: 1 });
    expect(run.Frames[0]).toMatchObject(choice);
    expect(run.Frames[1]).toMatchObject({ FormId: null, FormName: null, PageNumber: null });
    expect(run.Frames[1].Error).toMatch(/\S/);
    expect(payloadOf(await api.classify(Id, 1)).Frames).toMatchObject([{ Order: 1, ...choice }]);

    const withdrawn = payloadOf(await api.withdrawChoice(Id, 1));
    expect(withdrawn.Frames[0]).toMatchObject({ FormId: null, FormSource: null });
    expect(withdrawn.Frames[0].Error).toMatch(/\S/);
    expect((await api.withdrawChoice(Id, 1)).status).toBe(200);
  });

  it('stands while the picture cannot be read', async () => {
    const { Id } = await packetOf(101, 102);
    await api.classified(Id);
    await api.chooseForm(Id, 1, form, 2);
    const folder = join(service.dataDir, 'files', 'packets', Id);
    await rename(folder, join(service.dataDir, 'away'));
    const { Recognized, Frames } = payloadOf(await api.classify(Id));
    await rename(join(service.dataDir, 'away'), folder);
    expect(Recognized).toBe(1);
    expect(Frames).toMatchObject([
      { FormId: form, PageNumber: 2, Error: null },
      { FormId: null, Error: expect.stringMatching(/file store/) as string },
    ]);
  });

  it('moves with its frame when others are removed, added or re-shot', async () => {
    const { Id } = await packetOf(101, 102, 103);
    await api.chooseForm(Id, 3, form, 2);
    await api.chooseForm(Id, 2, form, 1);
    await api.removeFrame(Id, 1);
    await api.addFrames(Id, [{ bytes: await picture(90) }]);
    const moved = await api.classified(Id);
    expect(moved.Frames.map(({ Width, FormSource, PageNumber }) => [Width, FormSource, PageNumber])).toEqual([
      [102, 'operator', 1],
      [103, 'operator', 2],
      [90, null, null],
    ]);
    const reshot = payloadOf(await api.replaceFrame(Id, 1, { bytes: await picture(80) }));
    expect(reshot.Frames.map(({ FormSource }) => FormSource)).toEqual([null, 'operator', null]);
  });

  it('must be a form and page that exist, of a frame that does', async () => {
    const { Id } = await packetOf(101);
    expectFailure(await api.chooseForm(Id, 1, randomUUID(), 1), 404, 'FORM_NOT_FOUND');
    expectFailure(await api.chooseForm(Id, 1, form, 3), 400, 'INVALID_ARGUMENT');
    expectFailure(await api.chooseForm(Id, 2, form, 1), 404, 'FRAME_NOT_FOUND');
    expectFailure(await api.chooseForm(randomUUID(), 1, form, 1), 404, 'PACKET_NOT_FOUND');
    expect(payloadOf(await api.getPacket(Id)).Frames[0].FormSource).toBeNull();
  });

  it('keeps its name when the form leaves the library', async () => {
    const own = payloadOf(await api.registerForm('Short-lived', [await picture(602)])).Id;
    const { Id } = await packetOf(101);
    await api.chooseForm(Id, 1, own, 1);
    await api.deleteForm(own);
    const { Frames } = await api.classified(Id);
    expect(Frames[0]).toMatchObject({ FormId: own, FormName: 'Short-lived', FormSource: 'operator' });
    expect(payloadOf(await api.normalize(Id))).toMatchObject({ Failed: 0 });
    expect((await api.frameImage(Id, 1, 'normalized')).status).toBe(200);
    expectFailure(await api.chooseForm(Id, 1, own, 1), 404, 'FORM_NOT_FOUND');
  });
});

it('every file of the store belongs to a row in the end', async () => {
  const keys = () =>
    database.query<{ key: string }>(
      `select file_key as key from frames union select normalized_key from frames where normalized_key is not null
       union select file_key from form_pages`,
    );
  await until(
    'files and rows agree',
    async () => (await storedState(service.dataDir, database)).files.length === (await keys()).length,
  );
  expect(errorsOf(service)).toEqual([]);
});
