import { evidenceOf, type LineEvidence } from './line-evidence.js';

const { max, min, round } = Math;

/** A stretch of a line along which the picture has an edge: a side of a page, from corner to corner. */
export interface SideStretch {
  line: LineEvidence;
  /** px along the line; from < to. */
  from: number;
  to: number;
  /** 0..1: edge and contrast along it. */
  value: number;
  /** Mean luminance on the normal's side less the other's, -1..1. */
  step: number;
}

/** Places below this value end a stretch in the long run; a stretch has the upper one on average. */
const BREAK_VALUE = 0.55;
const MIN_VALUE = 0.7;

/** The stretches of a line, not shorter than `least` px: the one that stands out most, and those beside it. */
export function stretchesOf(line: LineEvidence, least: number): SideStretch[] {
  const found: SideStretch[] = [];
  const search = (low: number, high: number): void => {
    if (high - low < least) return;
    const [from, to] = mostBorneOut(line, low, high);
    if (to - from < least) return;
    const stretch = stretchAt(line, from, to);
    if (stretch.value >= MIN_VALUE) found.push(stretch);
    search(low, from);
    search(to, high);
  };
  search(0, line.length);
  return found;
}

/** The run of places whose values less BREAK_VALUE sum up to most. */
function mostBorneOut({ edge, contrast }: LineEvidence, low: number, high: number): [number, number] {
  let best: [number, number] = [low, low];
  let most = 0;
  let start = low;
  let sum = 0;
  for (let i = low; i < high; i++) {
    const value = evidenceOf(edge[i + 1] - edge[i], contrast[i + 1] - contrast[i]);
    sum += value - BREAK_VALUE;
    if (sum <= 0) {
      sum = 0;
      start = i + 1;
    } else if (sum > most) {
      most = sum;
      best = [start, i + 1];
    }
  }
  return best;
}

/** The stretch of a line between two places, px along it, from < to. */
export function stretchBetween(line: LineEvidence, from: number, to: number): SideStretch {
  const start = max(0, min(line.length - 1, round(from) - line.first));
  return stretchAt(line, start, max(start + 1, min(line.length, round(to) - line.first)));
}

function stretchAt(line: LineEvidence, from: number, to: number): SideStretch {
  const mean = (sum: Float32Array): number => (sum[to] - sum[from]) / (to - from);
  return {
    line,
    from: line.first + from,
    to: line.first + to - 1,
    value: evidenceOf(mean(line.edge), mean(line.contrast)),
    step: mean(line.step),
  };
}
