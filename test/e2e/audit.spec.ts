import { softPicture } from '../support/noisy-picture.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

interface AuditEvent {
  At: string;
  Action: string;
  Subject: string | null;
  RequestId: string | null;
  TargetId: string;
  TargetName: string;
}

let service: ServiceUnderTest;
let operator: ApiClient;
let administrator: ApiClient;
let page: Buffer;

beforeAll(async () => {
  service = await sharedService();
  operator = await ApiClient.for(service);
  administrator = await ApiClient.for(
    service,
    ['ForceDeleteInputPacketCommand', 'RegisterFormCommand', 'DeleteFormCommand', 'ListAuditEventsQuery'],
    'administrator',
  );
  page = await softPicture(600, 800).png().toBuffer();
});

const eventsOf = async (id: string) =>
  payloadOf(
    await administrator.call<{ Total: number; Items: AuditEvent[] }>('GET', `/api/Audit?TargetId=${id}`),
  );

describe('audit trail', () => {
  it('says who deleted, restored and forced a packet, and outlives it', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }], 'A-17'));
    const deleted = await operator.delete(Id);
    await operator.restore(Id);
    await administrator.forceDelete(Id);

    const { Total, Items } = await eventsOf(Id);
    expect(Total).toBe(3);
    expect(Items.map(({ Action, Subject, TargetName }) => [Action, Subject, TargetName])).toEqual([
      ['force-delete', 'administrator', 'A-17'],
      ['restore', 'someone', 'A-17'],
      ['delete', 'someone', 'A-17'],
    ]);
    expect(Items[2].RequestId).toBe(deleted.body.RequestId);
    expect(Math.abs(Date.now() - Date.parse(Items[0].At))).toBeLessThan(60_000);
  });

  it('says who added a form to the library and who took it out', async () => {
    const { Id } = payloadOf(await administrator.registerForm('Letter', [page]));
    expect((await administrator.deleteForm(Id)).status).toBe(200);
    expect((await administrator.deleteForm(Id)).status).toBe(404);
    const { Items } = await eventsOf(Id);
    expect(Items.map(({ Action, Subject, TargetName }) => [Action, Subject, TargetName])).toEqual([
      ['delete-form', 'administrator', 'Letter'],
      ['register-form', 'administrator', 'Letter'],
    ]);
  });

  it('has no word of what was refused', async () => {
    const { Id } = payloadOf(await operator.createPacket([{ bytes: page }]));
    expect((await operator.forceDelete(Id)).status).toBe(403);
    expect((await operator.restore(Id)).status).toBe(409);
    expect((await eventsOf(Id)).Total).toBe(0);
  });

  it('is closed to operators', async () => {
    const { status, body } = await operator.call('GET', '/api/Audit');
    expect([status, body.Error?.Code]).toEqual([403, 'RIGHT_MISSING']);
  });
});
