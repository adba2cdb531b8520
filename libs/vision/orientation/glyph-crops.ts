import { freeStanding } from './free-standing.js';
import { inkBoxes, PAPER, type InkBox } from './ink-boxes.js';
import type { Raster } from '../pixels/raster.js';

const { abs, floor, max, min, round } = Math;

/** Side of a glyph crop, px. */
export const CROP_SIDE = 20;
/** Darkest px of a crop count as full ink, unless they are this near to paper: then they are noise. */
const MIN_INK = 0.15;
/** Size of connected ink that may be a letter, px. */
const MIN_HEIGHT = 5;
const MAX_HEIGHT = 44;
const MIN_AREA = 10;
/** Longer side over shorter side of a letter's box, at most; longer ones are strokes and rules. */
const MAX_ASPECT = 3.5;
/** A crop shows this many times the letter's longer side, so that its neighbours on the line are seen. */
const CONTEXT = 2.1;
/** Margin of a crop around the letter itself, px. */
const MIDDLE = 4;
/** A letter looks the same turned where its px differ by less than this in the mean, parts of full ink. */
const ALIKE = 0.16;

/**
 * Crops around letter-like pieces of ink of an evened grey page (paper near white): CROP_SIDE squared, 0 paper to
 * 1 the darkest ink of the crop, each with its surroundings. At most `limit`, spread evenly over what there is.
 */
export function glyphCrops(page: Raster, limit: number): Float32Array[] {
  const boxes = freeStanding(inkBoxes(page).filter(({ area }) => area >= MIN_AREA)).filter(mayBeLetter);
  const every = max(1, boxes.length / limit);
  const crops: Float32Array[] = [];
  for (let k = 0; k < boxes.length; k += every) crops.push(cropOf(page, boxes[floor(k)]));
  return crops;
}

function mayBeLetter({ left, top, right, bottom }: InkBox): boolean {
  const w = right - left + 1;
  const h = bottom - top + 1;
  const long = max(w, h);
  return long >= MIN_HEIGHT && long <= MAX_HEIGHT && min(w, h) >= 2 && long / min(w, h) <= MAX_ASPECT;
}

/** The surroundings of a box, bilinear where enlarged and box-averaged where reduced. */
function cropOf(page: Raster, box: InkBox): Float32Array {
  const { data, width, height } = page;
  const side = CONTEXT * max(box.right - box.left + 1, box.bottom - box.top + 1);
  const left = (box.left + box.right + 1) / 2 - side / 2;
  const top = (box.top + box.bottom + 1) / 2 - side / 2;
  const unit = side / CROP_SIDE;
  const taps = max(1, round(unit));
  const crop = new Float32Array(CROP_SIDE * CROP_SIDE);
  for (let v = 0, k = 0; v < CROP_SIDE; v++)
    for (let u = 0; u < CROP_SIDE; u++, k++) {
      let sum = 0;
      for (let q = 0; q < taps; q++)
        for (let p = 0; p < taps; p++) {
          const x = left + (u + (p + 0.5) / taps) * unit - 0.5;
          const y = top + (v + (q + 0.5) / taps) * unit - 0.5;
          const xi = floor(x);
          const yi = floor(y);
          if (xi < 0 || yi < 0 || xi >= width - 1 || yi >= height - 1) {
            sum += 255;
            continue;
          }
          const i = yi * width + xi;
          const fx = x - xi;
          const fy = y - yi;
          sum +=
            (data[i] * (1 - fx) + data[i + 1] * fx) * (1 - fy) +
            (data[i + width] * (1 - fx) + data[i + width + 1] * fx) * fy;
        }
      crop[k] = max(0, 1 - sum / (taps * taps * PAPER));
    }
  const darkest = max(
    MIN_INK,
    crop.reduce((a, b) => max(a, b), 0),
  );
  for (let k = 0; k < crop.length; k++) crop[k] /= darkest;
  return crop;
}

/** The crop turned clockwise by a quarter. */
export function turnCrop(crop: Float32Array): Float32Array {
  const out = new Float32Array(crop.length);
  for (let y = 0, k = 0; y < CROP_SIDE; y++)
    for (let x = 0; x < CROP_SIDE; x++, k++) out[k] = crop[(CROP_SIDE - 1 - x) * CROP_SIDE + y];
  return out;
}

/**
 * Whether a crop's letter looks the same in all four turns, its surroundings left out: a ring, a box to tick, a blot.
 * It tells nothing, and of a form with a grid of them would outvote the letters.
 */
export function looksAlikeTurned(crop: Float32Array): boolean {
  const byQuarter = turnCrop(crop);
  return differenceOf(crop, byQuarter) < ALIKE && differenceOf(crop, turnCrop(byQuarter)) < ALIKE;
}

/** Mean difference of two crops' middles, parts of full ink. */
function differenceOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let y = MIDDLE; y < CROP_SIDE - MIDDLE; y++)
    for (let k = y * CROP_SIDE + MIDDLE, end = (y + 1) * CROP_SIDE - MIDDLE; k < end; k++)
      sum += abs(a[k] - b[k]);
  return sum / (CROP_SIDE - 2 * MIDDLE) ** 2;
}
