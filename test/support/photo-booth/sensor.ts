import type { Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import type { BoothMemory } from './kernels/kernels.js';
import { SRGB_OF_LINEAR } from './mipmap.js';

/** What lens, hand and sensor do to the light. Lengths in px of the picture. */
export interface SensorFaults {
  /** Standard deviation of the blur by defocus and lens. */
  blur: number;
  /** Length and direction (radians) of the blur by motion. */
  motion: number;
  motionAngle: number;
  /** Variance of the shot noise at full light, of linear light 0..1. */
  shot: number;
  /** Standard deviation of the read noise, of linear light 0..1. */
  read: number;
  /** Strength of the sharpening that cameras do, 0 for none. */
  sharpening: number;
  /** All channels alike, as from a scanner set to grey. */
  grey: boolean;
}

/** Convolution of rows and then columns with a Gaussian, in place of the RGB light at `light`. */
function blurGaussian(
  memory: BoothMemory,
  light: number,
  width: number,
  height: number,
  sigma: number,
): void {
  const radius = Math.min(12, Math.ceil(sigma * 2.6));
  if (sigma < 0.2 || radius < 1) return;
  const kernel = Float32Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  );
  const total = kernel[0] + 2 * kernel.slice(1).reduce((sum, w) => sum + w, 0);
  for (let i = 0; i <= radius; i++) kernel[i] /= total;
  const stride = width * 3;
  const weights = memory.put(Float64Array.from(kernel));
  const out = memory.take(2 * stride + 16);
  // The columns' ring has room for the rows' one row too.
  const scratch = memory.take((2 * radius + 1) * (2 * stride + 16));
  const { kernels } = memory;
  for (let y = 0; y < height; y++)
    kernels.blurRow(light + 2 * stride * y, stride, weights, radius, scratch, out);
  for (let y = 0; y < height; y++)
    kernels.blurColumns(light, stride, height, y, weights, radius, scratch, out);
}

/** Mean of the picture moved along a line: a hand that was not still. Returns the address of the new picture. */
function blurMotion(
  memory: BoothMemory,
  light: number,
  width: number,
  height: number,
  length: number,
  angle: number,
): number {
  const steps = Math.min(48, Math.max(2, Math.round(length) + 1));
  const stride = width * 3;
  const moved = memory.take(2 * stride * height);
  const sums = memory.take(4 * stride);
  const { kernels } = memory;
  for (let y = 0; y < height; y++) {
    memory.bytes(sums, 4 * stride).fill(0);
    for (let s = 0; s < steps; s++) {
      const t = (s / (steps - 1) - 0.5) * length;
      const from = Math.max(0, Math.min(height - 1, y + Math.round(t * Math.sin(angle))));
      kernels.addMovedRow(light + 2 * stride * from, stride, Math.round(t * Math.cos(angle)) * 3, sums);
    }
    kernels.meanRow(sums, stride, steps, moved + 2 * stride * y);
  }
  return moved;
}

const NOISE_TABLE = 1 << 14;

/**
 * Light to an 8-bit sRGB picture, with blur, noise and sharpening.
 * @param light 16 bits a value, three channels interleaved, in the kernels' memory; written over
 */
export function expose(
  memory: BoothMemory,
  light: number,
  width: number,
  height: number,
  faults: SensorFaults,
  random: Random,
): Raster {
  const values = 3 * width * height;
  let picture = light;
  blurGaussian(memory, picture, width, height, faults.blur);
  if (faults.motion >= 1)
    picture = blurMotion(memory, picture, width, height, faults.motion, faults.motionAngle);
  let soft = 0;
  if (faults.sharpening > 0) {
    soft = memory.take(2 * values);
    memory.words(soft, values).set(memory.words(picture, values));
    blurGaussian(memory, soft, width, height, 1.1);
  }
  const noise = Float32Array.from({ length: NOISE_TABLE }, () => random.gauss());
  const deviation = Float32Array.from(
    { length: 257 },
    (_, i) => Math.sqrt((faults.shot * i) / 256 + faults.read ** 2) * 65535,
  );
  const [tableAt, deviationAt, levelsAt] = [noise, deviation, SRGB_OF_LINEAR].map((table) =>
    memory.put(table),
  );
  const data = memory.take(values);
  let state = random.int(1, 0x7ffffffe);
  for (let at = 0; at < values; at += 3 * width)
    state = memory.kernels.exposeRow(
      picture + 2 * at,
      soft && soft + 2 * at,
      width,
      faults.sharpening,
      tableAt,
      NOISE_TABLE - 1,
      deviationAt,
      levelsAt,
      state,
      Number(faults.grey),
      data + at,
    );
  return { data: memory.bytes(data, values).slice(), width, height, channels: 3 };
}
