import { threadId } from 'node:worker_threads';
import type { TaskRequest, TaskResponse } from '../../libs/vision-pool/messages.js';

/** Whether the next task finds the thread blocked for good, and no processor used. */
let asleep = false;

/** What a frame's text makes the thread do instead of reading barcodes; other tasks run as ever. */
const MISCHIEF: Readonly<Record<string, () => Promise<TaskResponse>>> = {
  // Never gives the thread back, as a loop in native code would.
  hang: async () => {
    for (;;);
  },
  exit: async () => process.exit(3),
  throw: async () => {
    setImmediate(() => {
      throw new Error('out of nowhere');
    });
    return new Promise<TaskResponse>(() => undefined);
  },
  memory: async () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, (_, i) => i * 1.5));
  },
  broken: async () => ({
    threadId,
    outcome: { ok: false, code: 'VISION_UNAVAILABLE', message: 'memory access out of bounds' },
    held: null,
    broken: true,
    warnings: [],
  }),
  sleep: async () => {
    asleep = true;
    return said('asleep');
  },
  // Names the thread that did it.
  thread: async () => said(String(threadId)),
};

const said = (value: string): TaskResponse => ({
  threadId,
  outcome: { ok: true, value: [{ type: 'thread', value }] },
  held: null,
  broken: false,
  warnings: [],
});

export default async function misbehave(request: TaskRequest): Promise<TaskResponse> {
  if (asleep) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const mischief =
    request.kind === 'readBarcodes'
      ? MISCHIEF[Buffer.from(request.input.frame).toString('latin1')]
      : undefined;
  if (mischief) return mischief();
  // Loaded for those that need it: it takes a second.
  const { default: handle } = await import('../../libs/vision-pool/worker.js');
  return handle(request);
}
