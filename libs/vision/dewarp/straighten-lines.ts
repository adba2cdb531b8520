import type { PointMap } from '../geometry/point-map.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import type { SmoothLine } from './bent-line.js';
import { bendLeft, fitLineField, tiltedField, turnedField, type LineField } from './line-field.js';
import { seemBent, tracePageLines } from './page-lines.js';
import { MAX_KEPT, MIN_LINES, straightening, unitOf } from './straightening.js';

/** So many lines of those held out are bent on a bent page. */
const MIN_BENT = 3;
/** Rounds in which the place is found that comes to lie at another one. */
const INVERSE_ROUNDS = 5;

/**
 * Where a picture of a page that no camera has seen as it is (an app has cut it out of a photograph) shows what belongs
 * at a place: its lines of text and rules come to lie straight and level. Where the page is bent away from the camera,
 * it stays as narrow as it is: what the app did with its perspective is not known.
 *
 * The field is fitted to half of the lines first and has to straighten the other half.
 *
 * @param page grey, upright, light evened
 * @returns takes px of the straightened picture to px of `page`; null where the lines are not bent, or stay so
 */
export function straightenLines(page: Raster): PointMap | null {
  const traced = tracePageLines(page);
  if (!seemBent(traced, page)) return null;
  const rows = [...traced.text, ...traced.rules];
  if (rows.length < MIN_LINES) return null;
  const lines = { rows, columns: traced.columns };
  const some = fitFields(every(lines, 0), page);
  if (!some || !areStraightened(turnedFields(lines, page), some, every(lines, 1), unitOf(page))) return null;
  const all = fitFields(lines, page);
  return all && new StraightenedMap(all);
}

/** What runs along rows, and along columns, of which x and y are exchanged. */
interface PageLines {
  rows: readonly SmoothLine[];
  columns: readonly SmoothLine[];
}

/** Every other line. */
function every({ rows, columns }: PageLines, odd: 0 | 1): PageLines {
  const isOne = (_: unknown, i: number): boolean => i % 2 === odd;
  return { rows: rows.filter(isOne), columns: columns.filter(isOne) };
}

/** What is to be taken off y, and off x (of which x and y are exchanged). */
interface Fields {
  rows: LineField;
  columns: LineField;
}

/** Where there are no lines along columns, these stand at right angles to rows. */
function fitFields({ rows, columns }: PageLines, size: Size): Fields | null {
  const byRows = fitLineField(rows, size, 0);
  const byColumns = byRows && fitLineField(columns, exchanged(size), -byRows.tilt);
  return byColumns && { rows: byRows, columns: byColumns };
}

/** The page turned as a whole. */
function turnedFields({ rows }: PageLines, size: Size): Fields {
  const byRows = turnedField(rows, size);
  return { rows: byRows, columns: tiltedField(-byRows.tilt, exchanged(size)) };
}

const exchanged = ({ width, height }: Size): Size => ({ width: height, height: width });

/** @param unit px of the page for one of a page of 1,500 px */
function areStraightened(before: Fields, after: Fields, lines: PageLines, unit: number): boolean {
  const off = (line: SmoothLine, was: LineField, is: LineField) =>
    [bendLeft(line, was) / unit, bendLeft(line, is) / unit] as const;
  const { bent, kept, straightStay } = straightening([
    ...lines.rows.map((line) => off(line, before.rows, after.rows)),
    ...lines.columns.map((line) => off(line, before.columns, after.columns)),
  ]);
  return bent >= MIN_BENT && kept <= MAX_KEPT && straightStay;
}

class StraightenedMap implements PointMap {
  constructor(private readonly fields: Fields) {}

  at(x: number, y: number): Point {
    let p = { x, y };
    for (let round = 0; round < INVERSE_ROUNDS; round++)
      p = { x: x + this.fields.columns.at(p.y, p.x), y: y + this.fields.rows.at(p.x, p.y) };
    return p;
  }
}
