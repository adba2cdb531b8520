import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { PROFILE_VERSION } from '../../libs/vision/index.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { noLog } from '../support/service/no-log.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { median, quantile } from './quantile.js';
import { variantProfiles } from './variant-profiles.js';

/**
 * How long a service takes to start with a large library: from the start of its process until it answers (bar 2 s at
 * 1,000 pages), and how long its first frame takes then, at once and when its threads have had time to load. The
 * database runs already, as in production; profiles of made-up forms are written into it as registering writes them.
 *
 * `--pages N` (1,000), `--starts N` (5), `--cache DIR` keeps the profiles, which take two minutes to make.
 */
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    starts: { type: 'string', default: '5' },
    cache: { type: 'string' },
  },
});

const pagesOfForm = 2;
const pageDpi = 150;
const megapixels = 12;
const barMs = 2_000;
/** In which threads load what frames take. */
const pauseMs = 3_000;

/** Writes forms of made-up pages beside those that are registered. */
async function fillLibrary(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let form = '';
    let made = 0;
    for await (const profile of variantProfiles(count, options.cache ?? null)) {
      const number = (made++ % pagesOfForm) + 1;
      if (number === 1) {
        form = randomUUID();
        await client.query('insert into forms (id, name, created_at) values ($1, $2, now())', [
          form,
          `Form ${made}`,
        ]);
      }
      await client.query(
        `insert into form_pages
           (form_id, number, file_key, content_type, width, height, notes, profile, profile_version)
         values ($1, $2, $3, 'image/png', 1275, 1650, '{}', $4, $5)`,
        [form, number, randomUUID(), profile, PROFILE_VERSION],
      );
    }
    await client.query('update form_library set revision = revision + 1');
  } finally {
    await client.end();
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

interface Start {
  ready: number;
  /** Of the first frame, at once. */
  first: number;
  /** Of the first frame of another start, after a pause. */
  firstLater: number;
  next: number;
}

async function main(): Promise<void> {
  const pages = Number(options.pages);
  const dataDir = await mkdtemp(join(tmpdir(), 'packets-'));
  const database = await EmbeddedPostgres.start({ dataDir, log: noLog });
  const env = {
    DATABASE_URL: database.url,
    RATE_LIMIT_PER_MINUTE: '0',
    VISION_THREADS: String(availableParallelism()),
  };
  /** Does something with a service that has just started, and ends it. */
  const started = async <T>(work: (api: ApiClient, readyMs: number) => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const service = await ServiceProcess.start({ dataDir, env });
    const readyMs = performance.now() - begun;
    try {
      return await work(await ApiClient.for(service, ['RegisterFormCommand']), readyMs);
    } finally {
      await service.stop();
    }
  };
  const starts: Start[] = [];
  try {
    const id = await started(async (api) => {
      const [form] = sampleForms();
      const pdf = await form.pdf();
      payloadOf(await api.registerForm(form.name, [pdf]));
      await fillLibrary(database.url, pages - form.pages);
      const page = await renderPdfPage(pdf, 1, pageDpi);
      const shot = await photographPage(page, pageDpi, { level: 'easy', seed: 1, megapixels });
      const { Id } = payloadOf(await api.createPacket([{ bytes: await shot.jpeg() }]));
      await api.classified(Id);
      return Id;
    });
    const classify = (api: ApiClient) => timed(async () => payloadOf(await api.classify(id, 1)));
    for (let i = 0; i < Number(options.starts); i++) {
      const atOnce = await started(async (api, ready) => ({ ready, first: await classify(api) }));
      const later = await started(async (api) => {
        await sleep(pauseMs);
        const firstLater = await classify(api);
        await classify(api);
        return { firstLater, next: await classify(api) };
      });
      starts.push({ ...atOnce, ...later });
    }
  } finally {
    await database.stop();
    await EmbeddedPostgres.remove(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  const column = (name: keyof Start) => {
    const values = starts.map((start) => start[name]);
    const [middle, least, most] = [0.5, 0, 1].map((q) => quantile(values, q).toFixed(0));
    return `${middle} (${least} to ${most})`;
  };
  const isMet = median(starts.map(({ ready }) => ready)) <= barMs;
  console.log(
    [
      `${pages} pages, ${starts.length} starts, ms, median and range:\n`,
      '| figure | ms | |',
      '|---|---|---|',
      `| the service answers after | ${column('ready')} | bar ${barMs}: ${isMet ? 'met' : 'MISSED'} |`,
      `| its first frame, ${megapixels} megapixels, sent at once | ${column('first')} | |`,
      `| the same ${pauseMs / 1000} s later | ${column('firstLater')} | |`,
      `| a frame from then on | ${column('next')} | |`,
    ].join('\n'),
  );
}

await main();
