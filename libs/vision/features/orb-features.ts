import { reduceByArea } from '../pixels/reduce-area.js';
import { divideByLocalBackground } from '../pixels/local-background.js';
import { KernelMemory } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';
import { cornerPoints, type CornerPoints } from './corner-points.js';
import { describePoints } from './rotated-brief.js';
import { scalePyramid } from './scale-pyramid.js';

const { ceil, floor, fround, max, min, round } = Math;

/** Longest side, in px, at which features are found; larger rasters are reduced first. */
export const FEATURE_LONG_SIDE = 1100;
/** 32-bit words of one 256-bit descriptor. */
export const DESCRIPTOR_WORDS = 8;

/** Half the window of the background division, px at FEATURE_LONG_SIDE: some three lines of text. */
const BACKGROUND_RADIUS = 30;
/** ORB's parameters (Rublee et al., ICCV 2011), OpenCV's defaults, as in prototypes on real forms. */
const SCALE_FACTOR = 1.2;
const LEVELS = 8;
const PATCH = 31;
/** Features found before the spread-out ones are picked, a feature wanted. */
const SURPLUS = 3;
/** Side of a cell of the grid over which features are spread, px at FEATURE_LONG_SIDE. */
const CELL = 55;

/**
 * Rotated BRIEF features (ORB: Rublee et al., ICCV 2011), ordered so that every prefix is spread over the
 * picture: first the strongest of each cell, then the second ...
 */
export interface Features {
  count: number;
  /** Px of the described raster a px of the copy in which the features were found; >= 1. */
  unit: number;
  /** Places in px of the raster that was described (not of its reduced copy). */
  x: Float32Array;
  y: Float32Array;
  /** Direction in 256ths of a full turn. */
  angle: Uint8Array;
  /** Level of the scale pyramid, 0..7; a level is 1.2 times coarser than the one before. */
  octave: Uint8Array;
  /** `count * 8` words. */
  descriptors: Uint32Array;
}

/** Ratio of the size of a feature at `octave` to one at octave 0. */
export function octaveScale(octave: number): number {
  return SCALE_FACTOR ** octave;
}

export function noFeatures(): Features {
  return emptyFeatures(0, 1);
}

/** A raster's reduced copy with its local background divided out. */
export interface FlatCopy {
  flat: Raster;
  /** Px of the raster a px of the copy, along x and along y. */
  unit: number;
  unitY: number;
}

/** @param longSide px to which a larger raster is reduced first */
export function flatten(grey: Raster, longSide = FEATURE_LONG_SIDE): FlatCopy {
  const small = reduceByArea(grey, longSide);
  return {
    flat: divideByLocalBackground(small, BACKGROUND_RADIUS),
    unit: grey.width / small.width,
    unitY: grey.height / small.height,
  };
}

/**
 * Finds and describes up to `limit` features of a raster, given its flat copy: ORB (Rublee et al., ICCV 2011), the
 * same as OpenCV's but for which of equally strong corners are taken.
 * A raster too small for one patch, or without corners, has none.
 */
export function findFeatures({ flat, unit, unitY }: FlatCopy, limit: number): Features {
  if (min(flat.width, flat.height) < 2 * PATCH) return noFeatures();
  return KernelMemory.borrow((memory) => {
    const pyramid = scalePyramid(flat, LEVELS, SCALE_FACTOR, memory);
    const wanted = shares(limit * SURPLUS);
    const corners = pyramid.map((level, octave) => cornerPoints(level, wanted[octave], memory));
    const chosen = spread(corners, flat, limit);
    const features = emptyFeatures(chosen.length, unit);
    const ofLevel: number[][] = pyramid.map(() => []);
    chosen.forEach(({ octave }, place) => ofLevel[octave].push(place));
    pyramid.forEach((level, octave) => {
      const places = ofLevel[octave];
      const x = places.map((place) => corners[octave].x[chosen[place].index]);
      const y = places.map((place) => corners[octave].y[chosen[place].index]);
      const { angle, descriptors } = describePoints(level, x, y, memory);
      const scale = fround(octaveScale(octave));
      places.forEach((place, i) => {
        features.x[place] = (fround(x[i] * scale) + 0.5) * unit - 0.5;
        features.y[place] = (fround(y[i] * scale) + 0.5) * unitY - 0.5;
        features.angle[place] = round((angle[i] * 256) / 360) & 255;
        features.octave[place] = octave;
        features.descriptors.set(
          descriptors.subarray(i * DESCRIPTOR_WORDS, (i + 1) * DESCRIPTOR_WORDS),
          place * DESCRIPTOR_WORDS,
        );
      });
    });
    return features;
  });
}

/** How many corners are wanted of each level: fewer of a smaller one, in the ratio of the scales. */
function shares(total: number): number[] {
  const ratio = fround(1 / SCALE_FACTOR);
  let share = (total * (1 - ratio)) / (1 - ratio ** LEVELS);
  const wanted: number[] = [];
  for (let octave = 0; octave < LEVELS - 1; octave++, share *= ratio) wanted.push(round(share));
  const rest = total - wanted.reduce((sum, n) => sum + n, 0);
  return [...wanted, max(0, rest)];
}

/** Up to `limit` corners: rank by rank, the strongest of each cell of each level first. */
function spread(corners: CornerPoints[], size: Raster, limit: number): Corner[] {
  const columns = ceil(size.width / CELL);
  const cells = columns * ceil(size.height / CELL);
  const all: Corner[] = [];
  corners.forEach(({ count, x, y, response }, octave) => {
    const scale = fround(octaveScale(octave));
    for (let index = 0; index < count; index++) {
      const cell = floor(fround(y[index] * scale) / CELL) * columns + floor(fround(x[index] * scale) / CELL);
      all.push({ octave, index, response: response[index], cell: octave * cells + cell });
    }
  });
  all.sort((a, b) => b.response - a.response);
  const taken = new Uint16Array(cells * LEVELS);
  const ranks: Corner[][] = [];
  for (const corner of all) (ranks[taken[corner.cell]++] ??= []).push(corner);
  return ranks.flat().slice(0, limit);
}

/** A corner of a level of the pyramid, and the cell of the level in which it lies. */
interface Corner {
  octave: number;
  index: number;
  response: number;
  cell: number;
}

function emptyFeatures(count: number, unit: number): Features {
  return {
    count,
    unit,
    x: new Float32Array(count),
    y: new Float32Array(count),
    angle: new Uint8Array(count),
    octave: new Uint8Array(count),
    descriptors: new Uint32Array(count * DESCRIPTOR_WORDS),
  };
}
