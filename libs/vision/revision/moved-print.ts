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
/** Cells to each side of one in place, and the part of the print there that has to be in place as well. */
const ABOUT = 2;
const SHARE_ABOUT = 0.75;
/** Words looked for at most, spread over the page. */
const MOST_ASKED = 24;
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
  const { width, cols } = print;
  const [reference, frame] = halved(print, seen);
  const inPlace = cellsInPlace(print, found);
  const every = max(1, suspects.length / MOST_ASKED);
  let moved = 0;
  for (let k = 0; k < suspects.length; k += every) {
    const { cell } = suspects[floor(k)];
    const offset = cellOffset(cell, cols, width);
    const left = floor(((offset % width) + CELL_SIDE / 2) / HALF - WORD.width / 2);
    const top = floor((floor(offset / width) + CELL_SIDE / 2) / HALF - WORD.height / 2);
    if (!isInside(reference, left, top)) continue;
    const move = HALF * moveOf(reference, frame, left, top);
    const away = CELL_STEP * cellsTo(inPlace, cell % cols, floor(cell / cols));
    if (move > LEAST_STRAIN * away) moved++;
  }
  return moved >= TELLING;
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
 * How far from its place a word of the reference stands in the frame, where the reference has something else; 0 where
 * it does not.
 */
function moveOf(reference: Raster, frame: Raster, left: number, top: number): number {
  let best = { dx: 0, dy: 0, correlation: 0 };
  const lookAt = (dx: number, dy: number): void => {
    const correlation = likeness(reference, left, top, frame, left + dx, top + dy);
    if (correlation > best.correlation) best = { dx, dy, correlation };
  };
  for (let along = -FAR; along <= FAR; along++)
    for (let beside = -BESIDE; beside <= BESIDE; beside++) {
      lookAt(beside, along);
      if (abs(along) > BESIDE) lookAt(along, beside);
    }
  const { dx, dy, correlation } = best;
  const move = max(abs(dx), abs(dy));
  if (correlation < FOUND || move < LEAST_MOVE) return 0;
  let there = 0;
  for (let y = top + dy - 1; y <= top + dy + 1; y++)
    for (let x = left + dx - 1; x <= left + dx + 1; x++)
      there = max(there, likeness(reference, left, top, reference, x, y));
  return correlation - there >= OVER_REFERENCE ? move : 0;
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
