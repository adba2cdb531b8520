import { ramp } from '../geometry/ramp.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { placesBeside } from './side-strips.js';

const { abs, max, min } = Math;

/** What is compared on either side of a quad's side. */
const STRIPS = { near: 0.02, far: 0.1, along: 24, across: 8 };
/** Paper on both sides is one sheet where no channel differs by more than this, levels and part of the level. */
const SAME_LEVELS = 8;
const SAME_PART = 0.08;
/**
 * Parts of the places from which, and at which, it counts as the same sheet; the facing pages of books have up to 0.3.
 */
const SOME_SAME = 0.2;
const ALL_SAME = 0.5;
/**
 * Levels by which print lies under the paper about it, and the part of the places that are print where there is some.
 */
const PRINT = 16;
const PRINT_SHARE = 0.05;
/** The lighter print's part of the denser one's places, from which, and at which, both are the same print. */
const SOME_PRINT = 0.25;
const ALL_PRINT = 0.4;

/**
 * 0..1: how much the picture on either side of a quad's side looks like one sheet, printed or written on. A white desk
 * is the same colour as the page and carries no print; a patterned table carries more of it than the page's margin.
 *
 * @param side i: from corner i to corner i + 1
 * @param surface the picture with its text closed away
 * @param plain the picture, same size
 */
export function printGoesOn(quad: Quad, side: number, surface: Raster, plain: Raster): number {
  const { channels } = surface;
  // Where the strip lies outside of the picture for the most part it tells nothing.
  const places = placesBeside(quad, side, STRIPS, surface);
  if (!places) return 0;
  let same = 0;
  let printBeyond = 0;
  let printInside = 0;
  for (const [within, beyond] of places) {
    const out = beyond * channels;
    const inside = within * channels;
    let alike = true;
    let inkBeyond = 0;
    let inkInside = 0;
    for (let k = 0; k < channels; k++) {
      const level = surface.data[out + k];
      const levelInside = surface.data[inside + k];
      if (abs(level - levelInside) > SAME_LEVELS + SAME_PART * level) alike = false;
      inkBeyond = max(inkBeyond, level - plain.data[out + k]);
      inkInside = max(inkInside, levelInside - plain.data[inside + k]);
    }
    if (alike) same++;
    if (inkBeyond >= PRINT) printBeyond++;
    if (inkInside >= PRINT) printInside++;
  }
  const least = min(printBeyond, printInside);
  const most = max(1, printBeyond, printInside);
  return (
    ramp(same / places.length, SOME_SAME, ALL_SAME) *
    min(1, least / places.length / PRINT_SHARE) *
    ramp(least / most, SOME_PRINT, ALL_PRINT)
  );
}
