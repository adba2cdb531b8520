import { median } from '../geometry/median.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { lookUp } from '../pixels/look-up.js';
import { CELL_SIDE, cellOffset, type ReferencePrint } from './reference-print.js';

const { floor, max, min, sqrt } = Math;

/** How well each cell of a reference's print is borne out by a frame, in the order of its cells. */
export interface PrintAgreement {
  /** The part of the ink expected that is not there, 0..1, at the best of nine places a px apart. */
  missing: Float32Array;
  /**
   * Strokes of ink more than a px from any that is expected, as a part of the ink expected; 0 where hardly any of that
   * is missing.
   */
  added: Float32Array;
  /** Correlation with what is expected, -1..1: whatever is missing, pale print is like itself. */
  alike: Float32Array;
}

/** How often the reference is softened to look as blurred as the frame: Gaussians of up to 2.6 px. */
const SOFTENINGS = [0, 1, 2, 4, 7, 14];
/** Cells that tell which it is, and the part of them, the most alike, that counts: others may be hidden or differ. */
const TELLING_CELLS = 150;
const TELLING_SHARE = 0.7;
/** Cells of a square of so many have one contrast with those of the squares about it... */
const CONTRAST_CELLS = 8;
/** ...if there are so many; ink is no darker than this, nor paler, over the reference's. */
const MIN_CONTRAST_CELLS = 12;
const MIN_CONTRAST = 0.15;
const MAX_CONTRAST = 1.1;
/** Of cells this alike nothing is missing: most are, and need no second look. */
const VERY_ALIKE = 0.9;
/** Cells that lack less than this where they are expected are not looked for beside it. */
const HARDLY_MISSING = 0.15;
/** Of the darkest ink expected in a cell: what is as dark is ink, and next to what is paler none is expected. */
const INK = 0.5;
const BARE = 0.3;
/** px: wider than strokes of letters are. */
const STROKE = 4;
const CELL_AREA = CELL_SIDE * CELL_SIDE;

/**
 * Compares a reference's print with what a frame shows of it, once the frame is laid into the page's coordinates to a
 * px or so.
 *
 * @param seen address of the frame's levels, as many px as the print's copy has; they become darkness
 * @param darkness of each of the 256 levels: 0 paper, 255 black, in proportion to the light that ink keeps back
 */
export function comparePrint(print: ReferencePrint, seen: number, darkness: Uint8Array): PrintAgreement {
  const { width, height } = print;
  const size = width * height;
  return KernelMemory.borrow((own) => {
    const expected = own.take(size);
    const darkest = own.take(size);
    const scratch = own.take((height + 3) * (width + 2) + 64);
    lookUp(seen, size, darkness);
    kernels.extremum(seen, width, height, 1, 1, 0, darkest, scratch);
    const views = { expected: own.bytes(expected, size), seen: own.bytes(seen, size) };
    softenAlike(print, views, (times) => kernels.soften(expected, width, height, times, scratch));
    const { contrast, alike } = contrastsOf(print, views);
    const found = { alike, contrast: levelled(print, contrast) };
    return { alike, ...inkOff(print, views, own.bytes(darkest, size), found) };
  });
}

/** The print expected and what is seen, levels of darkness. */
interface Views {
  expected: Uint8Array;
  seen: Uint8Array;
}

/**
 * Leaves the print in `expected` as blurred as makes it most like what is seen. @param soften softens it so many times
 * more
 */
function softenAlike(print: ReferencePrint, views: Views, soften: (times: number) => void): void {
  const { strokes, cells } = print;
  const every = max(1, floor(cells.length / TELLING_CELLS));
  const telling = cells.filter((_, k) => k % every === 0);
  const values = new Float32Array(telling.length);
  views.expected.set(strokes);
  let best = -Infinity;
  let softened = 0;
  for (const times of SOFTENINGS) {
    soften(times - softened);
    for (let k = 0; k < telling.length; k++) values[k] = relate(print, views, telling[k]).alike;
    const sorted = values.sort();
    let sum = 0;
    for (let k = floor((1 - TELLING_SHARE) * sorted.length); k < sorted.length; k++) sum += sorted[k];
    if (sum <= best) {
      views.expected.set(strokes);
      soften(softened);
      return;
    }
    best = sum;
    softened = times;
  }
}

/**
 * How a cell's print relates to what is seen there: its contrast over the reference's (least squares), and their
 * correlation.
 */
function relate(
  { width, cols }: ReferencePrint,
  { expected, seen }: Views,
  cell: number,
): { contrast: number; alike: number } {
  const offset = cellOffset(cell, cols, width);
  let e = 0;
  let s = 0;
  let ee = 0;
  let ss = 0;
  let es = 0;
  for (let j = 0; j < CELL_SIDE; j++)
    for (let k = offset + j * width, end = k + CELL_SIDE; k < end; k++) {
      const a = expected[k];
      const b = seen[k];
      e += a;
      s += b;
      ee += a * a;
      ss += b * b;
      es += a * b;
    }
  const spread = (ee - (e * e) / CELL_AREA) * (ss - (s * s) / CELL_AREA);
  return { contrast: es / max(1, ee), alike: spread > 0 ? (es - (e * s) / CELL_AREA) / sqrt(spread) : 0 };
}

