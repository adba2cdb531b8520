import { VisionError, VisionPool, type VisionPoolOptions } from '../../libs/vision-pool/index.js';
import { endlessPdf, handmadeTiff, pdf, vastPng } from '../support/hostile-files.js';
import { noisyPicture } from '../support/noisy-picture.js';

const limits = { maxPixels: 50_000_000, maxPages: 40 };

/** Runs `work` on a pool whose threads misbehave when told to. */
async function withPool(
  options: Partial<VisionPoolOptions>,
  work: (pool: VisionPool) => Promise<void>,
): Promise<void> {
  const pool = new VisionPool({
    threads: 1,
    workerFile: new URL('./misbehaving-worker.js', import.meta.url),
    ...options,
  });
  try {
    await work(pool);
  } finally {
    await pool.close(0);
  }
}

/** Has a thread do what the word says, see misbehaving-worker.ts; the answer, or the code of the failure. */
const tell = (pool: VisionPool, word: string): Promise<string> =>
  pool.readBarcodes(Buffer.from(word)).then(
    ([symbol]) => symbol?.value ?? '',
    (error: unknown) => (error instanceof VisionError ? error.code : String(error)),
  );

describe('a task on a vision thread', () => {
  it('gives its result and leaves the caller’s bytes usable', async () => {
    await withPool({}, async (pool) => {
      const file = await noisyPicture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      const before = Buffer.from(file);
      expect(await pool.probe(file, limits)).toEqual({ format: 'jpeg', pages: 1 });
      const page = await pool.extractPage(file, 0, limits);
      expect(page).toMatchObject({ contentType: 'image/jpeg', width: 300, height: 400 });
      expect(Buffer.from(page.bytes).equals(file)).toBe(true);
      expect(file.equals(before)).toBe(true);
    });
  });

  it('takes a view into a larger buffer for what it shows', async () => {
    await withPool({}, async (pool) => {
      const file = await noisyPicture().png().toBuffer();
      const larger = Buffer.concat([Buffer.alloc(1_000), file, Buffer.alloc(1_000)]);
      const view = larger.subarray(1_000, 1_000 + file.length);
      expect((await pool.extractPage(view, 0, limits)).bytes).toHaveLength(file.length);
    });
  });

  it('tells hostile files by the codes of VisionError', async () => {
    await withPool({ threads: 2 }, async (pool) => {
      const files: [code: string, file: Uint8Array][] = [
        ['UNSUPPORTED_IMAGE', Buffer.alloc(0)],
        ['UNSUPPORTED_IMAGE', Buffer.from('a text called .jpg')],
        ['UNDECODABLE_IMAGE', (await noisyPicture().jpeg().toBuffer()).subarray(0, 10_000)],
        ['UNDECODABLE_IMAGE', await pdf(1, { userPassword: 'secret' })],
        ['UNDECODABLE_IMAGE', handmadeTiff({ pages: 3, loop: true })],
        ['TOO_LARGE', handmadeTiff({ pages: 10_000 })],
        ['TOO_LARGE', vastPng(30_000)],
      ];
      const answers = await Promise.allSettled(files.map(([, file]) => pool.probe(file, limits)));
      answers.forEach((answer, i) => {
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: files[i]?.[0] } });
        expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(VisionError);
      });
    });
  });

  it('goes ahead of those that have time, where somebody waits at a desk for it', async () => {
    const done: string[] = [];
    await withPool({ onTaskDone: (task) => done.push(task) }, async (pool) => {
      const picture = await noisyPicture().jpeg().toBuffer();
      const inTime = ['thread', 'thread'].map((word) => tell(pool, word));
      await Promise.all([...inTime, pool.thumbnail(picture, 64), pool.probe(picture, limits)]);
      expect(done).toEqual(['readBarcodes', 'thumbnail', 'probe', 'readBarcodes']);
    });
  });

  it('is not begun when nobody waits for it any more', async () => {
    const done: string[] = [];
    await withPool({ onTaskDone: (task) => done.push(task) }, async (pool) => {
      const picture = await noisyPicture().jpeg().toBuffer();
      const gone = new AbortController();
      const first = tell(pool, 'thread');
      const unwanted = pool.thumbnail(picture, 64, gone.signal);
      const behind = pool.probe(picture, limits);
      gone.abort();
      await expect(unwanted).rejects.toBeInstanceOf(VisionError);
      await expect(pool.thumbnail(picture, 64, gone.signal)).rejects.toBeInstanceOf(VisionError);
      await Promise.all([first, behind]);
      expect(done).toEqual(['readBarcodes', 'probe']);
    });
  });

  it('is reported with its kind, its time and how it ended', async () => {
    const done: [string, boolean][] = [];
    await withPool({ onTaskDone: (task, ms, ok) => done.push([task, ok && ms > 0]) }, async (pool) => {
      await pool.health();
      await tell(pool, 'exit');
      expect(done).toEqual([
        ['health', true],
        ['readBarcodes', false],
      ]);
      expect(pool.stats()).toEqual({ threads: 1, queued: 0, running: 0, completed: 2, failed: 1 });
    });
  });
});

