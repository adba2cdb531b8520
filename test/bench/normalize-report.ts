import type { CaptureLevel } from '../support/photo-booth/index.js';
import { quantile } from './quantile.js';

/** What one photograph gave. Figures of the known form, then those of the same frame taken for unknown. */
export interface Row {
  name: string;
  sheet: number;
  ink: number;
  /** The same over the sheet where the page had to be searched for. */
  searchedSheet: number;
  registered: boolean;
  uprightKnown: boolean;
  paper: number | null;
  spread: number | null;
  flags: [string, string];
  jaccard: number;
  proportions: number;
  uprightUnknown: boolean;
  /** Of an upright page taken for unknown: how far its rows stand off level ones, px at 150 dpi. */
  rowsOff: number | null;
  /** Of a flat page taken for unknown: how far rows and columns run off level ones, the most, degrees. */
  offLevel: { rows: number; columns: number } | null;
  /** CPU time file to file, ms. */
  ms: Times;
  /** The same of sharp's own, coded as the service asks, and as sharp does when nobody asks. */
  ownMs: number;
  ownMsByDefault: number;
}

interface Times {
  /** Known and found by classification, the first frame of its form: the page's patches are prepared as well. */
  first: number;
  /** Another frame of the form, as most of a packet are. */
  next: number;
  /** Known, and searched for. */
  searched: number;
  unknown: number;
}

function share(rows: readonly Row[], test: (row: Row) => boolean): string {
  return `${((100 * rows.filter(test).length) / rows.length).toFixed(1)} %`;
}

/** Prints the figures of a level, and what has missed a bar. */
export function report(level: CaptureLevel, title: string, rows: readonly Row[]): void {
  const of = (pick: (row: Row) => number | null): number[] =>
    rows.map(pick).filter((v): v is number => v !== null);
  const line = (what: string, value: string): void => console.log(`  ${what.padEnd(58)} ${value}`);
  const f = (values: readonly number[], q: number, digits = 2): string => quantile(values, q).toFixed(digits);
  const limit = level === 'curled' ? 1 : 0.5;
  const sheet = of((r) => r.sheet);
  const ink = of((r) => r.ink);
  const jaccard = of((r) => r.jaccard);
  console.log(`\n${title}: ${rows.length} photographs`);
  line(
    'known: RMS over the sheet, px at 150 dpi: median, p90, p97',
    `${f(sheet, 0.5)}, ${f(sheet, 0.9)}, ${f(sheet, 0.97)}`,
  );
  line('known: RMS over inked places: median, p90, p97', `${f(ink, 0.5)}, ${f(ink, 0.9)}, ${f(ink, 0.97)}`);
  line(
    `known: frames within ${limit} px, sheet / inked places`,
    `${share(rows, (r) => r.sheet <= limit)} / ${share(rows, (r) => r.ink <= limit)}`,
  );
  line(
    'known: registered, upright',
    `${share(rows, (r) => r.registered)}, ${share(rows, (r) => r.uprightKnown)}`,
  );
  const papers = of((r) => r.paper);
  const spreads = of((r) => r.spread);
  line(
    'known: paper median, p10; spread median, p90',
    `${f(papers, 0.5, 0)}, ${f(papers, 0.1, 0)}; ${f(spreads, 0.5, 1)}, ${f(spreads, 0.9, 1)}`,
  );
  const worst = jaccard.filter((v) => v <= quantile(jaccard, 0.1));
  const mean = (values: readonly number[]): string =>
    (values.reduce((a, b) => a + b, 0) / values.length).toFixed(4);
  line('unknown: outline Jaccard mean, mean of the worst tenth', `${mean(jaccard)}, ${mean(worst)}`);
  line(
    'unknown: proportions within 1 %',
    share(rows, (r) => r.proportions <= 0.01),
  );
  line(
    'unknown: upright',
    share(rows, (r) => r.uprightUnknown),
  );
  const rowsOff = of((r) => r.rowsOff);
  line(
    'unknown: rows off level ones, RMS, px at 150 dpi: median, p90',
    `${f(rowsOff, 0.5)}, ${f(rowsOff, 0.9)}`,
  );
  for (const which of ['rows', 'columns'] as const) {
    const off = of((r) => r.offLevel && r.offLevel[which]);
    if (off.length > 0)
      line(
        `unknown: ${which} off level, most of a page, degrees: median, p90`,
        `${f(off, 0.5)}, ${f(off, 0.9)}`,
      );
  }
  line(
    `known, searched for: frames within ${limit} px`,
    share(rows, (r) => r.searchedSheet <= limit),
  );
  const middle = (pick: (row: Row) => number): string => f(of(pick), 0.5, 0);
  const times = (['first', 'next', 'searched', 'unknown'] as const).map((k) => middle((r) => r.ms[k]));
  const against = (own: (row: Row) => number): string => {
    const ratios = (k: 'first' | 'next'): string => {
      const all = of((r) => r.ms[k] / own(r));
      return `${f(all, 0.5)}, ${f(all, 0.9)}`;
    };
    return `${middle(own)}; ${ratios('first')}; ${ratios('next')}`;
  };
  line("CPU ms file to file: form's first, its next, searched for, unknown", times.join(', '));
  line(
    "sharp alone; form's first, its next against it: median, p90",
    against(({ ownMs }) => ownMs),
  );
  line(
    "the same with sharp's own way to code",
    against(({ ownMsByDefault }) => ownMsByDefault),
  );
  const flags = new Map<string, number>();
  for (const row of rows) {
    const key = `known ${row.flags[0]}, unknown ${row.flags[1]}`;
    flags.set(key, (flags.get(key) ?? 0) + 1);
  }
  for (const [key, count] of flags) line(`flags: ${key}`, String(count));
  const misses = rows.filter(
    (r) =>
      r.sheet > limit ||
      !r.uprightUnknown ||
      (level !== 'cut' && r.proportions > 0.01) ||
      (level !== 'cut' && level !== 'scan' && r.jaccard < 0.95),
  );
  for (const r of misses.slice(0, 12))
    console.log(
      `    miss: ${r.name}: sheet ${r.sheet.toFixed(2)}, ink ${r.ink.toFixed(2)}, Jaccard ${r.jaccard.toFixed(3)}, proportions off by ${(100 * r.proportions).toFixed(1)} %, ${r.uprightUnknown ? 'upright' : 'NOT upright'}`,
    );
}
