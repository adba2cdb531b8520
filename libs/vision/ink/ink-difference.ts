import { project, rescaled } from '../geometry/projective.js';
import { coarserInk } from './coarser-ink.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { Homography } from '../pixels/raster.js';

const { abs, ceil, floor, max, min, round, sqrt } = Math;

/** Where two pages that look alike differ: a date in the footer, a renumbered line, one box more. */
export interface DifferingPlace {
  /** Box in px of the first page's ink, right and bottom exclusive. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Px, of the first page's, in which the pages' ink differs, and those of them in which the second page has it. */
  pixels: number;
  ofSecond: number;
}

/** The second page is laid over the first square by square, by whole px. */
const SQUARE = 16;
/** Differing px are gathered in cells of this side, neighbouring cells in one place. */
const CELL = 8;
/**
 * Places are cut to this height, px, and to half of it on either side of their first cell, so that each has a
 * registration and a vote of its own: a rule to pieces of 40 px, and nothing is wider than 72.
 */
const MAX_SIDE = 64;
/** A place of fewer differing px is noise of rendering. */
const MIN_PIXELS = 2;

/** Ink is kept in px of one size where one page's are larger than the other's by less than this. */
const ALIKE = 1.05;

/**
 * Places in which two pages' ink differs by more than a shift of 1 px, most differing px first. Where one page's ink is
 * kept coarser, because it is denser, the other's is looked at as coarsely.
 * @param map takes px of the first page's ink to px of the second's
 */
export function differingPlaces(first: InkBitmap, second: InkBitmap, map: Homography): DifferingPlace[] {
  const scale = pxOfSecond(map);
  if (scale === 1) return placesAmong(first, second, map);
  if (scale > 1) {
    const coarse = coarserInk(second, 1 / scale);
    return placesAmong(first, coarse, rescaled(map, 1, coarse.width / second.width));
  }
  const coarse = coarserInk(first, scale);
  const places = placesAmong(coarse, second, rescaled(map, coarse.width / first.width, 1));
  return places.map((place) => enlarged(place, first.width / coarse.width, first));
}

/** How many px of the second page's ink, along a line, a px of the first's is; 1 where they are kept alike. */
export function pxOfSecond([a, b, , c, d, , , , w]: Homography): number {
  const scale = sqrt(abs(a * d - b * c)) / abs(w);
  return max(scale, 1 / scale) < ALIKE ? 1 : scale;
}

/** A place in so many times smaller px. */
function enlarged(place: DifferingPlace, times: number, { width, height }: InkBitmap): DifferingPlace {
  return {
    left: floor(place.left * times),
    top: floor(place.top * times),
    right: min(width, ceil(place.right * times)),
    bottom: min(height, ceil(place.bottom * times)),
    pixels: round(place.pixels * times ** 2),
    ofSecond: round(place.ofSecond * times ** 2),
  };
}

/** Places of two pages whose ink is kept in px of one size. */
function placesAmong(first: InkBitmap, second: InkBitmap, map: Homography): DifferingPlace[] {
  const { width, height } = first;
  const laid = laidOver(first, second, map);
  const columns = ceil(width / CELL);
  const cells = new Uint16Array(columns * ceil(height / CELL));
  const ofSecond = new Uint16Array(cells.length);
  const here = first.data;
  // Pages that look alike are alike nearly everywhere: four px at a time.
  const [fours, laidFours] = [inFours(here), inFours(laid)];
  for (let k = 0; k < fours.length; k++) {
    if (fours[k] === laidFours[k]) continue;
    for (let o = 4 * k; o < 4 * k + 4; o++) {
      const isInk = here[o] > 0;
      const isLaidInk = laid[o] > 0;
      if (isInk === isLaidInk) continue;
      const x = o % width;
      const y = floor(o / width);
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      if (!isAlone(isInk, laid, o, width) && !isAlone(isLaidInk, here, o, width)) continue;
      const cell = floor(y / CELL) * columns + floor(x / CELL);
      cells[cell]++;
      if (isLaidInk) ofSecond[cell]++;
    }
  }
  return gather(cells, ofSecond, columns, width, height);
}

