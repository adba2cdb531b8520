import { topHat } from '../ink/strokes.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { lookUp } from '../pixels/look-up.js';
import type { Raster } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import { PATCH_SUMS } from '../registration/patch.js';

const { hypot } = Math;

/**
 * Cells lie this far apart and are so wide, px of a copy of about 150 px an inch: a letter's height, with a little
 * about it.
 */
export const CELL_STEP = 12;
export const CELL_SIDE = 16;
/** Half the square of the top-hat by which strokes are told from tints and solid areas, px: a fifth of an inch. */
const STROKE_RADIUS = 14;
/**
 * The smaller eigenvalue of a cell's structure tensor, levels squared a px, from which on it holds letters, and not
 * just a rule.
 */
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

/** The print of a reference page, kept as long as its raster is. @param page a grey copy */
export const printOf = remembered(describePrint);

function describePrint(page: Raster): ReferencePrint {
  const { width, height } = page;
  // Cells at the border have px about them too.
  const cols = Math.floor((width - CELL_SIDE - CELL_STEP) / CELL_STEP);
  const rows = Math.floor((height - CELL_SIDE - CELL_STEP) / CELL_STEP);
  return KernelMemory.borrow((memory) => {
    const strokes = placeStrokes(memory, page);
    const sums = memory.take(4 * PATCH_SUMS);
    const found = memory.longs(sums, PATCH_SUMS);
    const cells: number[] = [];
    for (let k = 0; k < cols * rows; k++) {
      kernels.patchSums(strokes + cellOffset(k, cols, width), width, CELL_SIDE, sums);
      if (holdsLetters(found)) cells.push(k);
    }
    const levels = memory.bytes(strokes, width * height).slice();
    return { width, height, strokes: levels, cols, rows, cells: Uint16Array.from(cells) };
  });
}

/** Where a cell's upper left px stands in a row-major copy. */
export function cellOffset(cell: number, cols: number, width: number): number {
  const row = (cell / cols) | 0;
  return (row + 1) * CELL_STEP * width + (cell - row * cols + 1) * CELL_STEP;
}

/** Address of a page's strokes. */
function placeStrokes(memory: KernelMemory, { data, width, height }: Raster): number {
  const strokes = memory.take(data.length);
  KernelMemory.borrow((own) => {
    const dark = own.take(data.length);
    own.bytes(dark, data.length).set(data);
    lookUp(dark, data.length, NEGATIVE);
    topHat(dark, width, height, strokes, STROKE_RADIUS);
  });
  return strokes;
}

/**
 * Whether slopes run both ways in a cell (Harris and Stephens 1988): along a rule they do not. @param sums as
 * `patchSums` has them
 */
function holdsLetters(sums: Int32Array): boolean {
  const xx = sums[2];
  const xy = sums[3];
  const yy = sums[4];
  return (xx + yy) / 2 - hypot((xx - yy) / 2, xy) >= LETTERS * CELL_SIDE * CELL_SIDE;
}

/** What becomes of a level in a negative. */
const NEGATIVE = Uint8Array.from({ length: 256 }, (_, level) => 255 - level);
