import 'reflect-metadata';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readSettings } from '../../src/config/settings.js';
import { type Answer, ApiClient, payloadOf } from '../support/service/api-client.js';
import { openConnection } from '../support/service/http-exchange.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const [frameWidth, frameHeight] = [800, 600];
const requestsAtOnce = 16;
const frontEnd = 'https://desk.example';
const rateLimit = 6;
const maxConnections = 4;

let service: ServiceProcess;
let api: ApiClient;
let frame: Buffer;

beforeAll(async () => {
  frame = await softPicture(frameWidth, frameHeight).jpeg().toBuffer();
});

async function start(env: Record<string, string>): Promise<void> {
  service = await ServiceProcess.start({ env });
  api = await ApiClient.for(service, ['RegisterFormCommand']);
}

describe('a full queue of vision work', () => {
  beforeAll(() => start({ VISION_THREADS: '2', VISION_QUEUE: '1' }));
  afterAll(() => service?.stop());

  it('turns intake away whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: requestsAtOnce }, () => api.createPacket([{ bytes: frame }])),
    );
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.Payload?.Id);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThan(requestsAtOnce);
    for (const answer of answers) if (answer.status !== 201) expectFull(answer);
    const { Items } = payloadOf(await api.listPackets());
    expect(Items.map((packet) => packet.Id).sort()).toEqual(taken.sort());
    for (const packet of Items) await api.classified(packet.Id);
  });

  it('turns forms away whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: requestsAtOnce }, (_, i) => api.registerForm(`Form ${i}`, [frame])),
    );
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.Payload?.Id);
    expect(taken.length).toBeLessThan(requestsAtOnce);
    for (const answer of answers) if (answer.status !== 201) expectFull(answer);
    expect(
      payloadOf(await api.listForms())
        .Items.map(({ Id }) => Id)
        .sort(),
    ).toEqual(taken.sort());
  });

  it('turns further requests away with a time to come again, and serves them then', async () => {
    const { Id } = payloadOf(await api.createPacket([{ bytes: frame }]));
    await api.classified(Id);
    const asked = Array.from({ length: requestsAtOnce }, (_, i) =>
      i % 2 ? api.normalize(Id, 1) : api.classify(Id, 1),
    );
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(requestsAtOnce);
    for (const answer of refused) {
      expectFailure(answer, 503, 'UNAVAILABLE');
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    // A thread that was not to be had is no failure of the frame.
    for (const { status, body } of answers) {
      if (status === 200) expect(body.Payload?.Frames[0].Error ?? '').not.toMatch(/wait/);
    }
    expect(payloadOf(await api.normalize(Id, 1)).Failed).toBe(0);
  });

  it('never comes of the background alone, which has no more in hand than there are threads', async () => {
    const database = await ServiceDatabase.of(service);
    const logged = service.log.length;
    const bytes = await softPicture(300, 200).jpeg().toBuffer();
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push(payloadOf(await api.createPacket(Array.from({ length: 4 }, () => ({ bytes })))).Id);
      await api.classified(ids[i]);
    }
    await database.query(
      `select graphile_worker.add_job('classify_packet', json_build_object('packetId', id)) from unnest($1::text[]) id`,
      [ids],
    );
    await until('all jobs are done', async () => {
      const jobs = await database.query('select 1 from graphile_worker.jobs');
      return jobs.length === 0;
    });
    // No job was put off.
    expect(service.log.slice(logged).filter((line) => line.includes('Failed task'))).toEqual([]);
  });
});

