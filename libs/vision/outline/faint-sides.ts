import { nthValue } from '../geometry/nth-value.js';
import { fitStraight } from '../geometry/straight-line.js';
import type { Raster } from '../pixels/raster.js';

const { abs, floor, max, min, round } = Math;

/** Parts of a view's width in each of which a side is looked for. */
const PARTS = 64;
/** Rows to either side of a step, px of the view, over which it is averaged. */
const REACH = 3;
/** Part of the px of a part's row that have to be seen, and bare of ink. */
const BARE = 0.5;
/** A step of so many times what is usual in its part is full evidence; so many levels are usual on smooth tables. */
const FULL_STEP = 4;
const LEAST_SCATTER = 0.6;
/** Beside a steeper step so near, rows, one counts for less: a shadow darkens towards the sheet that casts it. */
const BESIDE = 4;
/** Standard deviations for a median of magnitudes, if those are normally distributed. */
const PER_MEDIAN = 1.48;
/** Rise of a side from one end of the view to the other, as a part of its width, at most, and the step, px. */
const MAX_RISE = 0.05;
const RISE_STEP = 2;
/** A line is seen in this part of what it is to be a side of, and bears it out so well, at least. */
const SEEN = 0.5;
const LEAST_EVIDENCE = 0.3;
/** Lines of a view that are kept, the best first, and by how many px they lie apart. */
const KEPT = 5;
const APART = 5;
/** Rounds in which a line is moved onto the steps near it, px from it at most, and the evidence that counts. */
const ROUNDS = 2;
const NEAR = 2;
const CLEAR_STEP = 0.5;

/** A straight line across a view, the sheet below it: its rows at the view's left and right border, px. */
export interface FaintSide {
  left: number;
  right: number;
}

/**
 * How light changes from the top of a view downwards, part by part of its width, as far as a line printed on the sheet
 * or written on it has nothing to do with it: steps that are too faint to be told from a table's grain in one place
 * are told by lying on one line.
 */
export class FaintSteps {
  /** Of each part and row, 0..1: the step over what is usual there; negative where nothing is seen. */
  private readonly evidence: Float32Array[];
  private readonly width: number;

  /**
   * @param view grey, the side that is looked for at the top
   * @param bare of the same size: 1 where the picture is seen, and no ink
   * @param rows how far down it is looked for, px
   */
  constructor(
    view: Raster,
    bare: Raster,
    private readonly rows: number,
  ) {
    this.width = view.width;
    this.evidence = Array.from({ length: PARTS }, (_, part) => {
      const [from, to] = [part, part + 1].map((end) => round((end * view.width) / PARTS));
      return evidenceOf(levelsOf(view, bare, from, to, rows), rows);
    });
  }

  /** The likeliest lines over a stretch of the view, px, best first. */
  linesOver(from: number, to: number): FaintSide[] {
    const first = max(0, floor((from * PARTS) / this.width));
    const last = min(PARTS, floor((to * PARTS) / this.width) + 1);
    const rise = round(MAX_RISE * this.width);
    const found: { line: FaintSide; sum: number }[] = [];
    for (let left = -rise; left < this.rows + rise; left++)
      for (let right = left - rise; right <= left + rise; right += RISE_STEP) {
        const line = { left, right };
        const { sum, seen } = this.along(line, first, last);
        if (seen >= SEEN * (last - first) && sum >= LEAST_EVIDENCE * (last - first))
          found.push({ line, sum });
      }
    found.sort((a, b) => b.sum - a.sum);
    const kept: FaintSide[] = [];
    for (const { line } of found) {
      if (kept.length === KEPT) break;
      if (kept.every((other) => abs(middleOf(line) - middleOf(other)) > APART)) kept.push(line);
    }
    return kept;
  }

