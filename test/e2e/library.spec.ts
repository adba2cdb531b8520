import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanPdf } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { createDatabase, dropDatabase } from '../support/service/database-server.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const dpi = 150;
const rights = ['RegisterFormCommand', 'DeleteFormCommand'];
let dataDir: string;
let database: ServiceDatabase;
let service: ServiceProcess;
let api: ApiClient;

/** A form of the samples, and a scan of its first page. */
async function sample(place: number): Promise<{ name: string; pdf: Buffer; scan: Buffer }> {
  const form = sampleForms()[place];
  const pdf = await form.pdf();
  return { name: form.name, pdf, scan: await scanPdf(pdf, dpi) };
}

const packetOf = async (scan: Buffer) => payloadOf(await api.createPacket([{ bytes: scan }])).Id;

/** The form that a frame is recognized as by now. */
async function formOf(packet: string): Promise<string | null> {
  return payloadOf(await api.classify(packet, 1)).Frames[0].FormId;
}

/** The picture that normalization makes of a frame. */
async function normalized(packet: string): Promise<Buffer> {
  expect(payloadOf(await api.normalize(packet, 1)).Frames).toMatchObject([{ HasImage: true, Error: null }]);
  const picture = await api.frameImage(packet, 1, 'normalized');
  return Buffer.from(await picture.arrayBuffer());
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packets-library-'));
  // Apart from the service, so that it stays up while the service is down.
  database = new ServiceDatabase(await createDatabase());
  await start();
});

afterAll(async () => {
  await service?.stop();
  await dropDatabase(database.url);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  service = await ServiceProcess.start({ dataDir, env: { DATABASE_URL: database.url } });
  api = await ApiClient.for(service, rights);
}

describe('the library of reference forms', () => {
  it('takes a registered, replaced or removed form into account with the very next frame', async () => {
    const { name, pdf, scan } = await sample(7);
    const packet = await packetOf(scan);
    expect(await formOf(packet)).toBeNull();

    const first = payloadOf(await api.registerForm(name, [pdf])).Id;
    expect(await formOf(packet)).toBe(first);

    const { Id: second, SameAs } = payloadOf(await api.registerForm('The same again', [pdf]));
    expect(SameAs?.map(({ Page, FormId, FormName }) => [Page, FormId, FormName])).toEqual(
      SameAs?.map((_, i) => [i + 1, first, name]),
    );
    expect(SameAs?.length).toBeGreaterThan(0);
    expect((await api.deleteForm(first)).status).toBe(200);
    expect(await formOf(packet)).toBe(second);

    expect((await api.deleteForm(second)).status).toBe(200);
    expect(await formOf(packet)).toBeNull();
  });

  it('tells of a page that it has already, and not of one that differs in a line', async () => {
    const [old, current] = [await sample(0), await sample(1)];
    const first = payloadOf(await api.registerForm(old.name, [old.pdf]));
    const second = payloadOf(await api.registerForm(current.name, [current.pdf]));
    expect([first.SameAs, second.SameAs]).toEqual([[], []]);
    // The same page once more, as another program has drawn it.
    const scanned = payloadOf(await api.registerForm('Scanned', [old.scan]));
    expect(scanned.SameAs).toEqual([{ Page: 1, FormId: first.Id, FormName: old.name, PageNumber: 1 }]);
    for (const { Id } of [first, second, scanned]) await api.deleteForm(Id);
  });

  it('keeps a form whose pages could not be compared with the others, and says so', async () => {
    const { scan } = await sample(7);
    // Its pictures are stored and its rows wait; what compares them comes behind.
    const held = await database.hold('lock table forms in share row exclusive mode');
    const registering = api.registerForm('Not compared', [scan]);
    await until('its rows wait', () => database.someoneWaits());
    for (const picture of await filesUnder(dataDir, 'files/forms')) await rm(picture);
    await held.release();
    const answer = await registering;
    expect(answer.status).toBe(201);
    const { Id, SameAs } = payloadOf(answer);
    expect(SameAs).toBeNull();
    expect((await api.deleteForm(Id)).status).toBe(200);
  });

  it('rebuilds profiles of another version after a start, while the other forms go on being recognized', async () => {
    const [old, current] = [await sample(3), await sample(7)];
    const oldForm = payloadOf(await api.registerForm(old.name, [old.scan])).Id;
    const currentForm = payloadOf(await api.registerForm(current.name, [current.scan])).Id;
    // More pages than one job rebuilds.
    const page = await softPicture(300, 200).png().toBuffer();
    await api.registerForm('Many pages', Array<Buffer>(21).fill(page));
    const [oldPacket, currentPacket] = [await packetOf(old.scan), await packetOf(current.scan)];
    expect(await formOf(oldPacket)).toBe(oldForm);
    const laid = await normalized(oldPacket);

    const profiles = () =>
      database.query<{ profile: Buffer; profile_version: number }>(
        `select profile, profile_version from form_pages where form_id <> $1 order by form_id, number`,
        [currentForm],
      );
    const made = await profiles();
    await service.stop();
    await database.query(`update form_pages set profile = '\\x00', profile_version = 0 where form_id <> $1`, [
      currentForm,
    ]);
    // The rebuild waits for what we hold, so that the time before it can be looked at.
    const held = await database.hold(`select 1 from form_pages where form_id = $1 for update`, [oldForm]);
    await start();
    await until('rebuild under way', () => database.someoneWaits());
    // A page that waits for its turn is still what its frames are laid onto.
    expect((await normalized(oldPacket)).equals(laid)).toBe(true);
    expect((await api.frameImage(oldPacket, 1, 'overlay')).status).toBe(200);
    expect(await formOf(currentPacket)).toBe(currentForm);
    expect(await formOf(oldPacket)).toBeNull();

    await held.release();
    await until('profiles rebuilt', async () => (await profiles()).every((page) => page.profile_version > 0));
    expect(await profiles()).toEqual(made);
    expect(await formOf(oldPacket)).toBe(oldForm);
  });

  it('rebuilds profiles behind a page whose picture is lost', async () => {
    const page = await softPicture(300, 200).png().toBuffer();
    const ids: string[] = [];
    for (const name of ['One', 'Another']) ids.push(payloadOf(await api.registerForm(name, [page])).Id);
    const [lost, kept] = ids.sort();
    for (const picture of await filesUnder(dataDir, `files/forms/${lost}`)) await rm(picture);
    await database.query('update form_pages set profile_version = 0 where form_id = any($1)', [ids]);
    await database.query(`select graphile_worker.add_job('rebuild_profiles', '{}')`);
    const rebuilt = async () => {
      const rows = await database.query<{ form_id: string }>(
        'select form_id from form_pages where form_id = any($1) and profile_version > 0',
        [ids],
      );
      return rows.map((row) => row.form_id);
    };
    await until('the other is rebuilt', async () => (await rebuilt()).includes(kept));
    expect(await rebuilt()).toEqual([kept]);
    for (const id of ids) await api.deleteForm(id);
  });
});
