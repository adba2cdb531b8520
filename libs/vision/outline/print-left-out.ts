import { median } from '../geometry/median.js';
import { printLike } from './clutter.js';
import { isWithin, latticeOf } from './whole-page.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

const { floor, min, round } = Math;

/** Paper is so light in its darkest channel, at least, beside the sheet's median: tables are coloured, or darker. */
const AS_LIGHT = 0.7;

/**
 * 0..1: the part of a picture's print that no panel of a sheet holds, of what lies on something about as light as the
 * sheet; 0 where there is none.
 *
 * @param panels of one sheet; most often one
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function printLeftOut(panels: readonly { quad: Quad }[], closed: Raster, plain: Raster): number {
  const { data, width, height, channels } = closed;
  const darkest = (i: number): number => {
    let level = data[i * channels];
    for (let c = 1; c < channels; c++) level = min(level, data[i * channels + c]);
    return level;
  };
  const isSeen = ({ x, y }: Point): boolean => min(x, y) >= 0 && x < width && y < height;
  const sheet = panels
    .flatMap(({ quad }) => latticeOf(quad).map(({ x, y }): Point => ({ x: round(x), y: round(y) })))
    .filter(isSeen);
  if (sheet.length === 0) return 0;
  const paper = AS_LIGHT * median(sheet.map(({ x, y }) => darkest(y * width + x)));
  let [within, leftOut] = [0, 0];
  for (const i of printLike(closed, plain)) {
    const place = { x: i % width, y: floor(i / width) };
    if (panels.some(({ quad }) => isWithin(place, quad))) within++;
    else if (darkest(i) >= paper) leftOut++;
  }
  return leftOut > 0 ? leftOut / (within + leftOut) : 0;
}
