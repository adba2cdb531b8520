import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { noisyPicture, softPicture } from '../support/noisy-picture.js';

interface LogLine {
  level: string;
  time: string;
  msg: string;
  requestId?: string;
  method?: string;
  path?: string;
  status?: number;
}

let service: ServiceProcess;
let database: ServiceDatabase;
let api: ApiClient;
let picture: Buffer;

beforeAll(async () => {
  service = await ServiceProcess.start({ env: { LOG_LEVEL: 'debug' }, embedded: true });
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  picture = await softPicture(200, 150).jpeg().toBuffer();
});

afterAll(() => service?.stop());

const get = (path: string) => fetch(`${service.url}${path}`);

describe('health', () => {
  it('is live and ready without a token, and names what it looked at', async () => {
    const live = await get('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await get('/health/ready');
    expect(ready.status).toBe(200);
    const { status, info } = (await ready.json()) as { status: string; info: Record<string, unknown> };
    expect(status).toBe('ok');
    expect(Object.keys(info).sort()).toEqual(['database', 'queue', 'storage', 'vision']);
  });

  it('is live but not ready while the file store is away, and says what is', async () => {
    const files = join(service.dataDir, 'files');
    await rename(files, `${files}.away`).catch(() => undefined);
    await writeFile(files, 'not a folder');
    try {
      const ready = await get('/health/ready');
      expect(ready.status).toBe(503);
      const body = (await ready.json()) as { status: string; error: Record<string, unknown> };
      expect(body.status).toBe('error');
      expect(Object.keys(body.error)).toEqual(['storage']);
      expect(JSON.stringify(body)).not.toContain(service.dataDir);
      expect((await get('/health/live')).status).toBe(200);
    } finally {
      await rm(files);
      await rename(`${files}.away`, files).catch(() => undefined);
    }
    expect((await get('/health/ready')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('tell requests by route and status, tasks by stage, and the depth of the queues', async () => {
    const { Id } = payloadOf(await api.createPacket([{ bytes: picture }]));
    await api.classified(Id);
    await api.normalize(Id);
    await api.getPacket('not-a-guid');
    const held = await database.hold('select 1 from frames where packet_id = $1 for update', [Id]);
    await api.addFrames(Id, [{ bytes: picture }]);
    await until('a job waits for its row', () => database.someoneWaits());
    const response = await get('/metrics');
    await held.release();
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const text = await response.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/InputPacket",status="201"\} 1\n/,
    );
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/InputPacket\/:id",status="400"\} 1\n/,
    );
    for (const stage of ['probe', 'extractPage', 'classify', 'normalize']) {
      expect(text).toMatch(
        new RegExp(`vision_task_duration_seconds_count\\{stage="${stage}",ok="true"\\} [1-9]`),
      );
    }
    expect(text).toMatch(/vision_tasks\{state="queued"\} \d+\n/);
    expect(text).toMatch(/background_jobs\{task="classify_packet",state="running"\} 1\n/);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
    expect(text).not.toContain(Id);
    await api.classified(Id);
  });
});

describe('the request id', () => {
  it('is the caller’s where it is well formed, and a new one where it is not', async () => {
    const id = 'front-end.42_abc';
    const answer = await api.call('GET', '/api/InputPacket', { headers: { 'X-Request-Id': id } });
    expect([answer.headers.get('X-Request-Id'), answer.body.RequestId]).toEqual([id, id]);
    for (const bad of ['short', 'x'.repeat(65), 'with space', 'a,b,c,d,e,f', '{"a":"bcdef"}']) {
      const { headers, body } = await api.call('GET', '/api/InputPacket', {
        headers: { 'X-Request-Id': bad },
      });
      expect(body.RequestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('X-Request-Id')).toBe(body.RequestId);
    }
    const failed = await api.call('GET', '/api/Nothing', { headers: { 'X-Request-Id': id } });
    expectFailure(failed, 404, 'NOT_FOUND');
    expect(failed.body.RequestId).toBe(id);
    await until('logged', () => lines().filter(({ requestId }) => requestId === id).length === 2);
  });
});

/** Every line, as JSON: a line that is not fails here. */
const lines = () => service.log.map((line) => JSON.parse(line) as LogLine);

describe('the log', () => {
  it('has a request whose caller hung up as one that was not answered; so have the metrics', async () => {
    const uploads = () => filesUnder(service.dataDir, 'uploads');
    const upload = request(`${service.url}/api/InputPacket`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${api.bearer}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'X-Request-Id': 'hung-up-1',
      },
    });
    upload.on('error', () => undefined);
    upload.write('--x\r\nContent-Disposition: form-data; name="Frames"; filename="a.jpg"\r\n\r\nbegun');
    await until('upload under way', async () => (await uploads()).length === 1);
    upload.destroy();
    await until('what had come is deleted', async () => (await uploads()).length === 0);
    await until('logged', () => lines().some(({ requestId }) => requestId === 'hung-up-1'));
    const line = lines().find(({ requestId }) => requestId === 'hung-up-1');
    expect(line).toMatchObject({ level: 'info', status: 499, aborted: true });
    expect(await (await get('/metrics')).text()).toMatch(/route="\/api\/InputPacket",status="499"\} 1\n/);
  });

  it('has a line of JSON for each request with its id, route and status', async () => {
    const { body } = await api.call('GET', '/api/InputPacket?Number=12345');
    await until('logged', () => lines().some(({ requestId }) => requestId === body.RequestId));
    const line = lines().find(({ requestId }) => requestId === body.RequestId);
    expect(line).toMatchObject({
      level: 'info',
      msg: 'request',
      method: 'GET',
      path: '/api/InputPacket',
      status: 200,
    });
    expect(Date.parse(line?.time ?? '')).not.toBeNaN();
  });

  it('holds no numbers, names, file names, tokens, secrets or passwords, failures included', async () => {
    const secret = (await readFile(join(service.dataDir, 'jwt-secret'), 'utf8')).trim();
    const password = (await readFile(join(service.dataDir, 'postgres-password'), 'utf8')).trim();
    const token = jwt.sign({ permissions: [] }, secret, { subject: 'someone', expiresIn: '1h' });
    const caller = new ApiClient(service.url, token);
    const file = { bytes: picture, name: 'passport-of-jane.jpg' };
    const { Id } = payloadOf(await caller.createPacket([file], 'NUMBER-4711'));
    await caller.listPackets('?Number=NUMBER-4711');
    await caller.listPackets('?Number=NUMBER-4711&Take=none');
    await api.registerForm('Application of Jane Doe', [await noisyPicture(500, 700).png().toBuffer()]);
    await api.registerForm('Application of Jane Doe', [Buffer.from('Jane Doe lives here')]);
    await new ApiClient(service.url, `${token}x`).getPacket(Id);
    await caller.classified(Id);
    await caller.delete(Id);
    await caller.restore(Id);

    // The statement that holds the number fails: what is logged of it must not hold the number.
    await database.hold('lock table input_packets in exclusive mode');
    const failing = caller.createPacket([file], 'NUMBER-4712');
    await until('ingest waits', () => database.someoneWaits());
    process.kill(await ServiceDatabase.pidOf(service.dataDir), 'SIGKILL');
    const failed = await failing;
    expectFailure(failed, 503, 'UNAVAILABLE');
    await until(
      'logged',
      () => lines().filter(({ requestId }) => requestId === failed.body.RequestId).length === 2,
    );

    const log = service.log.join('\n');
    for (const word of ['NUMBER-471', 'Jane', 'passport', token, token.split('.')[2], secret, password]) {
      expect(log.includes(word) ? `the log holds ${word}` : 'the log is clean').toBe('the log is clean');
    }
  });
});
