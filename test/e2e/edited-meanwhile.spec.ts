import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

let service: ServiceUnderTest;
let database: ServiceDatabase;
let api: ApiClient;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service);
});

it('a normalization of frames that are edited meanwhile has one too', async () => {
  const bytes = await softPicture(120, 160).jpeg().toBuffer();
  const { Id } = payloadOf(await api.createPacket([{ bytes }, { bytes }, { bytes }]));
  await api.classified(Id);

  // The picture of a frame is written, and waits for its packet; the edit waits behind it.
  const held = await database.hold('select 1 from input_packets where id = $1 for update', [Id]);
  const run = api.normalize(Id);
  await until('the run waits', () => database.someoneWaits());
  const edit = api.removeFrame(Id, 1);
  await until('the edit waits', async () => (await database.waiting()) > 1);
  await held.release();
  payloadOf(await edit);

  const { Frames, Processed, Failed } = payloadOf(await run);
  expect(Frames.map(({ Order }) => Order)).toEqual([1, 2, 3]);
  expect({ Processed, Failed }).toEqual({ Processed: 3, Failed: 0 });
});

it('a run over frames that are edited meanwhile has an entry for each, by its order when it was asked for', async () => {
  const bytes = await softPicture(120, 160).jpeg().toBuffer();
  const { Id } = payloadOf(await api.createPacket([{ bytes }, { bytes }, { bytes }]));
  await api.classified(Id);

  // The library is asked for once the run knows its frames, and before it looks at the first.
  const held = await database.hold('lock table form_library');
  const run = api.classify(Id);
  await until('the run waits', () => database.someoneWaits());
  payloadOf(await api.removeFrame(Id, 1));
  await held.commit();

  const { Frames, Recognized, Unrecognized } = payloadOf(await run);
  expect(Frames.map(({ Order }) => Order)).toEqual([1, 2, 3]);
  expect(Frames[0].Error).toMatch(/removed meanwhile/);
  for (const { Error } of Frames.slice(1)) expect(Error).toMatch(/^No suitable form/);
  expect({ Recognized, Unrecognized }).toEqual({ Recognized: 0, Unrecognized: 3 });
});
