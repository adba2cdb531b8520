import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const count = 7;
/** So many rows of changes are left as they are. */
const rowsNotAddedUp = 100;

let service: ServiceUnderTest;
let api: ApiClient;
/** In the order in which they came in. */
const ids: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['ForceDeleteInputPacketCommand']);
  const bytes = await softPicture(80, 60).jpeg().toBuffer();
  for (let i = 0; i < count; i++) {
    const frames = Array.from({ length: 1 + (i % 2) }, () => ({ bytes }));
    ids.push(payloadOf(await api.createPacket(frames, i < 2 ? 'TWICE' : undefined)).Id);
  }
  for (const id of ids) await api.classified(id);
});

const list = async (query = '') => payloadOf(await api.listPackets(query));
const idsOf = async (query = '') => (await list(query)).Items.map(({ Id }) => Id);

describe('the queue', () => {
  it('shows packets newest first, with their numbers of frames', async () => {
    const { Total, Items } = await list();
    expect(Total).toBe(count);
    expect(Items.map(({ Id }) => Id)).toEqual([...ids].reverse());
    expect(Items.at(-2)).toEqual({
      Id: ids[1],
      Number: 'TWICE',
      CreatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      DeletedAt: null,
      Classification: 'ready',
      FrameCount: 2,
      RecognizedCount: 0,
    });
  });

  it('tells right numbers before and after changes are added up', async () => {
    const database = await ServiceDatabase.of(service);
    const counted = async () =>
      database.query<{ deleted: boolean; classification: string; packets: number }>(
        `select deleted_at is not null as deleted, classification, count(*)::int as packets
         from input_packets group by 1, 2 order by 1, 2`,
      );
    const noted = async () =>
      database.query<{ deleted: boolean; classification: string; packets: number }>(
        `select deleted, classification, sum(packets)::int as packets
         from packet_counts group by 1, 2 having sum(packets) <> 0 order by 1, 2`,
      );
    const rows = async () => (await database.query('select 1 from packet_counts')).length;
    // Nothing else works on the queue by now; what these leave is as it was.
    while ((await rows()) <= rowsNotAddedUp) {
      payloadOf(await api.delete(ids[0]));
      expect(await noted()).toEqual(await counted());
      payloadOf(await api.restore(ids[0]));
      await api.classified(ids[0]);
    }
    const before = await counted();
    expect(await noted()).toEqual(before);
    await database.query(`select graphile_worker.add_job('add_up_packet_counts')`);
    await until('added up', async () => (await rows()) <= before.length);
    expect(await noted()).toEqual(before);
    expect(await list()).toMatchObject({ Total: count });
  });

  it('is read in pages that neither overlap nor leave out', async () => {
    const pages = await Promise.all([0, 3, 6, 9].map((skip) => list(`?Skip=${skip}&Take=3`)));
    expect(pages.map(({ Items }) => Items.length)).toEqual([3, 3, 1, 0]);
    expect(pages.map(({ Total }) => Total)).toEqual([count, count, count, count]);
    expect(pages.flatMap(({ Items }) => Items.map(({ Id }) => Id))).toEqual([...ids].reverse());
  });

  it('is filtered by number and by state of classification', async () => {
    expect(await idsOf('?Number=TWICE')).toEqual([ids[1], ids[0]]);
    expect(await list('?Number=TWICE&Take=1')).toMatchObject({ Total: 2, Items: [{ Id: ids[1] }] });
    expect(await list('?Number=twice')).toEqual({ Total: 0, Items: [] });
    expect(await list("?Number=' or 1=1 --")).toEqual({ Total: 0, Items: [] });
    expect(await list('?Classification=ready')).toMatchObject({ Total: count });
    expect(await list('?Classification=pending')).toEqual({ Total: 0, Items: [] });
    expect(await list('?Classification=ready&Number=TWICE')).toMatchObject({ Total: 2 });
  });

  it('finds packets by what their barcodes hold, to the last character', async () => {
    const database = await ServiceDatabase.of(service);
    const values = ['CASE-1', 'CASE-1', "+1/2 & 'ä'\u001d%", 'Q'.repeat(6000)];
    for (const [k, value] of values.entries())
      await database.query(
        `insert into identifiers (id, packet_id, frame_id, type, value)
         select gen_random_uuid(), packet_id, id, 'QRCode', $2 from frames where packet_id = $1 and "order" = 1`,
        [ids[k], value],
      );
    const holding = (value: string) => idsOf(`?Identifier=${encodeURIComponent(value)}`);
    expect(await holding('CASE-1')).toEqual([ids[1], ids[0]]);
    expect(await list('?Identifier=CASE-1&Take=1')).toMatchObject({ Total: 2, Items: [{ Id: ids[1] }] });
    expect(await list('?Identifier=CASE-1&Classification=failed')).toEqual({ Total: 0, Items: [] });
    expect(await list('?Identifier=CASE-1&Number=TWICE&Deleted=true')).toEqual({ Total: 0, Items: [] });
    expect(await holding(values[2])).toEqual([ids[2]]);
    expect(await holding(values[3])).toEqual([ids[3]]);
    for (const other of ['case-1', 'CASE-', 'CASE-10', 'CASE-1 ', '%', 'Q'.repeat(5999)])
      expect(await holding(other)).toEqual([]);
  });

  it('numbers packets without a number by counting up, so that no two are alike', async () => {
    const numbers = (await list()).Items.map(({ Number }) => Number).filter((number) => number !== 'TWICE');
    expect(new Set(numbers).size).toBe(count - 2);
    expect(numbers).toEqual([...numbers].sort().reverse());
  });

  it('goes on counting beyond six digits, and passes over numbers that callers have sent', async () => {
    const database = await ServiceDatabase.of(service);
    const bytes = await softPicture(80, 60).jpeg().toBuffer();
    const packetOf = async (sent?: string) => payloadOf(await api.createPacket([{ bytes }], sent));
    const made = [];
    await database.query(`select setval('packet_numbers', 500041)`);
    made.push(await packetOf('500042'), await packetOf('500043'), await packetOf());
    await database.query(`select setval('packet_numbers', 999998)`);
    made.push(await packetOf('1000000'), await packetOf(), await packetOf());
    expect(made.map(({ Number }) => Number)).toEqual([
      '500042',
      '500043',
      '500044',
      '1000000',
      '999999',
      '1000001',
    ]);
    for (const { Id } of made) {
      await api.classified(Id);
      await api.forceDelete(Id);
    }
  });

  it('shows the softly deleted ones apart, and forgets those deleted for good', async () => {
    const [first, second] = ids;
    await api.delete(first);
    expect(await list()).toMatchObject({ Total: count - 1 });
    expect(await idsOf('?Number=TWICE')).toEqual([second]);
    expect(await list('?Deleted=true')).toMatchObject({
      Total: 1,
      Items: [{ Id: first, DeletedAt: expect.stringMatching(/Z$/) }],
    });
    expect(await idsOf('?Deleted=true&Number=TWICE')).toEqual([first]);
    expect(await idsOf('?Deleted=true&Number=other')).toEqual([]);

    await api.restore(first);
    expect(await idsOf('?Deleted=true')).toEqual([]);
    expect(await idsOf('?Deleted=false')).toEqual([...ids].reverse());

    await api.forceDelete(first);
    expect(await idsOf()).toEqual([...ids.slice(1)].reverse());
  });

  it('counts a form that the operator chose as recognized', async () => {
    // Registering needs the right; the choice does not.
    const admin = await ApiClient.for(service, ['RegisterFormCommand']);
    const page = await softPicture(600, 800).png().toBuffer();
    const form = payloadOf(await admin.registerForm('Chosen', [page]));
    await api.chooseForm(ids[1], 2, form.Id, 1);
    const { Items } = await list('?Number=TWICE');
    expect(Items).toMatchObject([{ Id: ids[1], FrameCount: 2, RecognizedCount: 1 }]);
  });
});
