import { flatCopy } from './print-likeness.js';
import { highestToItself } from '../pixels/pearson.js';
import type { Raster } from '../pixels/raster.js';
import { remembered } from '../pixels/remembered.js';
import { reduceByBoxes } from '../pixels/resample.js';

/** Longer side of the copy that is held against itself, px: a row of 5 mm is 5 px high. */
const COMPARED_SIDE = 280;
/** Moves looked at, px and part of the page's height: lines of print are nearer to each other, and tables no longer. */
const LEAST_MOVE = 4;
const FARTHEST_MOVE = 0.5;
/** A page repeats itself where it correlates so well with itself, moved. */
const ALIKE = 0.5;

/**
 * Whether a page is for the most part rows that look alike, as a list or a log sheet is: from among its own places one
 * cannot tell whether it lies some rows too high or too low.
 * @param page grey, upright; it is looked at once
 */
export const hasRepeatedRows = remembered((page: Raster): boolean => likenessToItself(page) >= ALIKE);

/** The highest correlation of the page with itself moved down. */
function likenessToItself(page: Raster): number {
  const { data, width, height } = flatCopy(reduceByBoxes(page, COMPARED_SIDE).raster);
  const moves: number[] = [];
  for (let move = LEAST_MOVE; move <= FARTHEST_MOVE * height; move++) moves.push(move * width);
  return highestToItself(data, moves);
}
