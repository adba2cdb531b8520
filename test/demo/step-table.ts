interface Step {
  what: string;
  /** Null for a check that was not timed. */
  ms: number | null;
  ok: boolean;
  detail: string;
}

/** What happened, as a table for a terminal. */
export class StepTable {
  private readonly steps: Step[] = [];

  /** Runs a step and notes how long it took; its failure is noted and thrown. */
  async time<T>(what: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    let ok = false;
    try {
      const result = await work();
      ok = true;
      return result;
    } finally {
      this.steps.push({ what, ms: performance.now() - started, ok, detail: '' });
    }
  }

  /** Notes whether something is as it should be. */
  check(what: string, ok: boolean, detail: string): void {
    this.steps.push({ what, ms: null, ok, detail });
  }

  get count(): number {
    return this.steps.length;
  }

  get failed(): number {
    return this.steps.filter(({ ok }) => !ok).length;
  }

  render(): string {
    const width = Math.max(...this.steps.map(({ what }) => what.length)) + 2;
    return this.steps
      .map(({ what, ms, ok, detail }) => {
        const time = ms === null ? '' : `${Math.round(ms)} ms`;
        return `${ok ? 'ok    ' : 'FAILED'}  ${(ms === null ? `  ${what}` : what).padEnd(width)}  ${time.padStart(9)}  ${detail}`.trimEnd();
      })
      .join('\n');
  }
}
