import type { HeldLibrary } from './messages.js';
import type { ReferenceLibrary } from './reference-library.js';

/** What the main thread knows of one vision thread. */
interface ThreadRecord {
  /** Tasks given to it and not answered yet. */
  inHand: number;
  /** Tasks answered. */
  tasks: number;
  held: HeldLibrary | null;
}

/** Book of the living vision threads: what they have done, what they hold, and which may get no more work. */
export class ThreadRoster {
  private readonly records = new Map<number, ThreadRecord>();
  private readonly retired = new Set<number>();

  /** @param tasksPerThread tasks after which a thread is due to be replaced */
  constructor(private readonly tasksPerThread: number) {}

  /** Notes a task that a thread was given. */
  given(threadId: number): void {
    this.record(threadId).inHand++;
  }

  /** Notes a task that a thread finished. Whether the thread is to be ended now. */
  finished(threadId: number, held: HeldLibrary | null, broken: boolean): boolean {
    const record = this.record(threadId);
    record.inHand--;
    record.tasks++;
    record.held = held;
    if (broken || record.tasks >= this.tasksPerThread) this.retired.add(threadId);
    // It may have been given its next task before its answer was read: that one it still does.
    return this.retired.has(threadId) && record.inHand <= 0;
  }

  /** Whether a thread may get work. */
  serves(threadId: number): boolean {
    return !this.retired.has(threadId);
  }

  /** The version of `library` that all of the given threads hold at least; 0 when one of them is new. */
  commonVersion(threadIds: readonly number[], library: ReferenceLibrary): number {
    const versions = threadIds.map((id) => {
      const held = this.records.get(id)?.held;
      return held && library.is(held.library) ? held.version : 0;
    });
    return versions.length === 0 ? 0 : Math.min(...versions);
  }

  /** Forgets threads that are gone. */
  keepOnly(threadIds: readonly number[]): void {
    const living = new Set(threadIds);
    for (const id of this.records.keys()) if (!living.has(id)) this.records.delete(id);
    for (const id of this.retired) if (!living.has(id)) this.retired.delete(id);
  }

  private record(threadId: number): ThreadRecord {
    let record = this.records.get(threadId);
    if (!record) this.records.set(threadId, (record = { inHand: 0, tasks: 0, held: null }));
    return record;
  }
}
