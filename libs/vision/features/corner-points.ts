import { nthValue } from '../geometry/nth-value.js';
import { kernels, type KernelMemory } from '../kernels/kernels.js';
import type { PyramidLevel } from './scale-pyramid.js';

/** FAST's threshold, grey levels. */
const FAST_THRESHOLD = 10;
/** Corners nearer to a border than this are left out: a descriptor's patch would not fit, px. */
const EDGE = 15;
/** Bytes of one corner in the kernels' memory: `x`, `y` and FAST's score, 16 bits each. */
export const CORNER_BYTES = 6;

/** Corners of one level of a pyramid, row by row. */
export interface CornerPoints {
  count: number;
  /** Px of the level. */
  x: Uint16Array;
  y: Uint16Array;
  /** Harris and Stephens' measure, without unit. */
  response: Float32Array;
}

/**
 * A level's `wanted` strongest corners by Harris and Stephens' measure, of the twice as many strongest by FAST's.
 * Those as strong as the last are kept as well, as in ORB (Rublee et al., ICCV 2011).
 */
export function cornerPoints(level: PyramidLevel, wanted: number, memory: KernelMemory): CornerPoints {
  const { picture, stride, width, height } = level;
  if (Math.min(width, height) <= 2 * EDGE || wanted === 0) return emptyPoints(0);
  const right = width - EDGE;
  const bottom = height - EDGE;
  const scores = memory.take(stride * height);
  kernels.scoreCorners(picture, stride, EDGE - 1, right + 1, EDGE - 1, bottom + 1, FAST_THRESHOLD, scores);
  // No two neighbours are both stronger than all of theirs.
  const most = Math.ceil((width * height) / 4) + width + height;
  const found = memory.take(most * CORNER_BYTES);
  const total = kernels.strongestCorners(scores, stride, EDGE, right, EDGE, bottom, found, most);

  const corners = memory.words(found, total * 3);
  const fast = new Uint16Array(total);
  for (let i = 0; i < total; i++) fast[i] = corners[3 * i + 2];
  const least = nthLargest(fast, 2 * wanted);
  let kept = 0;
  for (let i = 0; i < total; i++) {
    if (fast[i] < least) continue;
    for (let k = 0; k < 3; k++) corners[3 * kept + k] = corners[3 * i + k];
    kept++;
  }

  const responses = memory.take(kept * 4);
  kernels.harrisResponses(picture, stride, found, kept, responses);
  const response = memory.floats(responses, kept);
  const weakest = nthLargest(response, wanted);
  const all = memory.words(found, kept * 3);
  const chosen = emptyPoints(kept);
  let count = 0;
  for (let i = 0; i < kept; i++) {
    if (response[i] < weakest) continue;
    chosen.x[count] = all[3 * i];
    chosen.y[count] = all[3 * i + 1];
    chosen.response[count++] = response[i];
  }
  return {
    count,
    x: chosen.x.subarray(0, count),
    y: chosen.y.subarray(0, count),
    response: chosen.response.subarray(0, count),
  };
}

function emptyPoints(count: number): CornerPoints {
  return {
    count,
    x: new Uint16Array(count),
    y: new Uint16Array(count),
    response: new Float32Array(count),
  };
}

/** The `n`-th largest of the values, or less than all where there are no more than `n`. */
function nthLargest(values: Uint16Array | Float32Array, n: number): number {
  return values.length <= n ? -Infinity : nthValue(values.slice(), values.length - n);
}