  /**
   * 0..1: how well a line is borne out between two places, px across the view, and how well beyond them, over a quarter
   * of what is between at most.
   */
  borneOut(line: FaintSide, from: number, to: number): { within: number; beyond: number } {
    const place = (x: number): number => min(PARTS, max(0, round((x * PARTS) / this.width)));
    const [first, last] = [place(from), place(to)];
    const margin = (to - from) / 4;
    const within = this.along(line, first, last);
    const before = this.along(line, place(from - margin), first);
    const after = this.along(line, last, place(to + margin));
    const beyond = before.seen + after.seen;
    return {
      within: within.sum / max(1, ((to - from) * PARTS) / this.width),
      beyond: beyond > 1 ? (before.sum + after.sum) / beyond : 0,
    };
  }

  /** A line moved onto the steps near it between two places, px across the view. */
  refined(line: FaintSide, from: number, to: number): FaintSide {
    let { left, right } = line;
    for (let k = 0; k < ROUNDS; k++) {
      const places: number[] = [];
      const rows: number[] = [];
      this.evidence.forEach((column, part) => {
        const place = (part + 0.5) / PARTS;
        if (place * this.width < from || place * this.width > to) return;
        const row = steepestNear(column, left + place * (right - left));
        if (row === null) return;
        places.push(place);
        rows.push(row);
      });
      const moved = fitStraight(
        places,
        rows,
        places.map(() => 1),
      );
      if (!moved) break;
      left = moved.start;
      right = moved.start + moved.slope;
    }
    return { left, right };
  }

  /** Evidence along a line, summed over the parts in which it is seen. */
  private along({ left, right }: FaintSide, first: number, last: number): { sum: number; seen: number } {
    let [sum, seen] = [0, 0];
    for (let part = first; part < last; part++) {
      const row = round(left + ((right - left) * (part + 0.5)) / PARTS);
      if (row < REACH || row >= this.rows) continue;
      const column = this.evidence[part];
      const most = max(column[row - 1], column[row], row + 1 < this.rows ? column[row + 1] : -1);
      if (most < 0) continue;
      sum += most;
      seen++;
    }
    return { sum, seen };
  }
}

const middleOf = ({ left, right }: FaintSide): number => (left + right) / 2;

/** The mean level of each row between two columns; NaN where too little of it is seen. */
function levelsOf(
  { data, width }: Raster,
  bare: Raster,
  from: number,
  to: number,
  rows: number,
): Float32Array {
  const levels = new Float32Array(rows + REACH);
  for (let y = 0; y < levels.length; y++) {
    let [sum, count] = [0, 0];
    for (let k = y * width + from; k < y * width + to; k++) {
      if (!bare.data[k]) continue;
      sum += data[k];
      count++;
    }
    levels[y] = count >= BARE * (to - from) ? sum / count : NaN;
  }
  return levels;
}

/** Each row's step over what is full evidence beside most of them, 0..1; -1 where none is seen. */
function evidenceOf(levels: Float32Array, rows: number): Float32Array {
  const steps = new Float32Array(rows).fill(NaN);
  for (let y = REACH; y < rows; y++) {
    let step = 0;
    for (let d = 0; d < REACH; d++) step += levels[y + d] - levels[y - 1 - d];
    steps[y] = abs(step) / REACH;
  }
  const seen = steps.filter((step) => !Number.isNaN(step));
  const usual = seen.length > 0 ? nthValue(seen, seen.length >> 1) : 0;
  const full = FULL_STEP * max(LEAST_SCATTER, PER_MEDIAN * usual);
  return steps.map((step, y) => {
    if (Number.isNaN(step)) return -1;
    let steepest = step;
    for (const other of steps.subarray(max(0, y - BESIDE), y + BESIDE + 1))
      if (other > steepest) steepest = other;
    return steepest > 0 ? min(1, step / full) * (step / steepest) : 0;
  });
}

/** The row of the clearest step near a row, to a part of a row; null where there is none. */
function steepestNear(column: Float32Array, near: number): number | null {
  let best = -1;
  for (let row = max(1, round(near) - NEAR); row <= min(column.length - 2, round(near) + NEAR); row++)
    if (column[row] > (best < 0 ? CLEAR_STEP : column[best])) best = row;
  if (best < 0) return null;
  const [before, here, after] = [column[best - 1], column[best], column[best + 1]];
  const bend = before - 2 * here + after;
  return best + (bend < 0 ? max(-0.5, min(0.5, (before - after) / (2 * bend))) : 0);
}
