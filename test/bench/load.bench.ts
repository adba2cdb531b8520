import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import sharp from 'sharp';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { sendRaw } from '../support/fuzz/raw-request.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { noLog } from '../support/service/no-log.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { until } from '../support/until.js';
import { vastPng } from '../support/hostile-files.js';
import { quantile } from './quantile.js';

/**
 * `npm run bench:load -- [--parts endpoints,queue,workers]`: the six endpoints under 1, 8 and 64 callers beside a bare
 * NestJS route and a bare SQL statement; the queue view and deletion with 1,000 and with 100,000 packets; frames
 * classified by 1 and by 2 worker processes. Loopback only, a few minutes, the measured figures as tables.
 */

const secret = 'load-load-load-load-load-load-load-load';
const callerCounts = [1, 8, 64];
/** A cell of the table ends after this long, ms, or so many requests. */
const cellMs = 1_500;
const cellRequests = 600;
/** 64 callers of normalization wait for each other this long at most, ms. */
const answerTimeoutMs = 300_000;
/** Packets of the queue view, few and many, and how much slower many may be. */
const [few, many, allowedSlowdown] = [1_000, 100_000, 1.5];
const pagesRead = 150;
const framesOfWorkers = 30;
/** Density of the scanned form that is the frame: about 1 megapixel. */
const pageDpi = 100;
const bombSide = 30_000;
const bombs = 9;

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** Has callers do something again and again. @returns times of each, ms, and how many a second */
async function cell(callers: number, work: () => Promise<void>): Promise<string> {
  const times: number[] = [];
  const start = performance.now();
  const caller = async () => {
    while (performance.now() - start < cellMs && times.length < cellRequests) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - start) / 1000;
  return `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))} / ${(times.length / seconds).toFixed(0)}`;
}

