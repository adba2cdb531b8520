import { KernelMemory } from '../kernels/kernels.js';
import { reducePlane } from '../pixels/reduce-area.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import { CELL_SIDE, CELL_STEP, cellOffset, type ReferencePrint } from './reference-print.js';
import { BORNE_OUT, TELLING, UNKNOWN, type BorneOutPrint } from './replaced-print.js';

const { abs, floor, hypot, max, min, sqrt } = Math;

/** Print is looked for in copies of half the size, of about 75 px an inch; px below are of those. */
const HALF = 2;
/** A word of small print, or a part of one. */
const WORD = { width: 22, height: 10 };
/** How far a word is looked for along either axis, 15 mm, and beside it: rows and columns move along one. */
const FAR = 45;
const BESIDE = 6;
/**
 * Print nearer to its place than this, 2 mm, may stand on a sheet that is not quite bent as it was taken to be, and so
 * may print that has moved by less than this part of the way to the nearest print in its place: a curled corner that
 * was taken for flat was 1.7 mm off, 0.11 of the way; where rows differ, most words moved by 0.2 and more.
 */
const LEAST_MOVE = 6;
const LEAST_STRAIN = 0.16;
/** A word that is found correlates so well with what is seen... */
const FOUND = 0.8;
/** ...and by so much less with what the reference has there: rows look alike. */
const OVER_REFERENCE = 0.35;
/** px about a place. */
const ABOUT_PX = [-1, 0, 1];
/** Cells to each side of one in place, and the part of the print there that has to be in place as well. */
const ABOUT = 2;
const SHARE_ABOUT = 0.75;
/** Words looked for at most, spread over the page. */
const MOST_ASKED = 24;
/**
 * Where one of them stands elsewhere, all are looked for as far from their places, and so many that moved alike tell as
 * well: on a sheet that was bent to fit fewer are found than one in eight of those looked for. Words of another sheet
 * lie on these by chance, here and there. To the side of a row or column they move by no more than this.
 */
const MOVED_ALIKE = 7;
const MOST_ASIDE = 2;
/** Cells, across and down, from one word to the next that has no px in common with it. */
const WORD_CELLS = { across: 4, down: 2 };
/** Moves along either axis. */
const EVERY_MOVE = movesAlongAxes();
/** With less of the print seen in its place, the page may have been laid wrong as a whole. */
const IN_PLACE = 0.5;

/**
 * Whether words of the reference's print are missing in their place and stand elsewhere, while print beside them is
 * where it belongs. Paper is not strained so, and what lies on it shows no print of the page: where a row was put in or
 * taken out, what stands below has moved.
 *
 * @param seen address of the frame's darkness, in the coordinates of the print's copy and as many px
 */
export function hasPrintMoved(print: ReferencePrint, found: BorneOutPrint, seen: number): boolean {
  const { suspects, share } = found;
  if (suspects.length < TELLING || share < IN_PLACE) return false;
  const [reference, frame] = halved(print, seen);
  const inPlace = cellsInPlace(print, found);
  const words = suspects.flatMap(({ cell }) => wordAt(print, reference, cell));
  const every = max(1, words.length / MOST_ASKED);
  const moves: Point[] = [];
  let moved = 0;
  for (let k = 0; k < words.length; k += every) {
    const word = words[floor(k)];
    const move = moveOf(reference, frame, word, EVERY_MOVE);
    if (!move) continue;
    moves.push(move);
    if (isStrained(word, move, inPlace)) moved++;
  }
  if (moved >= TELLING) return true;
  return moves.some((move) => {
    if (min(abs(move.x), abs(move.y)) > MOST_ASIDE) return false;
    const near = ABOUT_PX.flatMap((dy) => ABOUT_PX.map((dx) => ({ x: move.x + dx, y: move.y + dy })));
    const hasMoved = (word: Word): boolean => {
      const own = moveOf(reference, frame, word, near);
      return own !== null && isStrained(word, own, inPlace);
    };
    return holdsOfApart(words, hasMoved, MOVED_ALIKE);
  });
}

function movesAlongAxes(): Point[] {
  const moves: Point[] = [];
  for (let along = -FAR; along <= FAR; along++)
    for (let beside = -BESIDE; beside <= BESIDE; beside++) {
      moves.push({ x: beside, y: along });
      if (abs(along) > BESIDE) moves.push({ x: along, y: beside });
    }
  return moves;
}

/** A word of the reference's print. */
interface Word {
  /** Its cell's column and row. */
  col: number;
  row: number;
  /** Upper left px in a copy of half the size. */
  left: number;
  top: number;
}

/** The word about a cell; none at the copy's rim. */
function wordAt({ width, cols }: ReferencePrint, half: Size, cell: number): Word[] {
  const offset = cellOffset(cell, cols, width);
  const left = floor(((offset % width) + CELL_SIDE / 2) / HALF - WORD.width / 2);
  const top = floor((floor(offset / width) + CELL_SIDE / 2) / HALF - WORD.height / 2);
  return isInside(half, left, top) ? [{ col: cell % cols, row: floor(cell / cols), left, top }] : [];
}

