import { nthValue } from '../geometry/nth-value.js';
import { connectedCells } from '../pixels/connected-cells.js';
import type { PrintAgreement } from './print-agreement.js';
import type { ReferencePrint } from './reference-print.js';

const { floor, max, min } = Math;

/**
 * A cell that lacks this part of its ink and is no more alike than this shows other print, or none. Right pages: 0
 * cells of most.
 */
const MISSING = 0.35;
const UNLIKE = 0.5;
/**
 * A cell shows the reference's print if it lacks less than this, or than the frame's own noise makes it lack, and is as
 * alike.
 */
const HARDLY_MISSING = 0.12;
const OVER_NOISE = 1.5;
const ALIKE = 0.6;
/**
 * The part of the cells that lack less than what is called the frame's noise; with more than this next to nothing is
 * sure.
 */
const NOISE_RANK = 0.75;
const MAX_NOISE = 0.3;
/** Cells to each side in which half of the print has to be the reference's: else something covers it. */
const ABOUT = 6;
const SHARE_ABOUT = 0.5;
/** Cells from one with the reference's print to the next one, with what is doubted between: an inch and a half. */
const SPAN = 18;
/** Cells without the reference's print that make a revision... */
export const TELLING = 4;
/**
 * ...if this part of them show strokes of other ink, this much of the ink expected: what hides print, a hand above all,
 * shows none.
 */
const REPLACED = 1 / 16;
const OTHER_INK = 0.1;

/** Cells between two of one group at most: lines of print stand so far apart. */
const GAP = 4;
/**
 * A group of which less is amid print, and less shows strokes of other ink, lies under something: at the rim of what
 * covers print there is print about it, too. Two sheets on right pages had 0.03 and 0.01 amid print, 0.03 and 0.07 of
 * strokes; such groups of pages of other years had 0.28 of strokes and more.
 */
const SHARE_AMID = 0.25;
const SHARE_REPLACED = 1 / 6;

/** A cell that shows other print than the reference's, or none. */
interface Suspect {
  cell: number;
  /** Whether it shows strokes of other ink. */
  replaced: boolean;
}

/** Has no print, or cannot be seen. */
export const UNKNOWN = 0;
/** Shows the reference's print. */
export const BORNE_OUT = 1;
const NOT_BORNE_OUT = 2;

/** What a frame shows of a reference's print, cell by cell. */
export interface BorneOutPrint {
  /** Of each cell of the page, row-major, whether the reference's print is there; UNKNOWN where it has none. */
  grid: Uint8Array;
  suspects: Suspect[];
  /** Part of the cells seen that show the reference's print, 0..1. */
  share: number;
  /** What the frame's own noise makes cells lack, 0..1. */
  noise: number;
}

/** @param isSeen whether the frame shows a cell */
export function borneOutPrint(
  { cols, rows, cells }: ReferencePrint,
  { missing, added, alike }: PrintAgreement,
  isSeen: (cell: number) => boolean,
): BorneOutPrint {
  const noise = nthValue(missing.slice(), floor(NOISE_RANK * cells.length));
  const enough = max(HARDLY_MISSING, OVER_NOISE * noise);
  const grid = new Uint8Array(cols * rows);
  const suspects: Suspect[] = [];
  let seen = 0;
  let good = 0;
  cells.forEach((cell, k) => {
    if (missing[k] >= MISSING && !isSeen(cell)) return;
    const isBorneOut = missing[k] < enough && alike[k] > ALIKE;
    grid[cell] = isBorneOut ? BORNE_OUT : NOT_BORNE_OUT;
    seen++;
    if (isBorneOut) good++;
    if (missing[k] >= MISSING && alike[k] <= UNLIKE) suspects.push({ cell, replaced: added[k] >= OTHER_INK });
  });
  return { grid, suspects, share: good / max(1, seen), noise };
}

/**
 * Whether a frame shows other print than the reference's in its place: in the midst of the reference's print, letters
 * of it are missing and other ones stand in their place. Writing and stamps only add ink; what lies on the page shows
 * no other print, or has none of the reference's on one side.
 */
export function isPrintReplaced(
  { cols, rows }: ReferencePrint,
  { grid, suspects, noise }: BorneOutPrint,
): boolean {
  if (noise > MAX_NOISE || suspects.length < TELLING) return false;
  const telling = apart(suspects, cols, rows).flatMap((group) => {
    const amid = group.filter(({ cell }) => isAmidPrint(grid, cols, rows, cell));
    const hides = amid.length < SHARE_AMID * group.length && !isReplaced(group, SHARE_REPLACED);
    return hides ? [] : amid;
  });
  return telling.length >= TELLING && isReplaced(telling, REPLACED);
}

/** Whether this part of some cells show strokes of other ink. */
function isReplaced(suspects: readonly Suspect[], part: number): boolean {
  return suspects.filter(({ replaced }) => replaced).length >= part * suspects.length;
}

/** The suspects in groups that lie together. */
function apart(suspects: readonly Suspect[], cols: number, rows: number): Suspect[][] {
  const near = new Uint8Array(cols * rows);
  const reach = GAP / 2;
  for (const { cell } of suspects) {
    const x = cell % cols;
    const y = floor(cell / cols);
    for (let j = max(0, y - reach); j <= min(rows - 1, y + reach); j++)
      near.fill(1, j * cols + max(0, x - reach), j * cols + min(cols - 1, x + reach) + 1);
  }
  const group = new Uint32Array(cols * rows);
  const groups = connectedCells(near, cols, { corners: false }).map((cells, k): Suspect[] => {
    for (const cell of cells) group[cell] = k;
    return [];
  });
  for (const suspect of suspects) groups[group[suspect.cell]].push(suspect);
  return groups;
}

/** Whether a cell has the reference's print on two opposite sides, and about it for the most part. */
function isAmidPrint(grid: Uint8Array, cols: number, rows: number, cell: number): boolean {
  const x = cell % cols;
  const y = floor(cell / cols);
  const at = (i: number, j: number): number =>
    i >= 0 && j >= 0 && i < cols && j < rows ? grid[j * cols + i] : UNKNOWN;
  const steps = (dx: number, dy: number): number => {
    for (let k = 1; k < SPAN; k++) if (at(x + k * dx, y + k * dy) === BORNE_OUT) return k;
    return SPAN;
  };
  if (steps(-1, 0) + steps(1, 0) > SPAN && steps(0, -1) + steps(0, 1) > SPAN) return false;
  let all = -1;
  let good = 0;
  for (let j = y - ABOUT; j <= y + ABOUT; j++)
    for (let i = x - ABOUT; i <= x + ABOUT; i++) {
      const state = at(i, j);
      if (state !== UNKNOWN) all++;
      if (state === BORNE_OUT) good++;
    }
  return good >= SHARE_ABOUT * all;
}
