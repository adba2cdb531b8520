import { topHat } from '../ink/strokes.js';
import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { hypot } = Math;

/** Cells lie this far apart and are so wide, px of a copy of about 150 px an inch: a letter's height, with a little about it. */
export const CELL_STEP = 12;
export const CELL_SIDE = 16;
/** Half the square of the top-hat by which strokes are told from tints and solid areas, px: a fifth of an inch. */
const STROKE_RADIUS = 14;
/** The smaller eigenvalue of a cell's structure tensor, levels squared a px, from which on it holds letters, and not just a rule. */
const LETTERS = 800;

/** A reference page's print in cells of about a letter's size. */
export interface ReferencePrint {
  width: number;
  height: number;
  /** How far strokes stand out from what is about them, levels, row-major: 0 is none. */
  strokes: Uint8Array;
  /** Cells in a row and rows of cells, of which those with letters are these, in reading order. */
  cols: number;
  rows: number;
  cells: Uint16Array;
}

const known = new WeakMap<Raster, ReferencePrint>();

/** The print of a reference page, kept as long as its raster is. @param page a grey copy */
export function printOf(page: Raster): ReferencePrint {
  let print = known.get(page);
  if (!print) known.set(page, (print = describePrint(page)));
  return print;
}

function describePrint(page: Raster): ReferencePrint {
  const { width, height } = page;
  const strokes = strokesOf(page);
  // Cells at the border have px about them too.
  const cols = Math.floor((width - CELL_SIDE - CELL_STEP) / CELL_STEP);
  const rows = Math.floor((height - CELL_SIDE - CELL_STEP) / CELL_STEP);
  const cells: number[] = [];
  for (let k = 0; k < cols * rows; k++)
    if (holdsLetters(strokes, width, cellOffset(k, cols, width))) cells.push(k);
  return { width, height, strokes, cols, rows, cells: Uint16Array.from(cells) };
}

/** Where a cell's upper left px stands in a row-major copy. */
export function cellOffset(cell: number, cols: number, width: number): number {
  const row = (cell / cols) | 0;
  return (row + 1) * CELL_STEP * width + (cell - row * cols + 1) * CELL_STEP;
}

function strokesOf({ data, width, height }: Raster): Uint8Array {
  return KernelMemory.borrow((memory) => {
    const size = width * height;
    const dark = memory.take(size);
    const out = memory.take(size);
    writeNegative(data, memory.bytes(dark, size));
    topHat(dark, width, height, out, STROKE_RADIUS);
    return memory.bytes(out, size).slice();
  });
}

/** A function of its own: V8 compiles closures for each page anew. */
function writeNegative(levels: Uint8Array, out: Uint8Array): void {
  for (let k = 0; k < out.length; k++) out[k] = 255 - levels[k];
}

/** Whether slopes run both ways in a cell (Harris and Stephens 1988): along a rule they do not. */
function holdsLetters(strokes: Uint8Array, width: number, offset: number): boolean {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let j = 0; j < CELL_SIDE; j++)
    for (let k = offset + j * width, end = k + CELL_SIDE; k < end; k++) {
      const gx = strokes[k + 1] - strokes[k - 1];
      const gy = strokes[k + width] - strokes[k - width];
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
  return (xx + yy) / 2 - hypot((xx - yy) / 2, xy) >= LETTERS * CELL_SIDE * CELL_SIDE;
}
