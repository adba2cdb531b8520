import { cv, toRaster, withMats } from '../pixels/opencv.js';
import { close, erode } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';
import { reduceByBoxes } from '../pixels/resample.js';

const { max, round } = Math;

/** Levels of an InkBitmap, beside 0 for paper: of black print, and of pale. */
export const FULL_INK = 255;
export const PALE_INK = 110;

/** A page's ink, one byte a pixel, row-major: 0 (paper), PALE_INK or FULL_INK. */
export interface InkBitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Longest side, px, for which the widths below hold: 150 px an inch of a Letter page. */
const LONG_SIDE = 1650;
/**
 * A stroke is narrower than this in one direction, px at LONG_SIDE, as in strokes.ts; what is wider and pale is a tint,
 * and print on it is told from it.
 */
const STROKE = 33;
/** Px from one, either way, within which the darkest is the ink of the stroke whose border it may lie on. */
const NEAR = 1;
/** Ink is darker than this share of the paper around it; lighter are tints and dirt. */
const FAINT = 0.72;
/**
 * Ink that nowhere near is darker than this share of the paper around it is pale: grey print, hairlines between two
 * rows of px.
 */
const PALE = 0.5;
/** Darker than this share of the page's paper an area is ink however wide: bars with white print on them. */
const DARK = 0.55;

/**
 * Ink of a reference page: strokes, cut half way from the paper around them to their own darkest (Bernsen 1986), so
 * that pale print is as wide as black, however densely it stands, and a thin line is there whether it falls on one row
 * of px or between two; and dark areas.
 * @param page grey, its longest side at most LONG_SIDE
 */
export function inkOf(page: Raster): InkBitmap {
  const { data, width, height } = page;
  const { paper, darkest } = surroundings(page);
  const dark = DARK * medianOf(paper);
  const ink = new Uint8Array(width * height);
  for (let i = 0; i < ink.length; i++) {
    const isStroke = darkest[i] < FAINT * paper[i] && 2 * data[i] < darkest[i] + paper[i];
    if (data[i] < dark) ink[i] = FULL_INK;
    else if (isStroke) ink[i] = darkest[i] < PALE * paper[i] ? FULL_INK : PALE_INK;
  }
  return { width, height, data: ink };
}

/**
 * Levels of the paper that lies around each px (a closing, of the page smoothed against noise), and of the darkest px
 * near it.
 */
function surroundings(page: Raster): { paper: Uint8Array; darkest: Uint8Array } {
  const stroke = round((STROKE * max(page.width, page.height)) / LONG_SIDE / 2 - 0.5);
  const smooth = withMats((scope) => {
    const mat = scope.mat();
    cv.blur(scope.fromRaster(page), mat, new cv.Size(2 * NEAR + 1, 2 * NEAR + 1));
    return toRaster(mat);
  });
  return { paper: close(smooth, max(NEAR, stroke)).data, darkest: erode(page, NEAR).data };
}

function medianOf(levels: Uint8Array): number {
  const counts = new Int32Array(256);
  for (let i = 0; i < levels.length; i++) counts[levels[i]]++;
  let level = 0;
  for (let below = counts[0]; 2 * below < levels.length; below += counts[level]) level++;
  return level;
}

/** Pixels of ink. */
export function inkCount(ink: InkBitmap): number {
  let count = 0;
  for (let i = 0; i < ink.data.length; i++) if (ink.data[i] > 0) count++;
  return count;
}

/** Ink as it is printed, grey, dark on white, its longer side at most so many px. */
export function asPrinted(ink: InkBitmap, longSide: number): Raster {
  const { raster } = reduceByBoxes({ ...ink, channels: 1 }, longSide);
  return { ...raster, data: raster.data.map((level) => 255 - level) };
}
