import type { StageTiming } from '../contract.js';

/** Takes the times of a task's stages. Stages may come again; their times add up. */
export class StageClock {
  private readonly spent = new Map<string, number>();
  private stage: string | null = null;
  private since = 0;

  /** Ends the stage under way and begins another; null begins none. */
  readonly begin = (stage: string | null): void => {
    const now = performance.now();
    if (this.stage !== null) this.spent.set(this.stage, (this.spent.get(this.stage) ?? 0) + now - this.since);
    this.stage = stage;
    this.since = now;
  };

  /** Times so far, in the order in which the stages first ended. */
  timings(): StageTiming[] {
    return [...this.spent].map(([stage, ms]) => ({ stage, ms }));
  }
}
