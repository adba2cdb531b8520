import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { VisionError } from './contract.js';
import type { TaskInputs, TaskKind, TaskRequest, TaskResponse, TaskResults } from './messages.js';
import type { ReferenceLibrary } from './reference-library.js';
import { ThreadRoster } from './thread-roster.js';
import {
  HAD_PROCESSOR,
  MAX_HEAP_MB,
  MAX_QUEUE,
  TASKS_PER_THREAD,
  TASK_TIMEOUT_MS,
  UNCOLLECTED_HEAP_MB,
  type VisionPoolOptions,
  type VisionPoolStats,
} from './vision-pool-options.js';

/** A copy of bytes that a task takes to its thread. */
export type OwnCopy = (bytes: Uint8Array) => Uint8Array;

interface Job {
  kind: TaskKind;
  /**
   * Made when the job gets its thread: what it sends may depend on what the threads hold by then, and pictures are not
   * held twice while they wait.
   */
  request: (own: OwnCopy) => TaskRequest;
  resolve: (value: TaskResults[TaskKind]) => void;
  reject: (error: VisionError) => void;
}

interface TaskOptions {
  /** Whether it goes ahead of what has time. */
  isUrgent?: boolean;
  /** Aborted when nobody waits for the result any more: a task that has no thread by then is not begun. */
  signal?: AbortSignal;
}

/**
 * The threads and the tasks that wait for them: two lanes, bounded in length, a time limit for each task. A task that
 * fails, hangs or takes its thread down fails alone; the pool replaces the thread and goes on.
 */
export class TaskRunner {
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
    // Not among a thread's own limits; heaps that are made from here on follow it.
    setFlagsFromString(`--initial-old-space-size=${UNCOLLECTED_HEAP_MB}`);
    this.piscina = new Piscina<TaskRequest, TaskResponse>({
      filename: fileURLToPath(options.workerFile ?? new URL('./worker.js', import.meta.url)),
      // Piscina would `require` the file before it imports it, and Node aborts the process where that thread is ended.
      execArgv: ['--no-experimental-require-module'],
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
   * Has a thread do a task.
   * @param input called when the task gets its thread, with what copies the caller's bytes for it
   */
  run<K extends TaskKind>(
    kind: K,
    input: (own: OwnCopy) => TaskInputs[K],
    { isUrgent = false, signal }: TaskOptions = {},
  ): Promise<TaskResults[K]> {
    if (this.closing)
      return Promise.reject(new VisionError('VISION_UNAVAILABLE', 'the vision pool is closed'));
    if (signal?.aborted) return Promise.reject(unwanted());
    if (this.full)
      return Promise.reject(new VisionError('VISION_BUSY', `${this.maxQueue} tasks wait already`));
    return new Promise<TaskResults[K]>((resolve, reject) => {
      const job: Job = {
        kind,
        request: (own) => ({ kind, input: input(own) }) as TaskRequest,
        // What a thread answers to a kind of task is that kind's result.
        resolve: resolve as Job['resolve'],
        reject,
      };
      const lane = isUrgent ? this.urgent : this.waiting;
      lane.push(job);
      signal?.addEventListener('abort', () => this.leaveOut(job, lane), { once: true });
      this.advance();
    });
  }

  /** The version of `library` that every thread holds at least; 0 when one of them is new. */
  heldBy(library: ReferenceLibrary): number {
    return this.roster.commonVersion(this.livingThreads(), library);
  }

  /** Whether every thread is at work, in a pool that takes more. */
  get busy(): boolean {
    return !this.closing && this.running >= this.options.threads;
  }

  /** Whether a further task would be refused as VISION_BUSY. */
  get full(): boolean {
    return this.busy && this.queued >= this.maxQueue;
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
  close(graceMs: number): Promise<void> {
    this.closing ??= this.drain(graceMs);
    return this.closing;
  }

  /** Takes a job that nobody wants any more out of its lane, if it still waits there. */
  private leaveOut(job: Job, lane: Job[]): void {
    const place = lane.indexOf(job);
    if (place < 0) return;
    lane.splice(place, 1);
    job.reject(unwanted());
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
    const cpuBefore = process.cpuUsage();
    const outOfTime = new AbortController();
    const timer = setTimeout(() => outOfTime.abort(), this.timeouts[job.kind]);
    const transferList: ArrayBuffer[] = [];
    const own: OwnCopy = (bytes) => {
      const copy = new Uint8Array(bytes);
      transferList.push(copy.buffer);
      return copy;
    };
    let error: VisionError | undefined;
    try {
      const response = await this.piscina.run(job.request(own), { signal: outOfTime.signal, transferList });
      this.note(response);
      if (response.outcome.ok) job.resolve(response.outcome.value);
      else error = failureOf(response.outcome);
    } catch (thrown) {
      error = outOfTime.signal.aborted
        ? this.outOfTime(job.kind, cpuBefore)
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

  /** @param cpuBefore what the process had used when the task began */
  private outOfTime(kind: TaskKind, cpuBefore: NodeJS.CpuUsage): OutOfTimeError {
    const limitMs = this.timeouts[kind];
    const { user, system } = process.cpuUsage(cpuBefore);
    // A thread's own time cannot be read while it computes; the threads at work share alike.
    const ownMs = (user + system) / 1000 / this.running;
    return new OutOfTimeError(limitMs / 1000, ownMs >= limitMs * HAD_PROCESSOR);
  }

  private threadDied(kind: TaskKind, thrown: unknown): VisionError {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    this.roster.keepOnly(this.livingThreads());
    this.options.onWarning?.(`a vision thread died during ${kind}: ${reason}`);
    return new VisionError('VISION_UNAVAILABLE', 'the thread that worked on the picture died');
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

const unwanted = () => new VisionError('VISION_UNAVAILABLE', 'nobody waits for it any more');

/** A task that took longer than it may: VISION_TIMEOUT. */
export class OutOfTimeError extends VisionError {
  constructor(
    /** Time that the task had, s. */
    readonly limitS: number,
    /** Whether its thread had the processor for a good part of it: then a repeat will fare no better. */
    readonly hadProcessor: boolean,
  ) {
    super('VISION_TIMEOUT', `work on the picture took over ${limitS} s`);
  }
}

/** A thread that cannot classify with the changes it was sent. */
export class StaleThread extends VisionError {}

function failureOf(outcome: TaskResponse['outcome'] & { ok: false }): VisionError {
  return outcome.code === 'STALE_LIBRARY'
    ? new StaleThread('VISION_UNAVAILABLE', outcome.message)
    : new VisionError(outcome.code, outcome.message);
}
