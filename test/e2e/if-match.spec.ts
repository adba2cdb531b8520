import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { type Answer, ApiClient, packetForm, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

/** Files are deleted by the queue, where the classification of many packets may come first. */
const deletedWithinMs = 50_000;

let service: ServiceUnderTest;
let api: ApiClient;
let form: string;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  form = payloadOf(await api.registerForm('One page', [await picture(600)])).Id;
});

/** A picture that its width tells from all others. */
const picture = (width: number): Promise<Buffer> => softPicture(width, 200).jpeg().toBuffer();

async function packetOf(...widths: number[]): Promise<PacketDto> {
  const files = await Promise.all(widths.map(async (width) => ({ bytes: await picture(width) })));
  return payloadOf(await api.createPacket(files));
}

const widthsOf = ({ Frames }: PacketDto) => Frames.map(({ Width }) => Width);
const tagOf = ({ headers }: Answer<unknown>) => headers.get('ETag') ?? '';

/** Every edit that names frames by their place, or adds to them. */
const edits: Record<string, (id: string, ifMatch: string) => Promise<Answer<PacketDto>>> = {
  add: async (id, ifMatch) =>
    send('POST', `${id}/frames`, ifMatch, packetForm([{ bytes: await picture(90) }])),
  replace: async (id, ifMatch) =>
    send('PUT', `${id}/frames/1`, ifMatch, packetForm([{ bytes: await picture(91) }])),
  remove: (id, ifMatch) => send('DELETE', `${id}/frames/1`, ifMatch),
  choose: (id, ifMatch) =>
    send('PUT', `${id}/frames/1/form`, ifMatch, JSON.stringify({ FormId: form, PageNumber: 1 })),
  withdraw: (id, ifMatch) => send('DELETE', `${id}/frames/1/form`, ifMatch),
};

function send(
  method: string,
  path: string,
  ifMatch: string,
  body?: FormData | string,
): Promise<Answer<PacketDto>> {
  const headers = new Headers({ 'If-Match': ifMatch });
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  return api.call(method, `/api/InputPacket/${path}`, { body, headers });
}

describe('the ETag of a packet', () => {
  it('stands for its set of frames: each edit of that changes it, and nothing else does', async () => {
    const created = await api.createPacket([{ bytes: await picture(101) }, { bytes: await picture(102) }]);
    const { Id, Revision } = payloadOf(created);
    expect(tagOf(created)).toBe(`"${Revision}"`);
    const tags = [tagOf(created)];
    for (const edit of [edits.add, edits.replace, edits.remove]) {
      const answer = await edit(Id, '*');
      expect(tagOf(answer)).toBe(`"${payloadOf(answer).Revision}"`);
      expect(tags).not.toContain(tagOf(answer));
      tags.push(tagOf(answer));
    }
    await api.classified(Id);
    await api.normalize(Id);
    for (const edit of [edits.choose, edits.withdraw]) expect(tagOf(await edit(Id, '*'))).toBe(tags.at(-1));
    expect(tagOf(await api.getPacket(Id))).toBe(tags.at(-1));
  });

  it('stays as it is when classification is queued anew for want of a job', async () => {
    const database = await ServiceDatabase.of(service);
    const { Id } = await packetOf(103);
    await api.classified(Id);
    const tag = tagOf(await api.getPacket(Id));
    await database.jobsDone('classify_packet');
    await database.query(`update input_packets set classification = 'running' where id = $1`, [Id]);
    await database.query(`select graphile_worker.add_job('sweep')`);
    await api.classified(Id);
    expect(tagOf(await api.getPacket(Id))).toBe(tag);

    await api.delete(Id);
    await database.query(`update input_packets set classification = 'failed' where id = $1`, [Id]);
    expect(tagOf(await api.restore(Id))).toBe(tag);
    await api.classified(Id);
    expect(tagOf(await api.getPacket(Id))).toBe(tag);
  });

  it('stays away from failures', async () => {
    const { Id } = await packetOf(101);
    expect((await edits.remove(Id, '*')).headers.get('ETag')).toBeNull();
  });
});

describe('If-Match', () => {
  it.each(Object.keys(edits))('lets through what is meant for the frames as they are (%s)', async (name) => {
    const { Id } = await packetOf(101, 102);
    const answer = await edits[name](Id, tagOf(await api.getPacket(Id)));
    expect(answer.status).toBe(name === 'add' ? 201 : 200);
  });

  it.each(Object.keys(edits))(
    'stops what is meant for frames as they were, and nothing is left of it (%s)',
    async (name) => {
      const { Id } = await packetOf(101, 102);
      const seen = tagOf(await api.getPacket(Id));
      await api.removeFrame(Id, 1);
      const before = payloadOf(await api.getPacket(Id));
      expectFailure(await edits[name](Id, seen), 412, 'PRECONDITION_FAILED');
      const after = payloadOf(await api.getPacket(Id));
      expect([widthsOf(after), after.Revision]).toEqual([widthsOf(before), before.Revision]);
      expect(after.Frames.map(({ FormSource }) => FormSource)).not.toContain('operator');
      await until(
        'files match rows',
        async () => (await filesUnder(service.dataDir, `files/packets/${Id}`)).length === 1,
        deletedWithinMs,
      );
    },
  );

  it('has one of two operators at once remove the frame that both mean, and no other frame goes', async () => {
    const { Id } = await packetOf(101, 102, 103);
    const seen = tagOf(await api.getPacket(Id));
    const answers = await Promise.all([edits.remove(Id, seen), edits.remove(Id, seen)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(widthsOf(payloadOf(await api.getPacket(Id)))).toEqual([102, 103]);
  });

  it('leaves no file of a new shot for frames that are edited while it comes in', async () => {
    const { Id } = await packetOf(101, 102);
    const seen = tagOf(await api.getPacket(Id));
    const answers = await Promise.all([
      edits.replace(Id, seen),
      edits.replace(Id, seen),
      edits.add(Id, seen),
    ]);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(2);
    const { Frames } = payloadOf(await api.getPacket(Id));
    await until(
      'files match rows',
      async () => (await filesUnder(service.dataDir, `files/packets/${Id}`)).length === Frames.length,
      deletedWithinMs,
    );
  });

  it('may name several; weak ETags and foreign ones match nothing', async () => {
    const { Id } = await packetOf(101, 102, 103);
    const seen = tagOf(await api.getPacket(Id));
    for (const none of [`W/${seen}`, '"abc"', `"x", W/${seen}`, '""']) {
      expectFailure(await edits.remove(Id, none), 412, 'PRECONDITION_FAILED');
    }
    expect((await edits.remove(Id, `"abc", ${seen}`)).status).toBe(200);
    expect((await edits.remove(Id, ' * ')).status).toBe(200);
  });

  it('that is no list of ETags is an argument that is wrong', async () => {
    const { Id } = await packetOf(101, 102);
    for (const wrong of ['1', '"1', '"1" "2"', '*, "1"']) {
      const answer = await edits.remove(Id, wrong);
      expectFailure(answer, 400, 'INVALID_ARGUMENT');
      expect(answer.body.Error?.Details?.[0].Field).toBe('If-Match');
    }
    expect(widthsOf(payloadOf(await api.getPacket(Id)))).toEqual([101, 102]);
  });
});