/** Whether a word has moved by more than a sheet that is bent a little otherwise would explain. */
function isStrained({ col, row }: Word, { x, y }: Point, inPlace: readonly Point[]): boolean {
  return HALF * max(abs(x), abs(y)) > LEAST_STRAIN * CELL_STEP * cellsTo(inPlace, col, row);
}

/** Whether something holds of so many words that have no px in common. */
function holdsOfApart(words: readonly Word[], holds: (word: Word) => boolean, least: number): boolean {
  const { across, down } = WORD_CELLS;
  const taken: Word[] = [];
  for (const word of words) {
    const isBeside = taken.some(({ col, row }) => abs(col - word.col) < across && abs(row - word.row) < down);
    if (!isBeside && holds(word)) taken.push(word);
    if (taken.length >= least) return true;
  }
  return false;
}

/** Copies of the reference's print and of what is seen. */
function halved({ width, height, strokes }: ReferencePrint, seen: number): [Raster, Raster] {
  const half = { width: floor(width / HALF), height: floor(height / HALF) };
  return KernelMemory.borrow((memory) => {
    const expected = memory.take(strokes.length);
    memory.bytes(expected, strokes.length).set(strokes);
    const copyOf = (plane: number): Raster => {
      const copy = reducePlane(memory, plane, { width, height, stride: width }, half.width, half.height);
      return { ...half, data: memory.bytes(copy, half.width * half.height).slice(), channels: 1 };
    };
    return [copyOf(expected), copyOf(seen)];
  });
}

/** Cells that show the reference's print, as most of the print about them does: one alone may do so by chance. */
function cellsInPlace({ cols, rows }: ReferencePrint, { grid }: BorneOutPrint): Point[] {
  const found: Point[] = [];
  grid.forEach((state, k) => {
    if (state !== BORNE_OUT) return;
    const x = k % cols;
    const y = floor(k / cols);
    let all = 0;
    let good = 0;
    for (let row = max(0, y - ABOUT); row <= min(rows - 1, y + ABOUT); row++)
      for (let col = max(0, x - ABOUT); col <= min(cols - 1, x + ABOUT); col++) {
        const about = grid[row * cols + col];
        if (about !== UNKNOWN) all++;
        if (about === BORNE_OUT) good++;
      }
    if (good >= SHARE_ABOUT * all) found.push({ x, y });
  });
  return found;
}

/** Cells from one to the nearest of some. */
function cellsTo(places: readonly Point[], x: number, y: number): number {
  return places.reduce((nearest, p) => min(nearest, hypot(p.x - x, p.y - y)), Infinity);
}

/**
 * How far from its place a word of the reference stands in the frame, where the reference has something else; null
 * where it does not.
 *
 * @param moves looked at
 */
function moveOf(
  reference: Raster,
  frame: Raster,
  { left, top }: Word,
  moves: readonly Point[],
): Point | null {
  let best: Point | null = null;
  let most = FOUND;
  for (const move of moves) {
    const correlation = likeness(reference, left, top, frame, left + move.x, top + move.y);
    if (correlation >= most) [best, most] = [move, correlation];
  }
  if (!best || max(abs(best.x), abs(best.y)) < LEAST_MOVE) return null;
  let there = 0;
  for (const dy of ABOUT_PX)
    for (const dx of ABOUT_PX) {
      const [x, y] = [left + best.x + dx, top + best.y + dy];
      there = max(there, likeness(reference, left, top, reference, x, y));
    }
  return most - there >= OVER_REFERENCE ? best : null;
}

function isInside({ width, height }: Size, left: number, top: number): boolean {
  return left >= 0 && top >= 0 && left + WORD.width <= width && top + WORD.height <= height;
}

/** Pearson's correlation, -1..1, of a word's places in two copies; 0 where one is blank or not inside. */
function likeness(a: Raster, ax: number, ay: number, b: Raster, bx: number, by: number): number {
  if (!isInside(b, bx, by)) return 0;
  let s = 0;
  let t = 0;
  let ss = 0;
  let tt = 0;
  let st = 0;
  for (let y = 0; y < WORD.height; y++) {
    let i = (ay + y) * a.width + ax;
    let k = (by + y) * b.width + bx;
    for (const end = i + WORD.width; i < end; i++, k++) {
      const p = a.data[i];
      const q = b.data[k];
      s += p;
      t += q;
      ss += p * p;
      tt += q * q;
      st += p * q;
    }
  }
  const n = WORD.width * WORD.height;
  const spread = (ss - (s * s) / n) * (tt - (t * t) / n);
  return spread > 0 ? (st - (s * t) / n) / sqrt(spread) : 0;
}
