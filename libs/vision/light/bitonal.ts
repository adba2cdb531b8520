import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';
import { asOnPaper } from './illumination.js';
import { middleLevel } from './paper-likeness.js';

const { floor, max, min, round, sqrt } = Math;

/** Half the window in which paper and ink are told apart, inches: a line of print and the paper around it. */
const WINDOW_INCHES = 1 / 12;
/**
 * Half the window against which strokes are steepened, inches: about a stroke of small print. That undoes blur as far
 * as a threshold minds it: thin strokes stay, thick ones do not swell.
 */
const STROKE_INCHES = 1 / 100;
/** How much of a px's difference from the mean of that window is added. */
const STEEPENING = 1.2;
/** How far below its surroundings' mean a px of even surroundings has to lie (Sauvola's k), as part of the mean. */
const SENSITIVITY = 0.22;
/** Spread (standard deviation, grey levels) of fully inked surroundings: the page's own, kept within these. */
const MIN_FULL_SPREAD = 32;
const MAX_FULL_SPREAD = 128;
/** Share of the windows with any ink in them whose spread stays under the full one. */
const FULL_SPREAD_SHARE = 0.9;
/** Windows of less spread are bare paper. */
const INKED_SPREAD = 8;
/** Darker than this, steepened, is ink wherever it stands, inside of bars and filled boxes too. */
const SURELY_INK = 96;
/** Lighter than this, before and after steepening, is paper: light shading is. */
const SURELY_PAPER = 216;
/**
 * A page of which most is darker than paper is a coloured sheet, if it is no darker than this: a fully inked one is.
 */
const DARKEST_SHEET = 40;

/**
 * The two-tone version of a page whose light has been evened: 0 ink, 255 paper. A px is ink when it lies below a
 * threshold that follows the mean and the spread around it (Sauvola and Pietikäinen, Adaptive document image
 * binarization, Pattern Recognition 33, 2000), their dynamic range taken from the page, so that blurred print is
 * kept as well as sharp print. What evened light makes certain is taken as certain, which keeps filled areas
 * filled and paper clean.
 *
 * @param grey one channel, paper at about 250; of a coloured sheet, whatever its colour has
 * @param dpi px an inch of paper
 * @param speck what stands alone in a square of so many px is noise: more than one where the picture has been enlarged
 */
export function toBitonal(grey: Raster, dpi: number, speck = 1): Raster {
  if (grey.channels !== 1) throw new RangeError('the two-tone version is made from grey');
  const { width, height } = grey;
  const radius = max(4, round(dpi * WINDOW_INCHES));
  const usual = middleLevel(grey.data, 0, 1);
  const page = usual >= DARKEST_SHEET && usual < SURELY_PAPER ? asOnPaper(grey) : grey;
  const data = KernelMemory.borrow((memory) => {
    const { kernels } = memory;
    const [picture, steep, tones] = [0, 1, 2].map(() => memory.take(width * height));
    const sums = memory.take(8 * width);
    memory.bytes(picture, width * height).set(page.data);
    const stroke = max(1, round(dpi * STROKE_INCHES));
    kernels.steepen(picture, width, height, stroke, STEEPENING, sums, steep);
    const full = fullSpread(memory.bytes(steep, width * height), width, height, radius);
    const [ink, paper] = [SURELY_INK, SURELY_PAPER];
    kernels.tellInk(picture, steep, width, height, radius, full, SENSITIVITY, ink, paper, sums, tones);
    // The steepened picture is no longer needed.
    kernels.dropSpecks(tones, width, height, speck, steep);
    return memory.bytes(steep, width * height).slice();
  });
  return { data, width, height, channels: 1 };
}

/** The spread of fully inked surroundings on this page, from windows side by side. */
function fullSpread(data: Uint8Array, width: number, height: number, radius: number): number {
  const side = 2 * radius;
  const spreads: number[] = [];
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      let sum = 0;
      let square = 0;
      let count = 0;
      for (let y = top; y < top + side; y += 2)
        for (let x = left; x < left + side; x += 2, count++) {
          const v = data[y * width + x];
          sum += v;
          square += v * v;
        }
      const spread = sqrt(max(0, square / count - (sum / count) ** 2));
      if (spread > INKED_SPREAD) spreads.push(spread);
    }
  spreads.sort((a, b) => a - b);
  const full = spreads[floor(FULL_SPREAD_SHARE * spreads.length)] ?? MAX_FULL_SPREAD;
  return min(MAX_FULL_SPREAD, max(MIN_FULL_SPREAD, full));
}
