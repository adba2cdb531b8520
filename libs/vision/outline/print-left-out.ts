import { median } from '../geometry/median.js';
import { printLike } from './clutter.js';
import { isWithin, placesIn } from './whole-page.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { floor, min } = Math;

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
  const { data, width, channels } = closed;
  /** Level of a px in its darkest channel, by where it is in the data. */
  const darkest = (k: number): number => {
    let level = data[k];
    for (let c = 1; c < channels; c++) level = min(level, data[k + c]);
    return level;
  };
  const sheet = panels.flatMap(({ quad }) => placesIn(quad, quad, closed).within);
  if (sheet.length === 0) return 0;
  const paper = AS_LIGHT * median(sheet.map(darkest));
  let [within, leftOut] = [0, 0];
  for (const i of printLike(closed, plain)) {
    const place = { x: i % width, y: floor(i / width) };
    if (panels.some(({ quad }) => isWithin(place, quad))) within++;
    else if (darkest(i * channels) >= paper) leftOut++;
  }
  return leftOut > 0 ? leftOut / (within + leftOut) : 0;
}
