import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import {
  VisionError,
  type BarcodeEffort,
  type BarcodeSymbol,
  type CoverSheet,
  type DescribedPage,
  type EncodedPicture,
  type FileProbe,
  type FrameMatch,
  type ImageLimits,
  type NormalizedImage,
  type PageImage,
  type PictureTone,
  type ReferencePage,
} from './contract.js';
import type { TaskInputs, TaskKind, TaskRequest, TaskResponse, TaskResults } from './messages.js';
import type { ReferenceLibrary } from './reference-library.js';
import { ThreadRoster } from './thread-roster.js';
import {
  MAX_HEAP_MB,
  MAX_QUEUE,
  TASKS_PER_THREAD,
  TASK_TIMEOUT_MS,
  type VisionPoolOptions,
  type VisionPoolStats,
} from './vision-pool-options.js';

interface Job {
  kind: TaskKind;
  /** Made when the job gets its thread: what it sends may depend on what the threads hold by then. */
  request: () => TaskRequest;
  /** Buffers of the request that are the pool's own copies. */
  transfer: ArrayBuffer[];
  resolve: (value: TaskResults[TaskKind]) => void;
  reject: (error: VisionError) => void;
}

/**
 * Worker threads that run `libs/imaging` and `libs/vision` off the event loop. A task that fails, hangs or takes
 * its thread down fails alone; the pool replaces the thread and goes on.
 *
 * Every byte array passed in is copied: the caller's buffers are never detached and may be reused once the
 * method has returned its promise. Byte arrays in results belong to the caller.
 *
 * Every method rejects with a VisionError: the picture's own fault as documented with each, VISION_TIMEOUT,
 * VISION_UNAVAILABLE (thread died, or pool closed) or VISION_BUSY (queue full).
 */