/** Px in fours, without those left over at the end. */
function inFours(data: Uint8Array): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/** Whether a bitmap has ink, or paper, nowhere within 1 px. */
function isAlone(isInk: boolean, other: Uint8Array, at: number, width: number): boolean {
  for (let row = at - width; row <= at + width; row += width)
    if (other[row - 1] > 0 === isInk || other[row] > 0 === isInk || other[row + 1] > 0 === isInk)
      return false;
  return true;
}

/** The second page's ink in px of the first's. Between pages of one layout the map is nearly a shift. */
function laidOver(first: InkBitmap, second: InkBitmap, map: Homography): Uint8Array {
  const { width, height } = first;
  const out = new Uint8Array(width * height);
  for (let top = 0; top < height; top += SQUARE) {
    const bottom = min(top + SQUARE, height);
    let left = 0;
    let shift = shiftAt(map, 0, top);
    for (let right = SQUARE; left < width; right += SQUARE) {
      // Squares that are shifted alike are copied as one.
      const next = shiftAt(map, right, top);
      if (right < width && next.dx === shift.dx && next.dy === shift.dy) continue;
      copyShifted(second, shift, { left, top, right: min(right, width), bottom }, out, width);
      [left, shift] = [right, next];
    }
  }
  return out;
}

/** Whole px by which a map shifts the middle of the square at (left, top). */
function shiftAt(map: Homography, left: number, top: number): { dx: number; dy: number } {
  const x = left + SQUARE / 2;
  const y = top + SQUARE / 2;
  const there = project(map, x, y);
  return { dx: round(there.x - x), dy: round(there.y - y) };
}

/** Copies to a box of `out` what lies (dx, dy) from it in a bitmap. */
function copyShifted(
  { data, width, height }: InkBitmap,
  { dx, dy }: { dx: number; dy: number },
  box: { left: number; top: number; right: number; bottom: number },
  out: Uint8Array,
  stride: number,
): void {
  const from = max(box.left, -dx);
  const to = min(box.right, width - dx);
  if (!(to > from)) return;
  for (let row = max(box.top, -dy); row < min(box.bottom, height - dy); row++) {
    const o = (row + dy) * width + dx;
    out.set(data.subarray(o + from, o + to), row * stride + from);
  }
}

/** Boxes of connected cells (diagonals too), cut as MAX_SIDE says. */
function gather(
  cells: Uint16Array,
  ofSecond: Uint16Array,
  columns: number,
  width: number,
  height: number,
): DifferingPlace[] {
  const rows = cells.length / columns;
  const places: DifferingPlace[] = [];
  const seen = new Uint8Array(cells.length);
  for (let start = 0; start < cells.length; start++) {
    if (!cells[start] || seen[start]) continue;
    const members = [start];
    seen[start] = 1;
    // What lies further from the first cell starts a place of its own.
    const span = MAX_SIDE / CELL;
    const r0 = floor(start / columns);
    const c0 = start % columns;
    for (let k = 0; k < members.length; k++) {
      const r = floor(members[k] / columns);
      const c = members[k] % columns;
      for (let nr = max(r0, r - 1); nr <= min(rows - 1, r + 1, r0 + span - 1); nr++)
        for (let nc = max(0, c0 - span / 2, c - 1); nc <= min(columns - 1, c + 1, c0 + span / 2); nc++) {
          const at = nr * columns + nc;
          if (!cells[at] || seen[at]) continue;
          seen[at] = 1;
          members.push(at);
        }
    }
    const cs = members.map((m) => m % columns);
    const rs = members.map((m) => floor(m / columns));
    places.push({
      left: min(...cs) * CELL,
      top: min(...rs) * CELL,
      right: min(width, (max(...cs) + 1) * CELL),
      bottom: min(height, (max(...rs) + 1) * CELL),
      pixels: members.reduce((sum, m) => sum + cells[m], 0),
      ofSecond: members.reduce((sum, m) => sum + ofSecond[m], 0),
    });
  }
  return places.filter((p) => p.pixels >= MIN_PIXELS).sort((p, q) => q.pixels - p.pixels || p.top - q.top);
}
