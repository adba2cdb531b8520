import type { Raster } from '../../../libs/vision/pixels/raster.js';

const { floor } = Math;

/** A rectangle in PDF points from the page's top left corner. */
export interface BlankPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

// A cell of the search, mm; ink is what is darker than the limit.
const CELL_MM = 3;
const INK_BELOW = 170;
const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
// A place to write on is at least so many cells wide and two high, and at most so many wide.
const LEAST_CELLS = 8;
const MOST_CELLS = 26;

/** Rows of the page where nothing is printed, fit for a line of writing, from the top down. */
export function findBlankPlaces(page: Raster, dpi: number): BlankPlace[] {
  const cell = (CELL_MM / MM_PER_INCH) * dpi;
  const columns = floor(page.width / cell);
  const rows = floor(page.height / cell);
  const inked = new Uint8Array(columns * rows);
  const { data, width, channels } = page;
  const green = channels > 1 ? 1 : 0;
  const [right, bottom] = [floor(columns * cell), floor(rows * cell)];
  for (let y = 0; y < bottom; y++)
    for (let x = 0; x < right; x++) {
      const isInk = data[(y * width + x) * channels + green] < INK_BELOW;
      if (isInk) inked[floor(y / cell) * columns + floor(x / cell)] = 1;
    }
  const places: BlankPlace[] = [];
  const points = (cells: number): number => (cells * CELL_MM * POINTS_PER_INCH) / MM_PER_INCH;
  for (let row = 4; row + 2 < rows - 3; row += 3)
    for (let column = 4, start = -1; column <= columns - 3; column++) {
      const free =
        column < columns - 3 && !inked[row * columns + column] && !inked[(row + 1) * columns + column];
      if (free && start < 0) start = column;
      if (start >= 0 && (!free || column - start >= MOST_CELLS)) {
        if (column - start >= LEAST_CELLS)
          places.push({ x: points(start), y: points(row), width: points(column - start), height: points(2) });
        start = -1;
      }
    }
  return places;
}
