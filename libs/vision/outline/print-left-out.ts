import { median } from '../geometry/median.js';
import { printLike } from './clutter.js';
import { isWithin, placesIn } from './whole-page.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { floor, max, min } = Math;

/** Paper is so light in its darkest channel, at least, beside the sheet's median: tables are coloured, or darker. */
const AS_LIGHT = 0.7;

/** Side of the cells, px, that print lies in or not. */
const CELL = 12;

/** What lies beyond a sheet on something about as light as the sheet. */
export interface LeftOut {
  /** 0..1: the part of the picture's print that does; 0 where there is none. */
  print: number;
  /** 0..1: the part of the picture that does and is blank; what looks like print in grain and texture is all over. */
  blank: number;
}

/**
 * What no panel of a sheet holds.
 *
 * @param panels of one sheet; most often one
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function leftOut(panels: readonly { quad: Quad }[], closed: Raster, plain: Raster): LeftOut {
  const { data, width, height, channels } = closed;
  /** Level of a px in its darkest channel, by where it is in the data. */
  const darkest = (k: number): number => {
    let level = data[k];
    for (let c = 1; c < channels; c++) level = min(level, data[k + c]);
    return level;
  };
  const sheet = panels.flatMap(({ quad }) => placesIn(quad, quad, closed).within);
  if (sheet.length === 0) return { print: 0, blank: 0 };
  const paper = AS_LIGHT * median(sheet.map(darkest));
  const isHeld = (x: number, y: number): boolean => panels.some(({ quad }) => isWithin({ x, y }, quad));
  const [columns, rows] = [floor(width / CELL), floor(height / CELL)];
  const across = columns + 1;
  const printed = new Uint8Array(across * (rows + 1));
  let [within, beyond] = [0, 0];
  for (const i of printLike(closed, plain)) {
    const [x, y] = [i % width, floor(i / width)];
    printed[floor(y / CELL) * across + floor(x / CELL)] = 1;
    if (isHeld(x, y)) within++;
    else if (darkest(i * channels) >= paper) beyond++;
  }
  let blank = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column, row].map((k) => k * CELL + CELL / 2);
      if (!printed[row * across + column] && !isHeld(x, y) && darkest((y * width + x) * channels) >= paper)
        blank++;
    }
  return { print: beyond > 0 ? beyond / (within + beyond) : 0, blank: blank / max(1, columns * rows) };
}
