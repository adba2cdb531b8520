import { cpus, totalmem } from 'node:os';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { median, quantile } from './quantile.js';

/**
 * Speed and memory of the whole service, as its callers meet them: REST on the loopback, one process with two
 * vision threads and the embedded PostgreSQL. Prints a table and writes nothing. About two minutes on two cores.
 */

/** As many as `whileVisionWorks` keeps at work. */
const visionThreads = 2;
const megapixels = 12;
const photographs = 3;
const pageDpi = 150;
const registeredForms = 6;
const repeats = 9;
const calls = 300;
const framesOfPacket = 10;
/** RSS is read after half of these and after all. */
const memoryFrames = 200;
/** p99 under work may be this many times p99 idle. */
const allowedSlowdown = 5;
/** RSS may grow by this share from the 100th to the 200th frame: what a garbage collector leaves to chance. */
const allowedGrowth = 0.05;
/** The run on memory is broken off after this, ms, and says how far it came. */
const memoryTimeMs = 120_000;

const rows: [figure: string, value: string, note: string][] = [];
const row = (figure: string, value: string, note = '') => rows.push([figure, value, note]);
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

async function timed(
  times: number,
  work: () => Promise<unknown>,
  between?: () => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
    await between?.();
  }
  return taken;
}

async function photos(): Promise<Buffer[]> {
  const forms = sampleForms();
  const shots: Buffer[] = [];
  for (let seed = 1; seed <= photographs; seed++) {
    const page = await renderPdfPage(await forms[seed].pdf(), 1, pageDpi);
    const shot = await photographPage(page, pageDpi, { level: 'easy', seed, megapixels });
    shots.push(await shot.jpeg());
  }
  return shots;
}

/** Asserts that a call went well, so that no failure is timed as if it were quick work. */
function good<T>(answer: Parameters<typeof payloadOf<T>>[0]): T {
  return payloadOf(answer);
}

class Bench {
  constructor(
    private readonly service: ServiceProcess,
    private readonly api: ApiClient,
    private readonly shots: readonly Buffer[],
  ) {}

  async packet(frames: number): Promise<string> {
    const files = Array.from({ length: frames }, (_, i) => ({ bytes: this.shots[i % this.shots.length] }));
    return good(await this.api.createPacket(files)).Id;
  }

  async frames(): Promise<void> {
    const id = await this.packet(1);
    await this.api.classified(id);
    const note = `${megapixels} MP JPEG of ${(this.shots[0].length / 1e6).toFixed(1)} MB, one at a time`;
    const classified = await timed(repeats, async () => good(await this.api.classify(id, 1)));
    row('classification of a frame', ms(median(classified)), note);
    const normalized = await timed(repeats, async () => {
      const { Failed } = good(await this.api.normalize(id, 1));
      if (Failed > 0) throw new Error('normalization failed');
    });
    row('normalization of a frame', ms(median(normalized)), note);
  }

  /** p50 and p99 of reading and of soft deletion, ms. */
  async latencies(): Promise<{ get: number[]; remove: number[] }> {
    const id = await this.packet(1);
    await this.api.classified(id);
    const get = await timed(calls, async () => good(await this.api.getPacket(id)));
    const remove = await timed(
      calls,
      async () => good(await this.api.delete(id)),
      async () => good(await this.api.restore(id)),
    );
    return { get, remove };
  }

  async responsiveness(): Promise<void> {
    await this.latencies(); // warms up
    const idle = await this.latencies();
    const busy = await this.whileVisionWorks(() => this.latencies());
    for (const [name, quiet, loaded] of [
      ['GET of a packet', idle.get, busy.get],
      ['soft deletion', idle.remove, busy.remove],
    ] as const) {
      const ratio = quantile(loaded, 0.99) / quantile(quiet, 0.99);
      row(
        `${name}, idle, p50 / p99`,
        `${ms(median(quiet))} / ${ms(quantile(quiet, 0.99))}`,
        `${calls} calls`,
      );
      row(
        `${name}, both vision threads at work, p50 / p99`,
        `${ms(median(loaded))} / ${ms(quantile(loaded, 0.99))}`,
        `p99 ${ratio.toFixed(1)} times idle: ${ratio <= allowedSlowdown ? 'met' : 'MISSED'} (at most ${allowedSlowdown})`,
      );
    }
  }

  /** Keeps both vision threads at work, one normalizing and one classifying, while `work` runs. */
  private async whileVisionWorks<T>(work: () => Promise<T>): Promise<T> {
    const id = await this.packet(2);
    await this.api.classified(id);
    let running = true;
    const lanes = [
      async () => good(await this.api.normalize(id, 1)),
      async () => good(await this.api.classify(id, 2)),
    ].map(async (task) => {
      while (running) await task();
    });
    try {
      return await work();
    } finally {
      running = false;
      await Promise.all(lanes);
    }
  }

  async ingest(): Promise<string> {
    let last = '';
    const taken = await timed(
      3,
      async () => (last = await this.packet(framesOfPacket)),
      async () => this.api.classified(last),
    );
    row(
      `ingest of a packet of ${framesOfPacket} frames`,
      ms(median(taken)),
      `${megapixels} MP each, until the answer`,
    );
    return last;
  }

  async memory(id: string): Promise<void> {
    const start = performance.now();
    const readings: number[] = [];
    let frames = 0;
    while (frames < memoryFrames && performance.now() - start < memoryTimeMs) {
      good(await this.api.classify(id));
      good(await this.api.normalize(id));
      frames += framesOfPacket;
      readings.push(await this.rss());
    }
    const [half, all] = [Math.floor(readings.length / 2) - 1, readings.length - 1].map((i) => readings[i]);
    const growth = all / half - 1;
    row(
      `RSS after ${frames / 2} frames`,
      `${half.toFixed(0)} MB`,
      'each classified and normalized; threads included',
    );
    row(
      `RSS after ${frames} frames`,
      `${all.toFixed(0)} MB`,
      `${growth < 0 ? '' : '+'}${(100 * growth).toFixed(1)} %: ${growth <= allowedGrowth ? 'met' : 'MISSED'} (at most +${100 * allowedGrowth} %)`,
    );
  }

  private async rss(): Promise<number> {
    const text = await (await fetch(`${this.service.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
  }
}

async function main(): Promise<void> {
  const shots = await photos();
  const service = await ServiceProcess.start({
    env: { RATE_LIMIT_PER_MINUTE: '0', VISION_THREADS: String(visionThreads) },
  });
  try {
    const api = await ApiClient.for(service, ['RegisterFormCommand']);
    for (const form of sampleForms().slice(0, registeredForms)) {
      good(await api.registerForm(form.name, [await form.pdf()]));
    }
    const bench = new Bench(service, api, shots);
    await bench.frames();
    await bench.responsiveness();
    await bench.memory(await bench.ingest());
  } finally {
    await service.stop();
  }
  const [cpu] = cpus();
  console.log(
    `Node ${process.versions.node}, ${cpus().length} x ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB; ` +
      `${visionThreads} vision threads, ${registeredForms} forms registered\n`,
  );
  console.log(
    ['| figure | median | |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
  );
}

await main();