export class VisionPool {
  private readonly piscina: Piscina<TaskRequest, TaskResponse>;
  private readonly roster: ThreadRoster;
  private readonly timeouts: Record<TaskKind, number>;
  private readonly maxQueue: number;
  /** Somebody waits at a desk for the first of these, which are short; the others have time. */
  private readonly urgent: Job[] = [];
  private readonly waiting: Job[] = [];
  private running = 0;
  private completed = 0;
  private failed = 0;
  private closing: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: VisionPoolOptions) {
    this.timeouts = { ...TASK_TIMEOUT_MS, ...options.taskTimeoutMs };
    this.maxQueue = options.maxQueue ?? MAX_QUEUE;
    this.roster = new ThreadRoster(options.tasksPerThread ?? TASKS_PER_THREAD);
    this.piscina = new Piscina<TaskRequest, TaskResponse>({
      filename: fileURLToPath(options.workerFile ?? new URL('./worker.js', import.meta.url)),
      minThreads: options.threads,
      maxThreads: options.threads,
      // The pool has a queue of its own; piscina's only bridges the replacement of a thread.
      maxQueue: Infinity,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb ?? MAX_HEAP_MB },
      loadBalancer: (_task, workers) => {
        const free = workers.find(
          ({ id, currentUsage, terminating, destroyed }) =>
            currentUsage === 0 && !terminating && !destroyed && this.roster.serves(id),
        );
        if (free) this.roster.given(free.id);
        return free ?? null;
      },
    });
    this.piscina.on('error', (error: Error) =>
      options.onWarning?.(`a vision thread failed: ${error.message}`),
    );
  }

  /**
   * Checks an uploaded file within limits and says what it is.
   * Rejects with UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE or TOO_LARGE.
   */
  probe(file: Uint8Array, limits: ImageLimits): Promise<FileProbe> {
    const [own, transfer] = copied(file);
    return this.run('probe', () => ({ file: own, limits }), transfer, this.urgent);
  }

  /**
   * One page of an uploaded file as it is stored.
   * Rejects with UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE or TOO_LARGE.
   * @param index page of the file, from 0
   */
  extractPage(file: Uint8Array, index: number, limits: ImageLimits): Promise<PageImage> {
    const [own, transfer] = copied(file);
    return this.run('extractPage', () => ({ file: own, index, limits }), transfer, this.urgent);
  }

  /** Describes a reference page for matching. Rejects with UNDECODABLE_IMAGE. */
  describePage(page: Uint8Array): Promise<DescribedPage> {
    const [own, transfer] = copied(page);
    return this.run('describePage', () => ({ page: own }), transfer);
  }

  /**
   * Compares a frame against the library as it stands when the task gets its thread.
   * Rejects with UNDECODABLE_IMAGE.
   */
  async classify(frame: Uint8Array, library: ReferenceLibrary): Promise<FrameMatch> {
    // Copied, not moved, into the thread: the same bytes may have to go to a second one.
    const own = new Uint8Array(frame);
    const listed = (): TaskInputs['classify'] => {
      const held = this.roster.commonVersion(this.livingThreads(), library);
      return { frame: own, library: library.changesSince(held) };
    };
    try {
      return await this.run('classify', listed, []);
    } catch (error) {
      if (!(error instanceof StaleThread)) throw error;
      // A thread was born between listing the changes and running the task.
      return this.run('classify', () => ({ frame: own, library: library.changesSince(0) }), []);
    }
  }

  /**
   * Makes a frame look as if it came from a scanner, in the coordinates of the reference page if there is one.
   * Rejects with UNDECODABLE_IMAGE.
   */
  normalize(frame: Uint8Array, reference: ReferencePage | null): Promise<NormalizedImage> {
    const [own, transfer] = copied(frame);
    return this.run(
      'normalize',
      () => ({
        frame: own,
        reference: reference && {
          image: new Uint8Array(reference.image),
          profile: new Uint8Array(reference.profile),
          dpi: reference.dpi,
          toFrame: reference.toFrame,
        },
      }),
      transfer,
    );
  }

  /**
   * All machine-readable symbols on a frame. Rejects with UNDECODABLE_IMAGE.
   * @param effort `thorough` for frames that should carry one; `quick` to see whether any frame does
   */
  readBarcodes(frame: Uint8Array, effort: BarcodeEffort = 'thorough'): Promise<BarcodeSymbol[]> {
    const [own, transfer] = copied(frame);
    return this.run('readBarcodes', () => ({ frame: own, effort }), transfer);
  }

  /**
   * A frame with what speaks for a page drawn on it (its outline, agreeing points, the places that tell it from a
   * look-alike), upright, at most 1,600 px, JPEG; null when the page is not found in it.
   * Rejects with UNDECODABLE_IMAGE.
   * @param page profile of the page
   * @param rival profile of its nearest look-alike
   */
  overlay(frame: Uint8Array, page: Uint8Array, rival: Uint8Array | null): Promise<EncodedPicture | null> {
    const [own, transfer] = copied(frame);
    return this.run(
      'overlay',
      () => ({ frame: own, page: new Uint8Array(page), rival: rival && new Uint8Array(rival) }),
      transfer,
    );
  }

  /** Looks whether a frame is a sheet that carries little but barcodes. Rejects with UNDECODABLE_IMAGE. */
  coverSheet(frame: Uint8Array): Promise<CoverSheet> {
    const [own, transfer] = copied(frame);
    return this.run('coverSheet', () => ({ frame: own }), transfer);
  }

  /** A normalized image in grey or in two tones, its density kept. Rejects with UNDECODABLE_IMAGE. */
  tone(picture: Uint8Array, tone: PictureTone): Promise<EncodedPicture> {
    const [own, transfer] = copied(picture);
    return this.run('tone', () => ({ picture: own, tone }), transfer);
  }

  /** A round trip through a thread, ahead of all that waits. */
  async health(): Promise<void> {
    await this.run('health', () => ({}), [], this.urgent);
  }

  /** Whether a further task would be refused as VISION_BUSY. */
  get full(): boolean {
    return this.running >= this.options.threads && this.queued >= this.maxQueue;
  }

  stats(): VisionPoolStats {
    return {
      threads: this.options.threads,
      queued: this.queued,
      running: this.running,
      completed: this.completed,
      failed: this.failed,
    };
  }

  /**
   * Takes no more work, finishes what it has, and ends the threads.
   * @param graceMs after this time, in ms, what is left ends with VISION_UNAVAILABLE
   */
  close(graceMs = 30_000): Promise<void> {
    this.closing ??= this.drain(graceMs);
    return this.closing;
  }

  private get queued(): number {
    return this.urgent.length + this.waiting.length;
  }

  private async drain(graceMs: number): Promise<void> {
    if (this.running + this.queued > 0) {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => (this.onIdle = resolve)),
        new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs))),
      ]);
      clearTimeout(timer);
    }
    for (const job of [...this.urgent.splice(0), ...this.waiting.splice(0)])
      job.reject(new VisionError('VISION_UNAVAILABLE', 'the vision pool is closed'));
    await this.piscina.destroy();
  }

  private run<K extends TaskKind>(
    kind: K,
    input: () => TaskInputs[K],
    transfer: ArrayBuffer[],
    lane: Job[] = this.waiting,
  ): Promise<TaskResults[K]> {
    if (this.closing)
      return Promise.reject(new VisionError('VISION_UNAVAILABLE', 'the vision pool is closed'));
    if (this.full && kind !== 'health')
      return Promise.reject(new VisionError('VISION_BUSY', `${this.maxQueue} tasks wait already`));
    return new Promise<TaskResults[K]>((resolve, reject) => {
      const job: Job = {
        kind,
        request: () => ({ kind, input: input() }) as TaskRequest,
        transfer,
        // What a thread answers to a kind of task is that kind's result.
        resolve: resolve as Job['resolve'],
        reject,
      };
      lane.push(job);
      this.advance();
    });
  }

  /** Gives waiting jobs to free threads. */
  private advance(): void {
    while (this.running < this.options.threads) {
      const job = this.urgent.shift() ?? this.waiting.shift();
      if (!job) break;
      this.running++;
      void this.perform(job).finally(() => {
        this.running--;
        this.advance();
        if (this.running === 0) this.onIdle?.();
      });
    }
  }

  private async perform(job: Job): Promise<void> {
    const start = performance.now();
    const outOfTime = new AbortController();
    const timer = setTimeout(() => outOfTime.abort(), this.timeouts[job.kind]);
    let error: VisionError | undefined;
    try {
      const response = await this.piscina.run(job.request(), {
        signal: outOfTime.signal,
        transferList: job.transfer,
      });
      this.note(response);
      if (response.outcome.ok) job.resolve(response.outcome.value);
      else error = failureOf(response.outcome);
    } catch (thrown) {
      error = outOfTime.signal.aborted
        ? new VisionError('VISION_TIMEOUT', `${job.kind} took over ${this.timeouts[job.kind]} ms`)
        : this.threadDied(job.kind, thrown);
    } finally {
      clearTimeout(timer);
    }
    this.completed++;
    if (error) {
      this.failed++;
      job.reject(error);
    }
    this.options.onTaskDone?.(job.kind, performance.now() - start, error === undefined);
  }

  private threadDied(kind: TaskKind, thrown: unknown): VisionError {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    this.roster.keepOnly(this.livingThreads());
    this.options.onWarning?.(`a vision thread died during ${kind}: ${reason}`);
    return new VisionError('VISION_UNAVAILABLE', `the vision thread died: ${reason}`);
  }

  /** Books a response, and ends the thread that gave it when its time has come. */
  private note({ threadId, held, broken, warnings }: TaskResponse): void {
    for (const warning of warnings) this.options.onWarning?.(warning);
    if (!this.roster.finished(threadId, held, broken)) return;
    const thread = this.piscina.threads.find((candidate) => candidate.threadId === threadId);
    void thread?.terminate();
    this.roster.keepOnly(this.livingThreads());
  }

  private livingThreads(): number[] {
    return this.piscina.threads.map(({ threadId }) => threadId);
  }
}

/** A thread that cannot classify with the changes it was sent. */
class StaleThread extends VisionError {}

function failureOf(outcome: TaskResponse['outcome'] & { ok: false }): VisionError {
  return outcome.code === 'STALE_LIBRARY'
    ? new StaleThread('VISION_UNAVAILABLE', outcome.message)
    : new VisionError(outcome.code, outcome.message);
}

/** The pool's own copy of a caller's bytes, and the buffer to move into a thread with it. */
function copied(bytes: Uint8Array): [Uint8Array, ArrayBuffer[]] {
  const own = new Uint8Array(bytes);
  return [own, [own.buffer]];
}
