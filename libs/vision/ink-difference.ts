import { cv, toRaster, withMats } from './opencv.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { Homography, Raster } from './raster.js';

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

/** Grey difference, of 255 after blurring by 1 px, that counts; slighter ones come from rendering. */
const DIFFERENCE = 60;
/** Differing px are gathered in cells of this side, neighbouring cells in one place. */
const CELL = 8;
/** Places are cut to this side, so that each has a registration and a vote of its own. */
const MAX_SIDE = 64;
/** A place of fewer differing px is noise of rendering. */
const MIN_PIXELS = 3;

/** Ink as grey coverage, 255 ink. */
export function inkRaster(ink: InkBitmap): Raster {
  const data = new Uint8Array(ink.data.length);
  for (let i = 0; i < data.length; i++) data[i] = ink.data[i]! ? 255 : 0;
  return { data, width: ink.width, height: ink.height, channels: 1 };
}

/** The second page's ink as it lies on the first: `map` takes px of the first's ink to px of the second's. */
export function warpInk(ink: Raster, map: Homography, width: number, height: number): Raster {
  return withMats((scope) => {
    const target = scope.mat();
    const matrix = scope.fromArray(3, 3, cv.CV_64FC1, map);
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    const size = new cv.Size(width, height);
    cv.warpPerspective(
      scope.fromRaster(ink),
      target,
      matrix,
      size,
      flags,
      cv.BORDER_CONSTANT,
      new cv.Scalar(0),
    );
    return toRaster(target);
  });
}

/** Places in which two ink rasters of one size differ, most differing px first. A shift of 1 px is no difference. */
export function differingPlaces(first: Raster, second: Raster): DifferingPlace[] {
  const { width, height } = first;
  const a = blurred(first);
  const b = blurred(second);
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint16Array(columns * rows);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, o = y * width + 1; x < width - 1; x++, o++) {
      const difference = a[o]! - b[o]!;
      if (difference <= DIFFERENCE && difference >= -DIFFERENCE) continue;
      if (outside(a[o]!, b, o, width) || outside(b[o]!, a, o, width))
        cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)]!++;
    }
  return gather(cells, columns, rows, width, height);
}

/** Whether a value lies beyond all that the other raster has within 1 px. */
function outside(value: number, other: Uint8Array, at: number, width: number): boolean {
  let low = 255;
  let high = 0;
  for (let row = at - width; row <= at + width; row += width)
    for (let k = row - 1; k <= row + 1; k++) {
      const v = other[k]!;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  return value > high + DIFFERENCE || value < low - DIFFERENCE;
}

/** Binomial blur 1-2-1 in both directions; the border row and column stay 0. */
function blurred(raster: Raster): Uint8Array {
  const { data, width, height } = raster;
  const out = new Uint8Array(data.length);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, o = y * width + 1; x < width - 1; x++, o++) {
      const up = o - width;
      const down = o + width;
      out[o] =
        (data[up - 1]! +
          data[up + 1]! +
          data[down - 1]! +
          data[down + 1]! +
          2 * (data[up]! + data[down]! + data[o - 1]! + data[o + 1]!) +
          4 * data[o]!) >>
        4;
    }
  return out;
}

/** Boxes of connected cells (diagonals too), cut to MAX_SIDE. */
function gather(
  cells: Uint16Array,
  columns: number,
  rows: number,
  width: number,
  height: number,
): DifferingPlace[] {
  const places: DifferingPlace[] = [];
  const seen = new Uint8Array(cells.length);
  for (let start = 0; start < cells.length; start++) {
    if (!cells[start] || seen[start]) continue;
    const members = [start];
    seen[start] = 1;
    // Within MAX_SIDE of the first cell: what lies further starts a place of its own.
    const span = MAX_SIDE / CELL;
    const r0 = Math.floor(start / columns);
    const c0 = start % columns;
    for (let k = 0; k < members.length; k++) {
      const r = Math.floor(members[k]! / columns);
      const c = members[k]! % columns;
      for (let nr = Math.max(r0, r - 1); nr <= Math.min(rows - 1, r + 1, r0 + span - 1); nr++)
        for (
          let nc = Math.max(0, c0 - span / 2, c - 1);
          nc <= Math.min(columns - 1, c + 1, c0 + span / 2);
          nc++
        ) {
          const at = nr * columns + nc;
          if (!cells[at] || seen[at]) continue;
          seen[at] = 1;
          members.push(at);
        }
    }
    const cs = members.map((m) => m % columns);
    const rs = members.map((m) => Math.floor(m / columns));
    places.push({
      left: Math.min(...cs) * CELL,
      top: Math.min(...rs) * CELL,
      right: Math.min(width, (Math.max(...cs) + 1) * CELL),
      bottom: Math.min(height, (Math.max(...rs) + 1) * CELL),
      pixels: members.reduce((sum, m) => sum + cells[m]!, 0),
    });
  }
  return places.filter((p) => p.pixels >= MIN_PIXELS).sort((p, q) => q.pixels - p.pixels || p.top - q.top);
}
