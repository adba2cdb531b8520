import { cv, toRaster, withMats } from '../pixels/opencv.js';
import { divideByLocalBackground } from '../pixels/local-background.js';
import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min, round } = Math;

/** Longest side, in px, at which features are found; larger rasters are reduced first. */
export const FEATURE_LONG_SIDE = 1100;
/** 32-bit words of one 256-bit descriptor. */
export const DESCRIPTOR_WORDS = 8;

/** Half the window of the background division, px at FEATURE_LONG_SIDE: some three lines of text. */
const BACKGROUND_RADIUS = 30;
/** ORB's parameters, from prototypes on real forms (see DESIGN). */
const SCALE_FACTOR = 1.2;
const LEVELS = 8;
const EDGE = 15;
const PATCH = 31;
const FAST_THRESHOLD = 10;
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
  return {
    count: 0,
    unit: 1,
    x: new Float32Array(0),
    y: new Float32Array(0),
    angle: new Uint8Array(0),
    octave: new Uint8Array(0),
    descriptors: new Uint32Array(0),
  };
}

/** The raster reduced by area averaging so that its longest side is at most `longSide` px. */
export function reduced(grey: Raster, longSide: number): Raster {
  const scale = longSide / max(grey.width, grey.height);
  if (scale >= 1) return grey;
  return withMats((scope) => {
    const target = scope.mat();
    const size = new cv.Size(max(1, round(grey.width * scale)), max(1, round(grey.height * scale)));
    cv.resize(scope.fromRaster(grey), target, size, 0, 0, cv.INTER_AREA);
    return toRaster(target);
  });
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
  const small = reduced(grey, longSide);
  return {
    flat: divideByLocalBackground(small, BACKGROUND_RADIUS),
    unit: grey.width / small.width,
    unitY: grey.height / small.height,
  };
}

/**
 * Finds and describes up to `limit` features of a raster, given its flat copy.
 * A raster too small for one patch, or without corners, has none.
 */
export function findFeatures({ flat, unit, unitY }: FlatCopy, limit: number): Features {
  if (min(flat.width, flat.height) < 2 * PATCH) return noFeatures();
  return withMats((scope) => {
    const orb = scope.own(
      new cv.ORB(
        limit * SURPLUS,
        SCALE_FACTOR,
        LEVELS,
        EDGE,
        0,
        2,
        cv.ORB_HARRIS_SCORE,
        PATCH,
        FAST_THRESHOLD,
      ),
    );
    const keypoints = scope.keyPointVector();
    const found = scope.mat();
    orb.detectAndCompute(scope.fromRaster(flat), scope.mat(), keypoints, found);
    const total = found.rows;
    if (total === 0) return noFeatures();
    const words = new Uint32Array(new Uint8Array(found.data).buffer);
    const points: KeyPoint[] = [];
    for (let i = 0; i < total; i++) points.push(keypoints.get(i) as KeyPoint);
    return pick(points, words, spread(points, flat, limit), unit, unitY);
  });
}

interface KeyPoint {
  pt: { x: number; y: number };
  angle: number;
  octave: number;
  response: number;
}

/** Indices of up to `limit` points: rank by rank, the strongest of each cell of each level first. */
function spread(points: KeyPoint[], size: Raster, limit: number): number[] {
  const columns = ceil(size.width / CELL);
  const cells = columns * ceil(size.height / CELL);
  const order = points.map((_, i) => i).sort((a, b) => points[b].response - points[a].response || a - b);
  const taken = new Uint16Array(cells * LEVELS);
  const ranked = order.map((i) => {
    const { pt, octave } = points[i];
    const cell = floor(pt.y / CELL) * columns + floor(pt.x / CELL);
    return { i, rank: taken[octave * cells + cell]++ };
  });
  // Array sort is stable: within a rank the order by response stays.
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, limit).map((r) => r.i);
}

function pick(points: KeyPoint[], words: Uint32Array, chosen: number[], kx: number, ky: number): Features {
  const count = chosen.length;
  const features: Features = {
    count,
    unit: kx,
    x: new Float32Array(count),
    y: new Float32Array(count),
    angle: new Uint8Array(count),
    octave: new Uint8Array(count),
    descriptors: new Uint32Array(count * DESCRIPTOR_WORDS),
  };
  chosen.forEach((source, i) => {
    const point = points[source];
    features.x[i] = (point.pt.x + 0.5) * kx - 0.5;
    features.y[i] = (point.pt.y + 0.5) * ky - 0.5;
    features.angle[i] = round((point.angle * 256) / 360) & 255;
    features.octave[i] = point.octave;
    features.descriptors.set(
      words.subarray(source * DESCRIPTOR_WORDS, (source + 1) * DESCRIPTOR_WORDS),
      i * DESCRIPTOR_WORDS,
    );
  });
  return features;
}
