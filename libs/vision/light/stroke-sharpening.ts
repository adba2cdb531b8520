import type { Raster } from '../pixels/raster.js';
import { PAPER } from '../orientation/ink-boxes.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { max, min, round, sqrt } = Math;

/** Four px of blank paper. */
const BLANK = (PAPER << 24) | (PAPER << 16) | (PAPER << 8) | PAPER;
/** Standard deviation of the blur that detail is taken against, over the width of the strokes' edges. */
const SIGMA_SHARE = 0.9;
const MIN_SIGMA = 2;
const MAX_SIGMA = 6;
/**
 * Detail is added this many times. Of 8 photographs of forms read by tesseract, three that had lost 18 to 42 % of their
 * words then lost 1 to 12 %, three changed little, and two were blurred beyond reading either way.
 */
const AMOUNT = 3;
/** Detail up to this many levels is paper's grain and the camera's noise, and is left as it is. */
const GRAIN = 6;
/** In dark fills and pictures grain stands out more: there detail has to be this large, and surroundings count as dark up to... */
const GRAIN_IN_DARK = 20;
/** ...this level. */
const DARK = 150;
/** Ink is darkened by at most this many levels, its surroundings lightened by at most that many: no halos. */
const MOST_DARKER = 190;
const MOST_LIGHTER = 24;

/**
 * Sharpens strokes in place by unsharp masking.
 *
 * @param page evened page (paper near white), grey
 * @param edgeWidth px over which ink turns to paper in it, as `strokeSharpness` has it
 */
export function sharpenStrokes(page: Raster, edgeWidth: number): void {
  const { data, width, height } = page;
  const half = halved(page);
  const sigma = min(MAX_SIGMA, max(MIN_SIGMA, SIGMA_SHARE * edgeWidth)) / 2;
  // Two boxes of side 2r + 1 have the variance 2 ((2r + 1)^2 - 1) / 12.
  const radius = max(1, round((sqrt(6 * sigma * sigma + 1) - 1) / 2));
  for (let pass = 0; pass < 2; pass++) {
    blurRows(half, radius);
    blurColumns(half, radius);
  }
  const { levels, cols, rows } = half;
  const onPaper = changeTable(GRAIN);
  const inDark = changeTable(GRAIN_IN_DARK);
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  const words = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const light = PAPER - GRAIN;
  for (let y = 0; y < height; y++) {
    let at = min(rows - 1, y >> 1) * cols;
    let k = y * width;
    // Two px share what is around them. Most are blank paper, and stay: four at a time.
    for (const end = k + (width & ~1); k < end; k += 2, at++) {
      const around = levels[at];
      if (around >= light && k + 4 <= end && levels[at + 1] >= light && words.getInt32(k) === BLANK) {
        k += 2;
        at++;
        continue;
      }
      const change = around < DARK ? inDark : onPaper;
      const left = data[k];
      const right = data[k + 1];
      const byLeft = change[left - around + 255];
      const byRight = change[right - around + 255];
      if (byLeft !== 0) clamped[k] = left + byLeft;
      if (byRight !== 0) clamped[k + 1] = right + byRight;
    }
    if (width & 1) {
      const around = levels[min(rows - 1, y >> 1) * cols + cols - 1];
      clamped[k] += (around < DARK ? inDark : onPaper)[data[k] - around + 255];
    }
  }
}

/** Levels to add for each difference -255..255 between a px and its surroundings. */
function changeTable(grain: number): Int16Array {
  return Int16Array.from({ length: 511 }, (_, i) => {
    const detail = i - 255;
    if (detail > 0) return min(MOST_LIGHTER, AMOUNT * max(0, detail - grain));
    return -min(MOST_DARKER, AMOUNT * max(0, -detail - grain));
  });
}

interface Plane {
  levels: Uint8Array;
  cols: number;
  rows: number;
}

/** At half the size, px averaged by twos. */
function halved({ data, width, height }: Raster): Plane {
  const cols = max(1, width >> 1);
  const rows = max(1, height >> 1);
  const levels = new Uint8Array(cols * rows);
  const right = width > 1 ? 1 : 0;
  const down = height > 1 ? width : 0;
  const words = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let y = 0, o = 0; y < rows; y++) {
    let k = 2 * y * width;
    // Four px of either row as a word: two averages at once, in the word's halves.
    for (const end = down ? k + (width & ~3) : k; k < end; k += 4, o += 2) {
      const upper = words.getInt32(k, true);
      const lower = words.getInt32(k + down, true);
      const sums =
        (upper & 0xff00ff) + ((upper >>> 8) & 0xff00ff) + (lower & 0xff00ff) + ((lower >>> 8) & 0xff00ff);
      levels[o] = ((sums & 0xffff) + 2) >> 2;
      levels[o + 1] = ((sums >>> 16) + 2) >> 2;
    }
    for (const end = (y + 1) * cols; o < end; o++, k += 2)
      levels[o] = (data[k] + data[k + right] + data[k + down] + data[k + right + down] + 2) >> 2;
  }
  return { levels, cols, rows };
}

function blurRows({ levels, cols, rows }: Plane, radius: number): void {
  // A row with its ends repeated.
  const line = new Uint8Array(cols + 2 * radius + 1);
  const scale = fixed(radius);
  const wide = 2 * radius + 1;
  for (let y = 0; y < rows; y++) {
    const start = y * cols;
    line.fill(levels[start], 0, radius);
    line.set(levels.subarray(start, start + cols), radius);
    line.fill(levels[start + cols - 1], radius + cols);
    let sum = 0;
    for (let x = 0; x < wide; x++) sum += line[x];
    for (let x = 0; x < cols; x++) {
      levels[start + x] = (sum * scale + HALF) >> SCALE_BITS;
      sum += line[x + wide] - line[x];
    }
  }
}

/** Bits of the fraction in the share of one px of a box: a sum of levels times it fits 32 bits. */
const SCALE_BITS = 16;
const HALF = 1 << (SCALE_BITS - 1);

function fixed(radius: number): number {
  return round((1 << SCALE_BITS) / (2 * radius + 1));
}

function blurColumns({ levels, cols, rows }: Plane, radius: number): void {
  const source = levels.slice();
  const sums = new Int32Array(cols);
  const scale = fixed(radius);
  for (let v = -radius; v <= radius; v++) {
    const row = min(rows - 1, max(0, v)) * cols;
    for (let x = 0; x < cols; x++) sums[x] += source[row + x];
  }
  for (let y = 0; y < rows; y++) {
    const start = y * cols;
    const next = min(rows - 1, y + radius + 1) * cols;
    const past = max(0, y - radius) * cols;
    for (let x = 0; x < cols; x++) {
      const sum = sums[x];
      levels[start + x] = (sum * scale + HALF) >> SCALE_BITS;
      sums[x] = sum + source[next + x] - source[past + x];
    }
  }
}
