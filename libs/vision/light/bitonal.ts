import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, max, min, round, sqrt } = Math;

/** Half the window in which paper and ink are told apart, inches: a line of print and the paper around it. */
const WINDOW_INCHES = 1 / 12;
/** Half the window against which strokes are steepened, inches: about a stroke of small print. */
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
 * The two-tone version of a page whose light has been evened: 0 ink, 255 paper. A px is ink when it lies below a
 * threshold that follows the mean and the spread around it (Sauvola and Pietikäinen, Adaptive document image
 * binarization, Pattern Recognition 33, 2000), their dynamic range taken from the page, so that blurred print is
 * kept as well as sharp print. What evened light makes certain is taken as certain, which keeps filled areas
 * filled and paper clean.
 *
 * @param grey one channel, paper at about 250
 * @param dpi px an inch of paper
 * @param speck what stands alone in a square of so many px is noise: more than one where the picture has been enlarged
 */
export function toBitonal(grey: Raster, dpi: number, speck = 1): Raster {
  if (grey.channels !== 1) throw new RangeError('the two-tone version is made from grey');
  const { width, height } = grey;
  const steep = steepened(grey, max(1, round(dpi * STROKE_INCHES)));
  const radius = max(4, round(dpi * WINDOW_INCHES));
  const full = fullSpread(steep, radius);
  const tones = new Uint8Array(width * height);
  overWindows(steep, radius, (o, mean, square) => {
    const value = steep.data[o];
    if (value < SURELY_INK) return;
    if (value < SURELY_PAPER && grey.data[o] < SURELY_PAPER) {
      const spread = sqrt(max(0, square - mean * mean));
      if (value < mean * (1 - SENSITIVITY * max(0, 1 - spread / full))) return;
    }
    tones[o] = 255;
  });
  return { data: withoutSpecks(tones, width, height, speck), width, height, channels: 1 };
}

/** Undoes blur as far as a threshold minds it: thin strokes stay, thick ones do not swell. */
function steepened(grey: Raster, radius: number): Raster {
  const data = new Uint8Array(grey.data.length);
  overWindows(grey, radius, (o, mean) => {
    const value = grey.data[o] + STEEPENING * (grey.data[o] - mean);
    data[o] = value < 0 ? 0 : value > 255 ? 255 : value;
  });
  return { ...grey, data };
}

/** The spread of fully inked surroundings on this page, from windows side by side. */
function fullSpread({ data, width, height }: Raster, radius: number): number {
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

/**
 * Tells of each px the mean of its square window and of the window's squares. Running sums: the cost does not
 * grow with the window. Windows are cut at the borders.
 */
function overWindows(
  { data, width, height }: Raster,
  radius: number,
  tell: (offset: number, mean: number, square: number) => void,
): void {
  const sums = new Int32Array(width);
  const squares = new Int32Array(width);
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0, o = y * width; x < width; x++, o++) {
      const v = data[o];
      sums[x] += sign * v;
      squares[x] += sign * v * v;
    }
  };
  for (let y = 0; y < min(radius, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1);
    if (y - radius - 1 >= 0) addRow(y - radius - 1, -1);
    const rows = min(height - 1, y + radius) - max(0, y - radius) + 1;
    let sum = 0;
    let square = 0;
    for (let x = 0; x < min(radius, width); x++) {
      sum += sums[x];
      square += squares[x];
    }
    for (let x = 0, o = y * width; x < width; x++, o++) {
      if (x + radius < width) {
        sum += sums[x + radius];
        square += squares[x + radius];
      }
      if (x - radius - 1 >= 0) {
        sum -= sums[x - radius - 1];
        square -= squares[x - radius - 1];
      }
      const count = rows * (min(width - 1, x + radius) - max(0, x - radius) + 1);
      tell(o, sum / count, square / count);
    }
  }
}

/**
 * Turns over what stands alone in squares of `side` px: the px just around them are all of the other tone. The border stays as
 * it is.
 */
function withoutSpecks(tones: Uint8Array, width: number, height: number, side: number): Uint8Array {
  const out = tones.slice();
  const inside: number[] = [];
  const ring: number[] = [];
  for (let y = -1; y <= side; y++)
    for (let x = -1; x <= side; x++)
      (y >= 0 && y < side && x >= 0 && x < side ? inside : ring).push(y * width + x);
  for (let y = 1; y < height - side; y++)
    for (let x = 1, o = y * width + 1; x < width - side; x++, o++) {
      const around = tones[o + ring[0]];
      let k = 0;
      while (k < inside.length && tones[o + inside[k]] === around) k++;
      if (k === inside.length) continue;
      for (k = 1; k < ring.length && tones[o + ring[k]] === around;) k++;
      if (k < ring.length) continue;
      for (const offset of inside) out[o + offset] = around;
    }
  return out;
}
