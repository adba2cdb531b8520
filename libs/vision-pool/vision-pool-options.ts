import type { TaskKind } from './messages.js';

export interface VisionPoolOptions {
  /** Vision threads; each takes a core while at work and 150 to 400 MB. */
  threads: number;
  /** Time that a task may run on its thread, in ms; the start of a fresh thread counts, waiting does not. */
  taskTimeoutMs?: Partial<Record<TaskKind, number>>;
  /** Tasks that may wait for a thread. */
  maxQueue?: number;
  /** Tasks after which a thread is replaced, so that memory that a library leaks is given back. */
  tasksPerThread?: number;
  /**
   * JavaScript heap of a thread in MB; a task that exceeds it ends with its thread. Pixels live outside of
   * that heap (WebAssembly memory, libvips), where a thread cannot be limited: what bounds them is `ImageLimits`.
   */
  maxHeapMb?: number;
  /** Called after each task with its running time in ms, without its wait. */
  onTaskDone?: (task: TaskKind, ms: number, ok: boolean) => void;
  /** Called with things worth a line in the log: a thread that died, a profile that cannot be read. */
  onWarning?: (message: string) => void;
  /** Another worker file: for tests that need a thread to misbehave. */
  workerFile?: URL;
}

export interface VisionPoolStats {
  threads: number;
  /** Tasks that wait for a thread. */
  queued: number;
  /** Tasks on a thread now. */
  running: number;
  /** Tasks ended since the start, whether well or not. */
  completed: number;
  /** Of those, the ones that ended with an error. */
  failed: number;
}

/** About ten times what a 12-megapixel frame takes on a slow core. */
export const TASK_TIMEOUT_MS: Record<TaskKind, number> = {
  probe: 20_000,
  extractPage: 30_000,
  layFlat: 30_000,
  describePage: 20_000,
  classify: 20_000,
  checkRevision: 30_000,
  normalize: 30_000,
  // A sheet that should carry one, and shows none, is looked through for 7 s.
  readBarcodes: 60_000,
  overlay: 20_000,
  coverSheet: 30_000,
  tone: 20_000,
  thumbnail: 20_000,
  health: 10_000,
};
/**
 * Part of its time limit for which a task must have had the processor before its length is laid to the picture: less
 * means that others took it (another program, a laptop asleep). 3 s of drawing, where a scanned page takes under one.
 */
export const HAD_PROCESSOR = 0.1;
/** Tasks that may wait, unless told otherwise: a minute of work for two threads. */
export const MAX_QUEUE = 256;
/** Seldom enough that building a thread's index anew does not show. */
export const TASKS_PER_THREAD = 2_000;
export const MAX_HEAP_MB = 512;
/**
 * Heap in MB up to which a thread collects only its young garbage. V8 starts with less than a frame leaves behind, and
 * would go through the index of all pages for each frame to free it: up to a fifth of the processor time of
 * classifying. The benchmarks, which work without threads, are started alike (package.json).
 */
export const UNCOLLECTED_HEAP_MB = 96;