class LoadBench {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Math.max(...callerCounts) });
  private readonly database: ServiceDatabase;
  private readonly pool: pg.Pool;

  constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly folder: string,
    private readonly frame: Buffer,
  ) {
    this.database = new ServiceDatabase(postgres.url);
    this.pool = new pg.Pool({ connectionString: postgres.url, max: 10 });
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.pool.end();
  }

  start(role: string, threads: number): Promise<ServiceProcess> {
    return ServiceProcess.start({
      env: {
        ROLE: role,
        DATABASE_URL: this.postgres.url,
        STORAGE_URL: `file:${join(this.folder, 'store')}`,
        JWT_SECRET: secret,
        RATE_LIMIT_PER_MINUTE: '0',
        VISION_THREADS: String(threads),
      },
    });
  }

  api(service: ServiceProcess): ApiClient {
    return ApiClient.with(service.url, secret, ['ForceDeleteInputPacketCommand', 'RegisterFormCommand']);
  }

  /** Packets without frames, as deletion and the queue view see them. @returns their identifiers */
  async insertPackets(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await this.database.query(
      `insert into input_packets (id, number, classification, created_at)
       select id, 'LOAD-' || n, 'ready', now() - n * interval '1 second' from unnest($1::uuid[]) with ordinality t(id, n)`,
      [ids],
    );
    await this.database.query('analyze input_packets');
    return ids;
  }

  private async ask(api: ApiClient, method: string, target: string): Promise<void> {
    const headers = { Authorization: `Bearer ${api.bearer}`, 'Content-Length': '0' };
    const answer = await sendRaw(api.baseUrl, { method, target, headers }, this.agent, answerTimeoutMs);
    if (answer.status !== 200)
      throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  }

  async endpoints(service: ServiceProcess, bareUrl: string): Promise<void> {
    const api = this.api(service);
    const { Id } = payloadOf(await api.createPacket([{ bytes: this.frame }]));
    await until(
      'classified',
      async () => payloadOf(await api.getPacket(Id)).Classification === 'ready',
      60_000,
    );
    const stock = await this.insertPackets(callerCounts.length * cellRequests * 3 + 1000);
    const take = () => stock.pop() ?? '';
    const path = `/api/InputPacket/${Id}`;
    const bare = new ApiClient(bareUrl, '');
    const rows: [string, () => Promise<void>][] = [
      ['POST frames/{order}/classify', () => this.ask(api, 'POST', `${path}/frames/1/classify`)],
      ['POST classify', () => this.ask(api, 'POST', `${path}/classify`)],
      ['POST frames/{order}/normalize', () => this.ask(api, 'POST', `${path}/frames/1/normalize`)],
      ['POST normalize', () => this.ask(api, 'POST', `${path}/normalize`)],
      ['DELETE (soft)', () => this.ask(api, 'DELETE', `/api/InputPacket/${take()}`)],
      ['DELETE force', () => this.ask(api, 'DELETE', `/api/InputPacket/${take()}/force`)],
      ['bare NestJS route', () => this.ask(bare, 'DELETE', '/bare/1')],
      [
        'bare SQL statement of soft deletion',
        async () => {
          const statement =
            'update input_packets set deleted_at = now() where id = $1 and deleted_at is null';
          await this.pool.query(statement, [take()]);
        },
      ],
    ];
    const heads = callerCounts.map((callers) => `${callers} callers`);
    console.log(`\np50 ms / p99 ms / requests a second; frames of 1 megapixel\n`);
    console.log(`| what | ${heads.join(' | ')} |\n|---|${heads.map(() => '---|').join('')}`);
    for (const [name, work] of rows) {
      const cells: string[] = [];
      for (const callers of callerCounts) cells.push(await cell(callers, work));
      console.log(`| ${name} | ${cells.join(' | ')} |`);
    }
  }

  async queueView(service: ServiceProcess): Promise<void> {
    const api = this.api(service);
    const figures: number[][] = [];
    for (const size of [few, many]) {
      await this.database.query('truncate input_packets cascade');
      const ids = await this.insertPackets(size);
      await this.database.query('vacuum input_packets');
      const timed = async (work: (i: number) => Promise<void>): Promise<number> => {
        const times: number[] = [];
        for (let i = 0; i < pagesRead; i++) {
          const begun = performance.now();
          await work(i);
          times.push(performance.now() - begun);
        }
        return quantile(times, 0.5);
      };
      figures.push([
        await timed(() => this.ask(api, 'GET', '/api/InputPacket?Take=50')),
        await timed(() => this.ask(api, 'GET', `/api/InputPacket?Take=50&Skip=${size - 50}`)),
        await timed(() => this.ask(api, 'GET', `/api/InputPacket?Take=50&Skip=${size / 2 - 25}`)),
        await timed((i) => this.ask(api, 'GET', `/api/InputPacket?Number=LOAD-${i + 1}`)),
        await timed((i) => this.ask(api, 'DELETE', `/api/InputPacket/${ids[i]}`)),
        await timed((i) => this.ask(api, 'DELETE', `/api/InputPacket/${ids[pagesRead + i]}/force`)),
      ]);
    }
    const names = [
      'the first page of the queue view',
      'its last page',
      'the page in its middle',
      'a packet by its number',
      'soft deletion',
      'hard deletion',
    ];
    console.log(`\n| p50 ms | ${few} packets | ${many} packets | |\n|---|---|---|---|`);
    names.forEach((name, i) => {
      const [small, large] = figures.map((row) => row[i]);
      const verdict = large <= allowedSlowdown * small ? 'met' : 'MISSED';
      console.log(
        `| ${name} | ${ms(small)} | ${ms(large)} | ${(large / small).toFixed(2)} times: ${verdict} |`,
      );
    });
    await this.database.query('truncate input_packets cascade');
  }

  async workers(): Promise<void> {
    console.log('\n| worker processes, one vision thread each | frames classified a second |\n|---|---|');
    const front = await this.start('api', 1);
    for (const count of [1, 2]) {
      const api = this.api(front);
      for (let i = 0; i < framesOfWorkers; i++) payloadOf(await api.createPacket([{ bytes: this.frame }]));
      const services = await Promise.all(Array.from({ length: count }, () => this.start('worker', 1)));
      const left = async () => {
        const [row] = await this.database.query<{ left: number }>(
          `select count(*)::int as left from input_packets where classification <> 'ready'`,
        );
        return row.left;
      };
      const [from, begun] = [await left(), performance.now()];
      await until('all classified', async () => (await left()) === 0, 120_000);
      console.log(`| ${count} | ${(from / ((performance.now() - begun) / 1000)).toFixed(1)} |`);
      for (const service of services) await service.stop();
    }
    await front.stop();
  }

  async bomb(service: ServiceProcess): Promise<void> {
    const bytes = vastPng(bombSide);
    const times: number[] = [];
    for (let i = 0; i < bombs; i++) {
      const begun = performance.now();
      const { status } = await this.api(service).createPacket([{ bytes }]);
      times.push(performance.now() - begun);
      if (status !== 413) throw new Error(`the bomb was answered with ${status}`);
    }
    console.log(
      `\nA PNG of ${bombSide} x ${bombSide} px in ${(bytes.length / 1000).toFixed(0)} kB: 413 after ${ms(quantile(times, 0.5))} ms`,
    );
  }
}

async function startBare(): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('../support/bare-service.cli.js', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

const { values } = parseArgs({ options: { parts: { type: 'string', default: 'endpoints,queue,workers' } } });
const wanted = (part: string) => values.parts.split(',').includes(part);

const folder = await mkdtemp(join(tmpdir(), 'load-'));
const postgres = await EmbeddedPostgres.start({ dataDir: join(folder, 'database'), log: noLog });
const [form] = sampleForms();
const page = await renderPdfPage(await form.pdf(), 1, pageDpi);
const frame = await sharp(page.data, {
  raw: { width: page.width, height: page.height, channels: page.channels },
})
  .jpeg()
  .toBuffer();
const bench = new LoadBench(postgres, folder, frame);
const bare = await startBare();
const [cpu] = cpus();
console.log(
  `Node ${process.versions.node}, ${cpus().length} x ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB; one process, two vision threads`,
);
try {
  const service = await bench.start('all', 2);
  try {
    payloadOf(await bench.api(service).registerForm(form.name, [await form.pdf()]));
    await bench.bomb(service);
    if (wanted('endpoints')) await bench.endpoints(service, bare.url);
    if (wanted('queue')) await bench.queueView(service);
  } finally {
    await service.stop();
  }
  if (wanted('workers')) await bench.workers();
} finally {
  bare.child.kill();
  await bench.close();
  await postgres.stop();
  await EmbeddedPostgres.remove(join(folder, 'database'));
  await rm(folder, { recursive: true, force: true });
}
