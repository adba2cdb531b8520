import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameDto } from '../../src/input-packets/dto/packet.dto.js';
import { type CaptureLevel, photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage, scanPdf } from '../support/render-pdf-page.js';
import { coverSheet, letter, sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf, type UploadFile } from '../support/service/api-client.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const dpi = 150;
/** Density at which a cover sheet is scanned: as a PDF it would be drawn at 300 dpi, and take a second each time. */
const scanDpi = 100;
const value = 'CASE-2026-000417';
let service: ServiceUnderTest;
let api: ApiClient;
/** A scanned cover sheet that bears `value`. */
let cover: Buffer;

beforeAll(async () => {
  cover = await scanPdf(await coverSheet(value), scanDpi);
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand', 'DeleteFormCommand']);
});

async function photograph(pdf: Buffer, level: CaptureLevel, seed: number): Promise<Buffer> {
  const page = await renderPdfPage(pdf, 1, dpi);
  return (await photographPage(page, dpi, { level, seed, megapixels: 2 })).jpeg();
}

async function classified(...frames: UploadFile[]) {
  return api.classified(payloadOf(await api.createPacket(frames)).Id);
}

const rolesOf = ({ Frames }: { Frames: FrameDto[] }) => Frames.map(({ Role }) => Role);

describe('the role of a frame', () => {
  it('is found out where the uploader gave none', async () => {
    const form = sampleForms()[7];
    const formId = payloadOf(await api.registerForm(form.name, [await form.pdf()])).Id;
    const packet = await classified(
      { bytes: await photograph(await coverSheet(value), 'easy', 1) },
      { bytes: await photograph(await form.pdf(), 'scan', 2) },
      { bytes: await photograph(await letter(3), 'scan', 3) },
    );
    expect(rolesOf(packet)).toEqual(['barcode', 'document', 'document']);
    expect(packet.Identifiers).toEqual([{ Type: 'QRCode', Value: value, Frame: 1 }]);
    expect(packet.Frames[0]).toMatchObject({
      FormId: null,
      Error: expect.stringContaining('No suitable form'),
    });
    expect(packet.Frames[1]).toMatchObject({ FormId: formId, Error: null });
    expect(payloadOf(await api.normalize(packet.Id, 1)).Frames).toEqual([
      { Order: 1, Role: 'barcode', HasImage: false, Flag: null, Error: null },
    ]);
  });

  it('of a barcode sheet whose symbol holds a zero byte: that byte is told by its picture', async () => {
    const packet = await classified({
      bytes: await scanPdf(await coverSheet('CASE\u0000417', 'DataMatrix'), scanDpi),
    });
    expect(packet).toMatchObject({
      Classification: 'ready',
      Identifiers: [{ Type: 'DataMatrix', Value: 'CASE\u2400417', Frame: 1 }],
    });
  });

  it('is kept as the uploader gave it', async () => {
    const document = await classified({ bytes: cover, role: 'document' });
    expect(rolesOf(document)).toEqual(['document']);
    expect(document.Identifiers).toEqual([]);
    const text = await photograph(await letter(5), 'scan', 5);
    expect(rolesOf(await classified({ bytes: text, role: 'barcode' }))).toEqual(['barcode']);
  });

  it('of a barcode sheet: a normalization that failed is forgotten by the next one', async () => {
    const { Id } = await classified({ bytes: cover, role: 'barcode' });
    const [file] = await filesUnder(service.dataDir, `files/packets/${Id}`);
    const aside = join(service.dataDir, 'aside');
    await rename(file, aside);
    expect(payloadOf(await api.normalize(Id)).Failed).toBe(1);
    expect(payloadOf(await api.getPacket(Id)).Frames[0].NormalizationError).toEqual(expect.any(String));
    await rename(aside, file);
    expect(payloadOf(await api.normalize(Id)).Failed).toBe(0);
    expect(payloadOf(await api.getPacket(Id)).Frames[0].NormalizationError).toBeNull();
  });

  it('is document where the operator names its form, whatever it looks like', async () => {
    const page = await softPicture(600, 800).png().toBuffer();
    const form = payloadOf(await api.registerForm('Chosen', [page])).Id;
    const { Id, ...found } = await classified({ bytes: cover });
    expect(rolesOf(found)).toEqual(['barcode']);
    const chosen = payloadOf(await api.chooseForm(Id, 1, form, 1));
    await api.classify(Id, 1);
    for (const packet of [chosen, payloadOf(await api.getPacket(Id))]) {
      expect([rolesOf(packet), packet.Identifiers]).toEqual([['document'], []]);
    }
    expect(payloadOf(await api.normalize(Id, 1)).Frames[0].HasImage).toBe(true);

    const again = payloadOf(await api.withdrawChoice(Id, 1));
    expect(again.Frames[0]).toMatchObject({ Role: 'barcode', HasImage: false });
    expect(again.Identifiers).toEqual([{ Type: 'QRCode', Value: value, Frame: 1 }]);
    await until(
      'its picture deleted',
      async () => (await filesUnder(service.dataDir, `files/packets/${Id}`)).length === 1,
    );
  });

  it('is document where the operator names its form, though its uploader called it a barcode sheet', async () => {
    const page = await softPicture(600, 800).png().toBuffer();
    const form = payloadOf(await api.registerForm('Chosen', [page])).Id;
    const { Id } = await classified({ bytes: cover, role: 'barcode' });
    const bearsIt = async () =>
      payloadOf(await api.listPackets(`?Identifier=${value}`)).Items.some((packet) => packet.Id === Id);
    expect(await bearsIt()).toBe(true);
    const chosen = payloadOf(await api.chooseForm(Id, 1, form, 1));
    expect([rolesOf(chosen), chosen.Identifiers]).toEqual([['document'], []]);
    expect(await bearsIt()).toBe(false);
    expect(payloadOf(await api.normalize(Id, 1)).Frames).toMatchObject([
      { Role: 'document', HasImage: true },
    ]);
    await api.withdrawChoice(Id, 1);
    expect(await bearsIt()).toBe(true);
  });

  it('found out while it is normalized leaves it without a picture', async () => {
    const database = await ServiceDatabase.of(service);
    const { Id } = await classified({ bytes: await softPicture(300, 200).jpeg().toBuffer() });
    // What is normalized waits for its packet, with its picture written.
    const held = await database.hold('select 1 from input_packets where id = $1 for update', [Id]);
    const normalizing = api.normalize(Id, 1);
    await until('normalization waits', () => database.someoneWaits());
    await database.query(`update frames set role = 'barcode' where packet_id = $1`, [Id]);
    await held.release();
    expect(payloadOf(await normalizing)).toMatchObject({
      Failed: 1,
      Frames: [{ HasImage: false, Error: expect.stringContaining('barcode') }],
    });
    expect(payloadOf(await api.getPacket(Id)).Frames[0].HasImage).toBe(false);
    expect(await filesUnder(service.dataDir, `files/packets/${Id}`)).toHaveLength(1);
  });

  describe('named by the operator meanwhile', () => {
    let form: string;
    let database: ServiceDatabase;

    beforeAll(async () => {
      form = payloadOf(await api.registerForm('Chosen', [await softPicture(600, 800).png().toBuffer()])).Id;
      database = await ServiceDatabase.of(service);
    });

    afterAll(() => api.deleteForm(form));

    /** The operator names the form of a packet's last frame at the moment when the work on a frame is to be written. */
    async function namedDuring<T>(packet: string, work: () => Promise<T>): Promise<T> {
      // Whoever writes a role, identifiers or a picture waits for the packet.
      const held = await database.hold('select 1 from input_packets where id = $1 for update', [packet]);
      const working = work();
      await until('what was found waits', () => database.someoneWaits());
      await database.query(
        `update frames set chosen_form_id = $2, chosen_form_name = 'Chosen', chosen_page_number = 1
         where packet_id = $1 and "order" = (select max("order") from frames where packet_id = $1)`,
        [packet, form],
      );
      await held.release();
      return working;
    }

    it('is document, though its picture was taken for a barcode sheet', async () => {
      const { Id, ...found } = await classified({ bytes: cover });
      expect(rolesOf(found)).toEqual(['barcode']);
      const run = payloadOf(await namedDuring(Id, () => api.classify(Id, 1)));
      expect(run.Frames[0]).toMatchObject({ FormId: form, Error: null });
      const { Frames, Identifiers } = payloadOf(await api.getPacket(Id));
      expect(Frames[0]).toMatchObject({ Role: 'document', FormSource: 'operator', FormId: form });
      expect(Identifiers).toEqual([]);
    });

    it('leaves the packet without identifiers that were just being read from it', async () => {
      const { Id } = await classified({ bytes: cover });
      await namedDuring(Id, () => api.normalize(Id, 1));
      const packet = payloadOf(await api.getPacket(Id));
      expect([rolesOf(packet), packet.Identifiers]).toEqual([['document'], []]);
    });

    it('leaves a picture that was just being made of it outdated', async () => {
      const { Id } = await classified({ bytes: await softPicture(900, 1200).jpeg().toBuffer() });
      const { Frames } = payloadOf(await namedDuring(Id, () => api.normalize(Id)));
      expect(Frames).toMatchObject([{ HasImage: true, Flag: 'outdated' }]);
    });

    it('counts for a frame that waits for its turn to be normalized', async () => {
      const bytes = await softPicture(900, 1200).jpeg().toBuffer();
      const { Id } = await classified({ bytes, role: 'document' }, { bytes, role: 'document' });
      const { Frames } = payloadOf(await namedDuring(Id, () => api.normalize(Id)));
      expect(Frames.map(({ Flag }) => Flag === 'unregistered')).toEqual([false, true]);
    });
  });

  it('turns back when the sheet proves to be a form, and a picture made before it was known goes', async () => {
    const pdf = await coverSheet(value, 'DataMatrix');
    const packet = await classified({ bytes: await photograph(pdf, 'scan', 6) });
    expect(rolesOf(packet)).toEqual(['barcode']);

    // The cover sheet becomes a form of the library: what is recognized is a document, and can be normalized.
    const form = payloadOf(await api.registerForm('Cover sheet', [pdf])).Id;
    expect(payloadOf(await api.classify(packet.Id, 1)).Frames[0].FormId).toBe(form);
    const asForm = payloadOf(await api.getPacket(packet.Id));
    expect(rolesOf(asForm)).toEqual(['document']);
    expect(asForm.Identifiers).toEqual([]);
    expect(payloadOf(await api.normalize(packet.Id, 1)).Frames[0].HasImage).toBe(true);

    expect((await api.deleteForm(form)).status).toBe(200);
    await api.classify(packet.Id, 1);
    const again = payloadOf(await api.getPacket(packet.Id));
    expect(again.Frames[0]).toMatchObject({ Role: 'barcode', HasImage: false });
    expect(again.Identifiers).toEqual([{ Type: 'DataMatrix', Value: value, Frame: 1 }]);
    await until(
      'its picture deleted',
      async () => (await filesUnder(service.dataDir, `files/packets/${packet.Id}`)).length === 1,
    );
  });
});

it("a packet's identifiers stand in the order of its frames and of their values, however they came in", async () => {
  const database = await ServiceDatabase.of(service);
  const bytes = await softPicture(300, 200).jpeg().toBuffer();
  const { Id } = await classified({ bytes, role: 'barcode' }, { bytes, role: 'barcode' });
  for (const [order, read] of [
    [2, 'A'],
    [1, 'ä'],
    [1, 'b'],
    [1, 'C'],
    [1, 'B'],
  ]) {
    await database.query(
      `insert into identifiers (id, packet_id, frame_id, type, value)
       select gen_random_uuid(), packet_id, id, 'QRCode', $3 from frames where packet_id = $1 and "order" = $2`,
      [Id, order, read],
    );
  }
  const { Identifiers } = payloadOf(await api.getPacket(Id));
  expect(Identifiers.map(({ Frame, Value }) => [Frame, Value])).toEqual([
    [1, 'B'],
    [1, 'C'],
    [1, 'b'],
    [1, 'ä'],
    [2, 'A'],
  ]);
});
