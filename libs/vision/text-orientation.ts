import type { Raster } from './raster.js';
import { turn } from './resample.js';

/** Runs of ink longer than this (px) are rules, not text. */
const LONGEST_STROKE = 40;

/**
 * How much the rows of ink alternate between text and gap: the energy of the row sums' differences, relative to
 * the ink. Large when text runs along the rows.
 *
 * @param ink 1 where there is ink, else 0, row-major
 */
export function rowAlternation(ink: Uint8Array, width: number, height: number): number {
  let energy = 0;
  let total = 0;
  let before = 0;
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += ink[y * width + x];
    energy += (sum - before) ** 2;
    total += sum;
    before = sum;
  }
  return total ? (energy / total) * (height / total) : 0;
}

/** Ink of an evened grey page (paper near white), long rules dropped. */
export function textInk(page: Raster): Uint8Array {
  const { width, height } = page;
  const ink = new Uint8Array(width * height);
  for (let i = 0; i < ink.length; i++) ink[i] = page.data[i] < 160 ? 1 : 0;
  const rules = new Uint8Array(ink.length);
  markRuns(ink, rules, width, height, 1, width);
  markRuns(ink, rules, height, width, width, 1);
  for (let i = 0; i < ink.length; i++) if (rules[i]) ink[i] = 0;
  return ink;
}

function markRuns(
  ink: Uint8Array,
  rules: Uint8Array,
  length: number,
  lines: number,
  step: number,
  stride: number,
): void {
  for (let line = 0; line < lines; line++) {
    let run = 0;
    for (let i = 0; i <= length; i++) {
      const at = line * stride + i * step;
      if (i < length && ink[at]) run++;
      else {
        if (run > LONGEST_STROKE) for (let k = 1; k <= run; k++) rules[at - k * step] = 1;
        run = 0;
      }
    }
  }
}

/** Whether text runs along the rows (0) or the columns (1), and how sure that is (ratio of the two, >= 1). */
export function textAxis(page: Raster): { quarters: 0 | 1; confidence: number } {
  const ink = textInk(page);
  const rows = rowAlternation(ink, page.width, page.height);
  const turned = turn({ data: ink, width: page.width, height: page.height, channels: 1 }, 1);
  const cols = rowAlternation(turned.data, turned.width, turned.height);
  return rows >= cols
    ? { quarters: 0, confidence: rows / Math.max(1e-9, cols) }
    : { quarters: 1, confidence: cols / Math.max(1e-9, rows) };
}
