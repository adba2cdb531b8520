import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './classify-outcome.js';

/** Outcomes of a bench that is run in parts, one file a set of photographs; without a folder nothing is kept. */
export class Parts {
  constructor(private readonly folder: string | null) {}

  /** @param run tells runs apart that are joined later, such as by their seed */
  async keep(run: string, set: string, outcomes: Outcome[]): Promise<void> {
    if (!this.folder) return;
    await mkdir(this.folder, { recursive: true });
    const file = `${run} ${set}.json`.replaceAll(/[^\w.]+/g, '-');
    await writeFile(join(this.folder, file), JSON.stringify({ set, outcomes }));
  }

  /** All that was kept, by set, those of several runs together. */
  async join(): Promise<Map<string, Outcome[]>> {
    const sets = new Map<string, Outcome[]>();
    if (!this.folder) return sets;
    for (const file of (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort()) {
      const { set, outcomes } = JSON.parse(await readFile(join(this.folder, file), 'utf8')) as {
        set: string;
        outcomes: Outcome[];
      };
      sets.set(set, [...(sets.get(set) ?? []), ...outcomes]);
    }
    return sets;
  }
}
