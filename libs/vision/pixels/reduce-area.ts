import { KernelMemory, kernels } from '../kernels/kernels.js';
import { cv, toRaster, withMats } from './opencv.js';
import type { Raster } from './raster.js';

const { ceil, floor, fround, max, min, round } = Math;

/** A picture is reduced by less than this in one step: four px of the copy are made of 16 px side by side. */
export const MOST_REDUCED = 3.5;
/** Px of the copy that the kernel computes together, and the bytes of a record's head and of each tap. */
const LANES = 4;
const HEAD = 16;
const TAP = 32;
const ROW_BYTES = 12;
/** Less than this of a px is left out. */
const SLIVER = 1e-3;

/** What one px of the copy, along one axis, takes of a px of the picture. */
interface Share {
  from: number;
  to: number;
  /** 0..1, in single precision. */
  weight: number;
}

/**
 * A grey raster reduced to a longest side of `longSide` px; a smaller one as it is. Each px is the mean of the area it
 * covers, parts of px counted as such: OpenCV's `resize` with INTER_AREA, to the last bit. What profiles are made of;
 * `reduceByBoxes` of resample.ts takes whole px, and colours.
 */
export function reduceByArea(grey: Raster, longSide: number): Raster {
  const scale = longSide / max(grey.width, grey.height);
  if (scale >= 1) return grey;
  const width = max(1, round(grey.width * scale));
  const height = max(1, round(grey.height * scale));
  const [across, down] = [grey.width / width, grey.height / height];
  if (max(across, down) < MOST_REDUCED && !(Number.isInteger(across) && Number.isInteger(down)))
    return reduceToSize(grey, width, height);
  return withMats((scope) => {
    const target = scope.mat();
    cv.resize(scope.fromRaster(grey), target, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    return toRaster(target);
  });
}

/**
 * The same to a size, 1 to MOST_REDUCED times smaller along either axis; OpenCV does as much where that is not by a
 * whole number along both.
 */
export function reduceToSize({ data, ...size }: Raster, width: number, height: number): Raster {
  return KernelMemory.borrow((memory) => {
    const picture = memory.take(data.length);
    memory.bytes(picture, data.length).set(data);
    const copy = reducePlane(memory, picture, { ...size, stride: size.width }, width, height);
    return { data: memory.bytes(copy, width * height).slice(), width, height, channels: 1 };
  });
}

/**
 * As `reduceToSize`, from the kernels' memory to the kernels' memory.
 *
 * @param plane address of the picture, `stride` bytes a row
 * @returns address of the copy
 */
export function reducePlane(
  memory: KernelMemory,
  plane: number,
  size: { width: number; height: number; stride: number },
  width: number,
  height: number,
): number {
  const across = shares(size.width, width);
  const down = shares(size.height, height);
  const target = memory.take(width * height);
  KernelMemory.borrow((own) => {
    const { groups, taps } = groupsOf(across, width, own);
    const rows = own.take(ROW_BYTES * down.length);
    const scratch = own.take(8 * (width + LANES));
    const whole = own.longs(rows, 3 * down.length);
    const real = own.floats(rows, 3 * down.length);
    down.forEach(({ from, to, weight }, k) => {
      whole[3 * k] = from;
      whole[3 * k + 1] = to;
      real[3 * k + 2] = weight;
    });
    kernels.reduceArea(plane, size.stride, groups, taps, rows, down.length, target, width, scratch);
  });
  return target;
}

/** Which px each px of the copy is made of, along one axis; px of the copy in order. */
function shares(length: number, copyLength: number): Share[] {
  const scale = length / copyLength;
  const all: Share[] = [];
  for (let to = 0; to < copyLength; to++) {
    const start = to * scale;
    const end = start + scale;
    const cell = min(scale, length - start);
    const last = min(floor(end), length - 1);
    const first = min(ceil(start), last);
    if (first - start > SLIVER) all.push({ from: first - 1, to, weight: fround((first - start) / cell) });
    for (let from = first; from < last; from++) all.push({ from, to, weight: fround(1 / cell) });
    if (end - last > SLIVER)
      all.push({ from: last, to, weight: fround(min(min(end - last, 1), cell) / cell) });
  }
  return all;
}

/** The records that the kernel wants of each four px, in its memory, and how many px one is made of at most. */
function groupsOf(across: Share[], width: number, memory: KernelMemory): { groups: number; taps: number } {
  const ofEach: Share[][] = Array.from({ length: width }, () => []);
  for (const share of across) ofEach[share.to].push(share);
  const taps = ofEach.reduce((most, own) => max(most, own.length), 0);
  const record = HEAD + TAP * taps;
  const count = ceil(width / LANES);
  const groups = memory.take(record * count);
  const bytes = memory.bytes(groups, record * count).fill(255);
  const whole = memory.longs(groups, (record * count) / 4);
  const real = memory.floats(groups, (record * count) / 4);
  for (let g = 0; g < count; g++) {
    const first = ofEach[g * LANES][0].from;
    whole[(g * record) / 4] = first;
    for (let t = 0; t < taps; t++)
      for (let lane = 0; lane < LANES; lane++) {
        const at = g * record + HEAD + t * TAP + 4 * lane;
        const share = g * LANES + lane < width ? ofEach[g * LANES + lane][t] : undefined;
        if (share) bytes[at] = share.from - first;
        real[(at + 16) / 4] = share?.weight ?? 0;
      }
  }
  return { groups, taps };
}
