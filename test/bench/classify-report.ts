import { curvePoints, drawCurve } from './classify-curve.js';
import type { Thresholds } from '../../src/classification/verdict.js';
import { isAccepted, percent, type Outcome } from './classify-outcome.js';
import { ContactSheet } from './contact-sheet.js';
import { quantile } from './quantile.js';

/** Px of a side of a miss on the sheet, and misses a row. */
export const MISS_PX = 400;
const MISSES_A_ROW = 5;
/** Highest scores accepted of which the risk and coverage are told. */
const LIMITS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/** Prints what became of a bench's photographs. */
export class Report {
  constructor(private readonly thresholds: Thresholds) {
    this.row('set', 'n', 'right', 'recognized', 'wrong accepted', 'score p50/p95', 'margin p5', 'ms p50/p90');
  }

  /** A row of the table, and its misses below it. */
  set(name: string, outcomes: Outcome[], listed = true): void {
    const good = outcomes.filter(({ right }) => right);
    const taken = (o: Outcome) => isAccepted(o, this.thresholds);
    const of = (values: number[], q: number, digits: number) => quantile(values, q).toFixed(digits);
    const scores = good.map(({ score }) => score);
    const margins = good.map(({ margin }) => margin);
    const times = outcomes.map(({ ms }) => ms);
    this.row(
      name,
      String(outcomes.length),
      percent(good.length, outcomes.length),
      percent(good.filter(taken).length, outcomes.length),
      percent(outcomes.filter((o) => !o.right && taken(o)).length, outcomes.length),
      `${of(scores, 0.5, 2)}/${of(scores, 0.95, 2)}`,
      of(margins, 0.05, 2),
      `${of(times, 0.5, 0)}/${of(times, 0.9, 0)}`,
    );
    if (!listed) return;
    for (const o of outcomes)
      if (!o.right || !taken(o))
        console.log(
          `  ${o.right ? 'not accepted' : taken(o) ? 'MISS, ACCEPTED' : 'MISS, not accepted'}: ${o.told}`,
        );
  }

  strangers(outcomes: Outcome[]): void {
    if (outcomes.length === 0) return;
    const accepted = outcomes.filter((o) => isAccepted(o, this.thresholds));
    const lowest = outcomes.map(({ score }) => score).sort((a, b) => a - b);
    const times = outcomes.map(({ ms }) => ms);
    console.log(
      `strangers: ${accepted.length} of ${outcomes.length} accepted; lowest scores ${lowest
        .slice(0, 8)
        .map((score) => score.toFixed(2))
        .join(' ')}; ms p50/p90/max ${[0.5, 0.9, 1].map((q) => quantile(times, q).toFixed(0)).join('/')}`,
    );
    for (const { told } of outcomes.filter(({ score }) => score < 0.7)) console.log(`  near: ${told}`);
  }

  /** Risk and coverage, as lines and as `curve`; the misses' pictures as `sheet`. */
  async end(known: Outcome[], strangers: Outcome[], curve?: string, sheet?: string): Promise<void> {
    if (known.length > 0) this.set('all', known, false);
    this.strangers(strangers);
    const share = (value: number) => (isNaN(value) ? '-' : `${(100 * value).toFixed(2)} %`);
    for (const point of curvePoints(known, strangers, this.thresholds.minConfidence, LIMITS))
      console.log(
        `max score ${point.maxScore.toFixed(2)}: recognized and right ${share(point.recognized)}, wrong accepted ${share(point.wrongAccepted)}, strangers accepted ${share(point.strangersAccepted)}`,
      );
    if (curve) await drawCurve(curve, known, strangers, this.thresholds);
    if (!sheet) return;
    const misses = new ContactSheet(MISSES_A_ROW, MISS_PX);
    for (const { picture } of known) if (picture) await misses.add(Buffer.from(picture, 'base64'));
    await misses.write(sheet);
  }

  private row(...cells: string[]): void {
    console.log(cells.map((cell, i) => cell.padEnd(i === 0 ? 26 : 16)).join(''));
  }
}