describe('by itself', () => {
  beforeAll(() => start({ RATE_LIMIT_PER_MINUTE: String(rateLimit) }));
  afterAll(() => service?.stop());

  it('the service lets nobody keep what it tells of packets', async () => {
    for (const path of ['/api/InputPacket', '/api/Form', '/api/InputPacket/none']) {
      expect((await api.call('GET', path)).headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('lets no other origin read it, and fixes what its pictures are', async () => {
    const photographer = await ApiClient.for(service, [], 'photographer');
    const { Id } = payloadOf(await photographer.createPacket([{ bytes: frame }]));
    const picture = await photographer.frameImage(Id, 1, undefined, { Origin: frontEnd });
    expect(picture.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(picture.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(picture.headers.get('Content-Type')).toBe('image/jpeg');
    expect(picture.headers.get('Content-Disposition')).toBe('inline');
    // Kept for the caller alone, and asked for each time: the packet may have been deleted since.
    expect(picture.headers.get('Cache-Control')).toBe('private, no-cache');
  });

  it('counts all that a caller asks, whichever operations it asks for', async () => {
    const counted = await ApiClient.for(service, [], 'counted');
    const ask = (i: number) => counted.call('GET', i % 2 ? '/api/InputPacket' : '/api/Form');
    for (let i = 0; i < rateLimit; i++) expect((await ask(i)).status).toBe(200);
    const refused = await ask(0);
    expectFailure(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const other = await ApiClient.for(service, [], 'another');
    expect((await other.call('GET', '/api/Form')).status).toBe(200);
  });

  it('counts what it refuses: a missing right by caller, a guess at a token by address', async () => {
    const caller = await ApiClient.for(service, [], 'without the right');
    await expectRefusals(() => caller.call('GET', '/api/Audit'), 403, rateLimit);
    const guess = (i: number) => new ApiClient(service.url, `guess-${i}`).call('GET', '/api/Form');
    await expectRefusals(guess, 401, rateLimit);
    // Of the address that is full now the callers with tokens go on.
    const other = await ApiClient.for(service, [], 'a third');
    expect((await other.call('GET', '/api/Form')).status).toBe(200);
    // So do probes: a balancer that came from there would take the service for down.
    expect((await other.fetch('GET', '/health/live')).status).toBe(200);
  });

  it('keeps a connection longer than the proxies in front of it do', async () => {
    expect((await api.fetch('GET', '/health/live')).headers.get('Keep-Alive')).toBe('timeout=100');
  });

  it('believes no proxy: a caller cannot pass for many by naming other addresses', async () => {
    expect(await statusesFromManyAddresses()).toContain(429);
  });
});

describe('where it is set', () => {
  beforeAll(() =>
    start({
      RATE_LIMIT_PER_MINUTE: String(rateLimit),
      CORS_ORIGINS: `${frontEnd},http://localhost:5173`,
      TRUST_PROXY: '1',
      MAX_CONNECTIONS: String(maxConnections),
      KEEP_ALIVE_SECONDS: '1',
    }),
  );
  afterAll(() => service?.stop());

  it('a front end of another origin is served, and no further one; a proxy’s word counts', async () => {
    const allowed = async (origin: string) => {
      const answer = await api.fetch('OPTIONS', '/api/InputPacket', {
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      return answer.headers.get('Access-Control-Allow-Origin');
    };
    expect(await allowed(frontEnd)).toBe(frontEnd);
    expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowed('https://desk.example.evil')).toBeNull();
    const answer = await api.call('GET', '/api/InputPacket', { headers: { Origin: frontEnd } });
    expect(answer.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual([
      'ETag',
      'Content-Range',
      'Retry-After',
      'X-Request-Id',
    ]);
    expect(await statusesFromManyAddresses()).not.toContain(429);
  });

  const open = () => openConnection(service.url);

  /** An answer on a connection that stays open; nothing of one that is closed. */
  const probe = async (socket: Socket): Promise<string> => {
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[];
    return String(answer);
  };

  it('connections beyond the limit are closed, and those that are open go on', async () => {
    // Those of earlier calls, which are kept for later ones, count too.
    const held = [];
    for (let i = 0; i < maxConnections; i++) held.push(await open());
    const oneMore = await open();
    await once(oneMore, 'close');
    expect(await probe(held[0])).toMatch(/^HTTP\/1.1 200 /);
    for (const socket of held) socket.destroy();
  });

  it('a connection is kept for the next request, and closed when none comes', async () => {
    const told = /\r\nKeep-Alive: timeout=1\r\n/;
    let socket = await open();
    // The service may not have heard yet that those of before are closed.
    await until('there is room for one', async () => {
      if (socket.destroyed) socket = await open();
      return told.test(await probe(socket));
    });
    expect(await probe(socket)).toMatch(told);
    await once(socket, 'close');
  });

  it.each([
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://desk.example/path'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.0/8,1.2.3.999'],
    ['MAX_FRAME_PIXELS', '400000000'],
    ['VISION_QUEUE', '0'],
    ['MAX_CONNECTIONS', 'many'],
    ['KEEP_ALIVE_SECONDS', '0'],
  ])('a wrong %s (%s) stops the start', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Wrong settings: .*${name}`));
  });
});

/** It is told of the service, and of none of the files. */
function expectFull(answer: Answer<unknown>): void {
  expectFailure(answer, 503, 'UNAVAILABLE');
  expect(answer.body.Error?.Message).not.toMatch(/Frames|Pages/);
  expect(answer.body.Error?.Details).toBeUndefined();
}

/** As many calls as are left are refused with a status of their own; the next one as one too many. */
async function expectRefusals(
  ask: (i: number) => Promise<Answer<unknown>>,
  status: number,
  left: number,
): Promise<void> {
  for (let i = 0; i < left; i++) expect((await ask(i)).status).toBe(status);
  expectFailure(await ask(left), 429, 'RATE_LIMITED');
}

/** Statuses of more calls than the limit allows one caller, each of whom names another address. */
async function statusesFromManyAddresses(): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 1; i <= 2 * rateLimit; i++) {
    const answer = await fetch(`${service.url}/health/live`, {
      headers: { 'X-Forwarded-For': `192.0.2.${i}` },
    });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}