describe('a thread that goes wrong', () => {
  it('tells the log why, and callers only that it did', async () => {
    const warnings: string[] = [];
    const onWarning = (line: string) => warnings.push(line);
    await withPool({ workerFile: undefined, onWarning }, async (pool) => {
      const image = await noisyPicture().png().toBuffer();
      const damaged = { image, profile: Buffer.from('no profile'), toFrame: null };
      await expect(pool.normalize(image, damaged)).rejects.toMatchObject({
        code: 'VISION_UNAVAILABLE',
        message: 'work on the picture failed',
      });
      expect(warnings).toEqual([expect.stringMatching(/^normalize failed: RangeError: not a page profile/)]);
    });
  });

  it.each(['exit', 'throw'])('(%s) fails its own task only, and is replaced', async (word) => {
    const warnings: string[] = [];
    await withPool({ threads: 2, onWarning: (line) => warnings.push(line) }, async (pool) => {
      const told = await Promise.all(['thread', word, 'thread', 'thread'].map((each) => tell(pool, each)));
      expect(told[1]).toBe('VISION_UNAVAILABLE');
      for (const other of [told[0], told[2], told[3]]) expect(other).toMatch(/^\d+$/);
      expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
      expect(warnings.join()).toContain('died');
    });
  });

  it('may die many times over, all threads at once too', async () => {
    await withPool({ threads: 2 }, async (pool) => {
      for (let round = 0; round < 2; round++) {
        const told = await Promise.all(Array.from({ length: 4 }, () => tell(pool, 'exit')));
        expect(told).toEqual(Array(4).fill('VISION_UNAVAILABLE'));
      }
      expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
    });
  });

  it('is ended when a task hangs past its time; the next task gets a fresh one', async () => {
    await withPool({ taskTimeoutMs: { readBarcodes: 1_500 } }, async (pool) => {
      const before = await tell(pool, 'thread');
      expect(await tell(pool, 'hang')).toBe('VISION_TIMEOUT');
      expect(await tell(pool, 'thread')).not.toBe(before);
    });
  });

  it('is ended by a page that takes too long to draw, for which the file is to blame', async () => {
    await withPool({ taskTimeoutMs: { extractPage: 4_000 } }, async (pool) => {
      const file = await endlessPdf();
      expect(await pool.probe(file, limits)).toEqual({ format: 'pdf', pages: 1 });
      const failure = async (): Promise<unknown> =>
        pool.extractPage(file, 0, limits).catch((error: unknown) => error);
      let told = await failure();
      // On a busy machine the thread may not have got the processor.
      while (told instanceof VisionError && told.code === 'VISION_TIMEOUT') told = await failure();
      expect(told).toMatchObject({
        code: 'TOO_COMPLEX',
        message: expect.stringMatching(/^page 1 takes more than 4 s to draw/) as string,
      });
      expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
    });
  });

  it('is not to blame on the file where the thread did not get the processor', async () => {
    await withPool({ taskTimeoutMs: { extractPage: 2_000 } }, async (pool) => {
      expect(await tell(pool, 'sleep')).toBe('asleep');
      const file = await noisyPicture().jpeg().toBuffer();
      await expect(pool.extractPage(file, 0, limits)).rejects.toMatchObject({ code: 'VISION_TIMEOUT' });
    });
  });

  it('does not hold up the other thread while it hangs', async () => {
    await withPool({ threads: 2, taskTimeoutMs: { readBarcodes: 3_000 } }, async (pool) => {
      const order: string[] = [];
      const file = await noisyPicture().jpeg().toBuffer();
      const hung = tell(pool, 'hang').then((code) => order.push(code));
      for (let i = 0; i < 3; i++) await pool.probe(file, limits).then(() => order.push('probe'));
      await hung;
      expect(order).toEqual(['probe', 'probe', 'probe', 'VISION_TIMEOUT']);
    });
  });

  it('is ended when it runs out of heap', async () => {
    await withPool({ maxHeapMb: 64 }, async (pool) => {
      expect(await tell(pool, 'memory')).toBe('VISION_UNAVAILABLE');
      expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
    });
  });

  it('is replaced after it has said that its memory is broken', async () => {
    await withPool({}, async (pool) => {
      const before = await tell(pool, 'thread');
      expect(await tell(pool, 'broken')).toBe('VISION_UNAVAILABLE');
      expect(await tell(pool, 'thread')).not.toBe(before);
    });
  });
});

