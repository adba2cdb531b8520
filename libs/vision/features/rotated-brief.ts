import { kernels, type KernelMemory } from '../kernels/kernels.js';
import { TWO_PX } from '../pixels/soft-copy.js';
import { BRIEF_PAIRS } from './brief-pairs.js';
import { CORNER_BYTES } from './corner-points.js';
import { emptyLevel, type PyramidLevel } from './scale-pyramid.js';

const { ceil, floor, round, sqrt, SQRT1_2 } = Math;

/** Radius of the patch whose centre of mass gives a feature its direction, px. */
const RADIUS = 15;
const DESCRIPTOR_BYTES = 32;

/** How far each row of the round patch reaches to either side of its middle, px, from the middle row on. */
const ROW_ENDS = rowEnds();

/** Directions, in degrees, and descriptors of points of one level. */
export interface Descriptions {
  angle: Float32Array;
  /** Eight 32-bit words each. */
  descriptors: Uint32Array;
}

/**
 * Directions by the centre of mass of the round patch, and rotated BRIEF of the blurred level (Rublee et al.,
 * ICCV 2011).
 * @param x px of the level, at least 15 from its borders
 */
export function describePoints(
  level: PyramidLevel,
  x: number[],
  y: number[],
  memory: KernelMemory,
): Descriptions {
  const count = x.length;
  const { picture, stride, width, height } = level;
  const blurred = emptyLevel(width, height, memory);
  const scratch = memory.take(2 * stride * (height + 6));
  const points = memory.take(count * CORNER_BYTES);
  const angles = memory.take(count * 4);
  const ends = memory.take(ROW_ENDS.length);
  const pairs = memory.take(BRIEF_PAIRS.length);
  const descriptors = memory.take(count * DESCRIPTOR_BYTES);

  memory.bytes(ends, ROW_ENDS.length).set(ROW_ENDS);
  memory.bytes(pairs, BRIEF_PAIRS.length).set(new Uint8Array(BRIEF_PAIRS.buffer));
  const words = memory.words(points, count * 3);
  for (let i = 0; i < count; i++) {
    words[3 * i] = x[i];
    words[3 * i + 1] = y[i];
  }
  kernels.directions(picture, stride, points, count, ends, angles);
  // The margin stays unblurred, as in OpenCV.
  copyMargin(level, blurred, memory);
  kernels.blurSeven(picture, stride, width, height, blurred.picture, scratch, ...TWO_PX);
  kernels.describe(blurred.picture, stride, points, count, angles, pairs, descriptors);
  return {
    angle: memory.floats(angles, count).slice(),
    descriptors: new Uint32Array(memory.bytes(descriptors, count * DESCRIPTOR_BYTES).slice().buffer),
  };
}

function copyMargin(from: PyramidLevel, to: PyramidLevel, memory: KernelMemory): void {
  const { stride, height } = from;
  const above = 4 * stride + 16;
  const size = stride * (height + 8);
  memory.bytes(to.picture - above, size).set(memory.bytes(from.picture - above, size));
}

/** A circle's rows, made symmetric about its diagonal. */
function rowEnds(): Uint8Array {
  const ends = new Uint8Array(RADIUS + 2);
  const last = floor(RADIUS * SQRT1_2 + 1);
  for (let v = 0; v <= last; v++) ends[v] = round(sqrt(RADIUS * RADIUS - v * v));
  for (let v = RADIUS, mirrored = 0; v >= ceil(RADIUS * SQRT1_2); v--) {
    while (ends[mirrored] === ends[mirrored + 1]) mirrored++;
    ends[v] = mirrored++;
  }
  return ends;
}
