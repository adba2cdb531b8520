import { valueBetween } from './level-between.js';
import type { Raster } from './raster.js';

const { ceil, exp, floor, log, max, round } = Math;

/** From one cell to the next: px of the picture along x and y, and parts of the level (its natural logarithm). */
const STEP = 12;
const LEVEL_STEP = 0.1;
/** Cells about the picture and its levels, so that each place lies between cells. */
const MARGIN = 2;
/** Along x and y means of so many cells, twice: about a Gaussian of two cells. Between levels, of their neighbours. */
const MEAN_OF = 5;
const TIMES = 2;
/** What is darker counts as this level. */
const DARKEST = 4;
/** Every so manieth px of every so manieth row is looked at. */
const EVERY = 2;

/**
 * The base layer of a picture: about each px the level of what lies within some 50 px of it and is about as light, so
 * that faint edges are smoothed and strong ones stay. A bilateral filter (Durand and Dorsey, "Fast bilateral filtering
 * for the display of high-dynamic-range images", 2002) by a grid of places and levels (Chen, Paris and Durand,
 * "Real-time edge-aware image processing with the bilateral grid", 2007).
 *
 * @returns a level for each px, row by row
 */
export function baseLayer(picture: Raster): Float32Array {
  const { width, height } = picture;
  const levels = logarithmsOf(picture);
  const lightest = log(255);
  const [columns, rows, depth] = [
    ceil(width / STEP) + MARGIN,
    ceil(height / STEP) + MARGIN,
    ceil((lightest - log(DARKEST)) / LEVEL_STEP) + 2 * MARGIN,
  ];
  const layer = columns * rows;
  const sums = new Float32Array(layer * depth);
  const weights = new Float32Array(layer * depth);
  for (let y = 0; y < height; y += EVERY)
    for (let x = 0; x < width; x += EVERY) {
      const level = levels[y * width + x];
      const depthAt = round((lightest - level) / LEVEL_STEP) + 1;
      const k = depthAt * layer + round(y / STEP) * columns + round(x / STEP);
      sums[k] += level;
      weights[k]++;
    }
  for (const cells of [sums, weights]) {
    for (let k = 0; k < TIMES; k++) {
      addNeighbours(cells, 1, columns, MEAN_OF >> 1);
      addNeighbours(cells, columns, rows, MEAN_OF >> 1);
    }
    addNeighbours(cells, layer, depth, 1);
  }
  const base = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = floor(y / STEP);
    const v = y / STEP - row;
    for (let x = 0; x < width; x++, i++) {
      const column = floor(x / STEP);
      const u = x / STEP - column;
      const above = (lightest - levels[i]) / LEVEL_STEP + 1;
      const w = above - floor(above);
      const k = floor(above) * layer + row * columns + column;
      const weight = betweenLayers(weights, k, layer, columns, u, v, w);
      base[i] = exp(weight > 0 ? betweenLayers(sums, k, layer, columns, u, v, w) / weight : levels[i]);
    }
  }
  return base;
}

/** Natural logarithm of the level of each px. */
function logarithmsOf({ data, channels }: Raster): Float32Array {
  const bySum = Float32Array.from({ length: 255 * channels + 1 }, (_, sum) =>
    log(max(DARKEST, sum / channels)),
  );
  const levels = new Float32Array(data.length / channels);
  for (let i = 0, k = 0; i < levels.length; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++, k++) sum += data[k];
    levels[i] = bySum[sum];
  }
  return levels;
}

/** Adds to each cell its neighbours along one axis, so many to either side; beyond the ends there are none. */
function addNeighbours(cells: Float32Array, stride: number, length: number, reach: number): void {
  const line = new Float32Array(length + 2 * reach + 1);
  const plane = stride * length;
  for (let first = 0; first < cells.length; first += plane)
    for (let start = first; start < first + stride; start++) {
      for (let i = 0; i < length; i++) line[i + reach + 1] = cells[start + i * stride];
      let sum = 0;
      for (let i = 0; i < reach; i++) sum += line[i + reach + 1];
      for (let i = 0; i < length; i++) {
        sum += line[i + 2 * reach + 1] - line[i];
        cells[start + i * stride] = sum;
      }
    }
}

/** Value between four cells of a layer and those of the next. */
function betweenLayers(
  cells: Float32Array,
  k: number,
  layer: number,
  columns: number,
  u: number,
  v: number,
  w: number,
): number {
  const near = valueBetween(cells, k, 1, columns, u, v);
  return near + w * (valueBetween(cells, k + layer, 1, columns, u, v) - near);
}