describe('the pool', () => {
  it('replaces a thread after its share of tasks and loses none of them', async () => {
    await withPool({ threads: 2, tasksPerThread: 6 }, async (pool) => {
      const told = await Promise.all(Array.from({ length: 20 }, () => tell(pool, 'thread')));
      for (const answer of told) expect(answer).toMatch(/^\d+$/);
      const shares = new Map<string, number>();
      for (const id of told) shares.set(id, (shares.get(id) ?? 0) + 1);
      expect(Math.max(...shares.values())).toBeLessThanOrEqual(7);
      expect(shares.size).toBeGreaterThanOrEqual(3);
    });
  });

  it('is well while every thread is at work, and asks none of them then', async () => {
    await withPool({ taskTimeoutMs: { readBarcodes: 3_000 } }, async (pool) => {
      const hung = tell(pool, 'hang');
      await pool.health();
      expect(pool.stats()).toMatchObject({ running: 1, queued: 0, completed: 0 });
      await pool.close(0);
      expect(await hung).toBe('VISION_UNAVAILABLE');
    });
  });

  it('refuses work when its queue is full, and takes it again afterwards', async () => {
    await withPool({ threads: 1, maxQueue: 2, taskTimeoutMs: { readBarcodes: 1_500 } }, async (pool) => {
      const hung = tell(pool, 'hang');
      const waiting = [tell(pool, 'thread'), tell(pool, 'thread')];
      expect(pool.stats()).toMatchObject({ running: 1, queued: 2 });
      expect(await tell(pool, 'thread')).toBe('VISION_BUSY');
      expect(await hung).toBe('VISION_TIMEOUT');
      for (const answer of await Promise.all(waiting)) expect(answer).toMatch(/^\d+$/);
      expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
    });
  });

  it('may be closed at any moment of its threads’ start, and the process lives on', async () => {
    for (let ms = 40; ms < 320; ms += 20) {
      const pool = new VisionPool({ threads: 2 });
      await new Promise((resolve) => setTimeout(resolve, ms));
      await pool.close(0);
    }
  });

  it('finishes work in hand when closed, and takes no more', async () => {
    const pool = new VisionPool({ threads: 1 });
    const files = await Promise.all([1, 2, 3].map(() => noisyPicture(600, 400).jpeg().toBuffer()));
    const work = files.map((file) => pool.probe(file, limits));
    const closed = pool.close();
    await expect(pool.health()).rejects.toMatchObject({ code: 'VISION_UNAVAILABLE' });
    expect(await Promise.all(work)).toHaveLength(3);
    await closed;
  });

  it('ends what does not finish in time when closed', async () => {
    const pool = new VisionPool({
      threads: 1,
      workerFile: new URL('./misbehaving-worker.js', import.meta.url),
    });
    expect(await tell(pool, 'thread')).toMatch(/^\d+$/);
    const told = [tell(pool, 'hang'), tell(pool, 'thread')];
    await pool.close(50);
    expect(await Promise.all(told)).toEqual(['VISION_UNAVAILABLE', 'VISION_UNAVAILABLE']);
  });
});
