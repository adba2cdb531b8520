import { nthValue } from '../geometry/nth-value.js';
import { inkBoxes } from '../orientation/ink-boxes.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import type { BentLine, SmoothLine } from './bent-line.js';
import { PX_PER_UNIT } from './fit-unrolling.js';
import { traceRules, transposed } from './ruled-lines.js';
import { unitOf } from './straightening.js';
import { traceTextLines } from './text-lines.js';

const { ceil, floor, hypot, min, sqrt } = Math;

/** What runs along an upright page's rows and columns, in px of its picture; of columns x and y are exchanged. */
interface PageLines {
  text: SmoothLine[];
  rules: SmoothLine[];
  columns: SmoothLine[];
}

/** Part of the page's width (height) that a line spans from which on its bow tells whether the page is bent. */
const LONG_ROW = 0.3;
const LONG_COLUMN = 0.15;
/**
 * Bows (RMS over lines by their length) from which on a page may be bent, px of a page of 1,500 px: flat pages have up
 * to 1.1 in text, 0.2 in rules along rows and 0.7 along columns.
 */
const TEXT_BOW = 1.3;
const ROW_BOW = 0.6;
const COLUMN_BOW = 1;
/**
 * Where no border of the paper is seen, what a frame shows is a page if its rows span this much of it both ways: of 80
 * frames kept whole that show one they span 0.36 and more, of six with cheques on a desk 0.33 at most.
 */
export const LEAST_SPAN = 0.35;
/** Part of the places on lines, at either end of all, that may be of something else. */
const OUTERMOST = 0.02;

/** @param page grey, upright, light evened */
export const tracePageLines = remembered((page: Raster): PageLines => {
  return {
    text: traceTextLines(inkBoxes(page), page.height),
    rules: traceRules(page),
    columns: traceRules(transposed(page)),
  };
});

/** Whether the lines of a page are so bent that it may be. */
export function seemBent({ text, rules, columns }: PageLines, size: Size): boolean {
  const { width, height } = size;
  const unit = unitOf(size);
  return (
    bowOf(text, LONG_ROW * width) > TEXT_BOW * unit ||
    bowOf(rules, LONG_ROW * width) > ROW_BOW * unit ||
    bowOf(columns, LONG_COLUMN * height) > COLUMN_BOW * unit
  );
}

/**
 * 0..1: the part of a page's width, and of its height, that its rows span, the smaller of the two; 0 where there are
 * none.
 */
export function spanOfRows({ text, rules }: PageLines, { width, height }: Size): number {
  const points = [...text, ...rules].flatMap((line) => line.points);
  return min(spanOf(points.map(({ x }) => x)) / width, spanOf(points.map(({ y }) => y)) / height);
}

/** How far apart the least and the greatest values lie, but for the outermost. */
function spanOf(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const some = Float32Array.from(values);
  const last = some.length - 1;
  return nthValue(some, ceil((1 - OUTERMOST) * last)) - nthValue(some, floor(OUTERMOST * last));
}

/** The lines in px of the frame. @param show takes px of the page's picture there */
export function linesInFrame(
  { text, rules, columns }: PageLines,
  { width, height }: Raster,
  show: (p: Point) => Point,
): BentLine[] {
  const perPx = PX_PER_UNIT / (hypot(width, height) / 2);
  const bent = (along: BentLine['along'], { points, scatter }: SmoothLine): BentLine => ({
    along,
    points: points.map((p) => show(along === 'row' ? p : { x: p.y, y: p.x })),
    weight: 1,
    scatter: scatter * perPx,
  });
  return [
    ...[...text, ...rules].map((line) => bent('row', line)),
    ...columns.map((line) => bent('column', line)),
  ];
}

/** RMS of the bows of lines longer than `least`, by their length, px. */
function bowOf(lines: readonly SmoothLine[], least: number): number {
  let square = 0;
  let total = 0;
  for (const { bow, length } of lines)
    if (length >= least) {
      square += length * bow * bow;
      total += length;
    }
  return total > 0 ? sqrt(square / total) : 0;
}
