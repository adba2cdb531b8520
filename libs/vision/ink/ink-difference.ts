import { project } from '../geometry/projective.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { Homography } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min, round } = Math;

/** Where two pages that look alike differ: a date in the footer, a renumbered line, one box more. */
export interface DifferingPlace {
  /** Box in px of the first page's ink, right and bottom exclusive. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Px in which the pages' ink differs. */
  pixels: number;
}

/** The second page is laid over the first square by square, by whole px. */
const SQUARE = 16;
/** Differing px are gathered in cells of this side, neighbouring cells in one place. */
const CELL = 8;
/** Places are cut to this side, so that each has a registration and a vote of its own. */
const MAX_SIDE = 64;
/** A place of fewer differing px is noise of rendering. */
const MIN_PIXELS = 2;

/**
 * Places in which two pages' ink differs by more than a shift of 1 px, most differing px first.
 * @param map takes px of the first page's ink to px of the second's
 */
export function differingPlaces(first: InkBitmap, second: InkBitmap, map: Homography): DifferingPlace[] {
  const { width, height } = first;
  const laid = laidOver(first, second, map);
  const columns = ceil(width / CELL);
  const cells = new Uint16Array(columns * ceil(height / CELL));
  const a = inked(first.data);
  // Pages that look alike are alike nearly everywhere: four px at a time.
  const [fours, laidFours] = [a, laid].map((px) => new Uint32Array(px.buffer, 0, px.length >> 2));
  for (let k = 0; k < fours.length; k++) {
    if (fours[k] === laidFours[k]) continue;
    for (let o = 4 * k; o < 4 * k + 4; o++) {
      const x = o % width;
      const y = floor(o / width);
      if (a[o] === laid[o] || x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      if (isAlone(a[o], laid, o, width) || isAlone(laid[o], a, o, width))
        cells[floor(y / CELL) * columns + floor(x / CELL)]++;
    }
  }
  return gather(cells, columns, width, height);
}

/** 1 where there is ink, of whatever tone. */
function inked(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) if (data[i] > 0) out[i] = 1;
  return out;
}

/** Whether the other bitmap has no px of this value within 1 px. */
function isAlone(value: number, other: Uint8Array, at: number, width: number): boolean {
  for (let row = at - width; row <= at + width; row += width)
    if (other[row - 1] === value || other[row] === value || other[row + 1] === value) return false;
  return true;
}

/** The second page's ink in px of the first's. Between pages of one layout the map is nearly a shift. */
function laidOver(first: InkBitmap, second: InkBitmap, map: Homography): Uint8Array {
  const { width, height } = first;
  const out = new Uint8Array(width * height);
  for (let top = 0; top < height; top += SQUARE)
    for (let left = 0; left < width; left += SQUARE) {
      const x = left + SQUARE / 2;
      const y = top + SQUARE / 2;
      const there = project(map, x, y);
      const dx = round(there.x - x);
      const dy = round(there.y - y);
      const from = max(left, -dx);
      const to = min(left + SQUARE, width, second.width - dx);
      if (!(to > from)) continue;
      for (let row = max(top, -dy); row < min(top + SQUARE, height, second.height - dy); row++) {
        const o = (row + dy) * second.width + dx;
        for (let k = from; k < to; k++) out[row * width + k] = second.data[o + k] ? 1 : 0;
      }
    }
  return out;
}

/** Boxes of connected cells (diagonals too), cut to MAX_SIDE. */
function gather(cells: Uint16Array, columns: number, width: number, height: number): DifferingPlace[] {
  const rows = cells.length / columns;
  const places: DifferingPlace[] = [];
  const seen = new Uint8Array(cells.length);
  for (let start = 0; start < cells.length; start++) {
    if (!cells[start] || seen[start]) continue;
    const members = [start];
    seen[start] = 1;
    // Within MAX_SIDE of the first cell: what lies further starts a place of its own.
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
    });
  }
  return places.filter((p) => p.pixels >= MIN_PIXELS).sort((p, q) => q.pixels - p.pixels || p.top - q.top);
}