function contrastsOf(print: ReferencePrint, views: Views): { contrast: Float32Array; alike: Float32Array } {
  const { cells } = print;
  const contrast = new Float32Array(cells.length);
  const alike = new Float32Array(cells.length);
  for (let k = 0; k < cells.length; k++) {
    const own = relate(print, views, cells[k]);
    contrast[k] = own.contrast;
    alike[k] = own.alike;
  }
  return { contrast, alike };
}

/**
 * The contrast usual about each cell: the median of those of the squares of cells about it, or of the page where cells
 * are few.
 */
function levelled({ cols, rows, cells }: ReferencePrint, contrast: Float32Array): Float32Array {
  const across = floor((cols - 1) / CONTRAST_CELLS) + 1;
  const down = floor((rows - 1) / CONTRAST_CELLS) + 1;
  const squareOf = (cell: number): number =>
    floor(floor(cell / cols) / CONTRAST_CELLS) * across + floor((cell % cols) / CONTRAST_CELLS);
  const squares: number[][] = Array.from({ length: across * down }, () => []);
  cells.forEach((cell, k) => squares[squareOf(cell)].push(contrast[k]));
  const ofPage = median([...contrast]);
  const own = squares.map(median);
  const usual = squares.map((_, square) => {
    const about: number[] = [];
    let count = 0;
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) {
        const [x, y] = [(square % across) + i, floor(square / across) + j];
        if (!(x >= 0 && y >= 0 && x < across && y < down)) continue;
        const beside = y * across + x;
        count += squares[beside].length;
        if (squares[beside].length > 0) about.push(own[beside]);
      }
    const value = count >= MIN_CONTRAST_CELLS ? median(about) : ofPage;
    return max(MIN_CONTRAST, min(MAX_CONTRAST, value));
  });
  return Float32Array.from(cells, (cell) => usual[squareOf(cell)]);
}

/**
 * The ink of each cell that is missing, and what stands there instead. What is seen counts as dark as its darkest
 * neighbour, so that a px of misalignment and what blur fills in miss nothing; writing only adds ink.
 *
 * @param darkest of each px seen and its neighbours
 */
function inkOff(
  { width, cols, cells }: ReferencePrint,
  { expected, seen }: Views,
  darkest: Uint8Array,
  { contrast, alike }: { contrast: Float32Array; alike: Float32Array },
): Pick<PrintAgreement, 'missing' | 'added'> {
  const missing = new Float32Array(cells.length);
  const added = new Float32Array(cells.length);
  const due = new Uint8Array(256);
  let dueAt = NaN;
  for (let k = 0; k < cells.length; k++) {
    if (alike[k] > VERY_ALIKE) continue;
    const offset = cellOffset(cells[k], cols, width);
    if (contrast[k] !== dueAt)
      for (let level = 0; level < 256; level++) due[level] = min(255, contrast[k] * level);
    dueAt = contrast[k];
    const at = (shift: number): number => missingAt(expected, darkest, offset, shift, width, due);
    let least = at(0);
    if (least > HARDLY_MISSING) {
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) least = min(least, at(dy * width + dx));
      added[k] = addedAt(expected, seen, offset, width, due);
    }
    missing[k] = least;
  }
  return { missing, added };
}

/** @param shift px from where the ink is expected to where it is looked for */
function missingAt(
  expected: Uint8Array,
  darkest: Uint8Array,
  offset: number,
  shift: number,
  width: number,
  due: Uint8Array,
): number {
  let all = 0;
  let lacking = 0;
  for (let j = 0; j < CELL_SIDE; j++)
    for (let k = offset + j * width, end = k + CELL_SIDE; k < end; k++) {
      const ink = due[expected[k]];
      const lack = ink - darkest[k + shift];
      all += ink;
      if (lack > 0) lacking += lack;
    }
  return all > 0 ? lacking / all : 0;
}

/**
 * Whether a px is lighter, by so many levels, a stroke's width off on both sides, along its row or its column: shadows
 * are broader.
 */
function isStroke(seen: Uint8Array, k: number, width: number, lighter: number): boolean {
  const least = seen[k] - lighter;
  const across = seen[k - STROKE] <= least && seen[k + STROKE] <= least;
  return across || (seen[k - STROKE * width] <= least && seen[k + STROKE * width] <= least);
}

/**
 * Strokes of other ink as a part of the ink expected, px by px, those as dark as that: paper that lies on the page has
 * none.
 */
function addedAt(
  expected: Uint8Array,
  seen: Uint8Array,
  offset: number,
  width: number,
  due: Uint8Array,
): number {
  let darkest = 0;
  for (let j = 0; j < CELL_SIDE; j++)
    for (let k = offset + j * width, end = k + CELL_SIDE; k < end; k++) darkest = max(darkest, expected[k]);
  const ink = INK * due[darkest];
  const bare = BARE * due[darkest];
  let all = 0;
  let other = 0;
  for (let j = 0; j < CELL_SIDE; j++)
    for (let k = offset + j * width, end = k + CELL_SIDE; k < end; k++) {
      if (due[expected[k]] >= ink) all++;
      if (seen[k] < ink || !isStroke(seen, k, width, ink / 2)) continue;
      let about = 0;
      for (let y = k - width; y <= k + width; y += width)
        about = max(about, expected[y - 1], expected[y], expected[y + 1]);
      if (due[about] < bare) other++;
    }
  return other / max(1, all);
}
