import type { Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
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

/** Convolution of rows and then columns with a Gaussian, in place of `light` (RGB interleaved). */
function blurGaussian(light: Uint16Array, width: number, height: number, sigma: number): void {
  const radius = Math.min(12, Math.ceil(sigma * 2.6));
  if (sigma < 0.2 || radius < 1) return;
  const kernel = Float32Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  );
  const total = kernel[0] + 2 * kernel.slice(1).reduce((sum, w) => sum + w, 0);
  for (let i = 0; i <= radius; i++) kernel[i] /= total;
  const row = new Uint16Array((width + 2 * radius) * 3);
  for (let y = 0; y < height; y++) {
    const start = y * width * 3;
    row.set(light.subarray(start, start + width * 3), radius * 3);
    for (let r = 0; r < radius; r++)
      for (let c = 0; c < 3; c++) {
        row[r * 3 + c] = light[start + c];
        row[(width + radius + r) * 3 + c] = light[start + (width - 1) * 3 + c];
      }
    for (let i = 0, n = width * 3, at = radius * 3; i < n; i++, at++) {
      let sum = kernel[0] * row[at];
      for (let r = 1; r <= radius; r++) sum += kernel[r] * (row[at - 3 * r] + row[at + 3 * r]);
      light[start + i] = sum;
    }
  }
  // Columns: the last rows are kept as they were before, in a ring.
  const stride = width * 3;
  const ring = Array.from({ length: 2 * radius + 1 }, () => new Uint16Array(stride));
  const rowAt = (y: number): Uint16Array => light.subarray(y * stride, (y + 1) * stride);
  for (let y = -radius; y < radius; y++)
    ring[(y + radius) % ring.length].set(rowAt(Math.max(0, Math.min(height - 1, y))));
  const sums = new Float32Array(stride);
  for (let y = 0; y < height; y++) {
    ring[(y + 2 * radius) % ring.length].set(rowAt(Math.min(height - 1, y + radius)));
    const middle = ring[(y + radius) % ring.length];
    for (let i = 0; i < stride; i++) sums[i] = kernel[0] * middle[i];
    for (let r = 1; r <= radius; r++) {
      const above = ring[(y + radius - r) % ring.length];
      const below = ring[(y + radius + r) % ring.length];
      const w = kernel[r];
      for (let i = 0; i < stride; i++) sums[i] += w * (above[i] + below[i]);
    }
    rowAt(y).set(sums);
  }
}

/** Mean of the picture moved along a line: a hand that was not still. Returns a new buffer. */
function blurMotion(
  light: Uint16Array,
  width: number,
  height: number,
  length: number,
  angle: number,
): Uint16Array {
  const steps = Math.min(48, Math.max(2, Math.round(length) + 1));
  const result = new Uint16Array(light.length);
  const stride = width * 3;
  const sums = new Float32Array(stride);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let s = 0; s < steps; s++) {
      const t = (s / (steps - 1) - 0.5) * length;
      const dx = Math.round(t * Math.cos(angle)) * 3;
      const start = Math.max(0, Math.min(height - 1, y + Math.round(t * Math.sin(angle)))) * stride;
      const from = Math.max(0, -dx);
      const to = Math.min(stride, stride - dx);
      for (let i = from; i < to; i++) sums[i] += light[start + i + dx];
      for (let i = 0; i < from; i++) sums[i] += light[start + (i % 3)];
      for (let i = to; i < stride; i++) sums[i] += light[start + stride - 3 + (i % 3)];
    }
    for (let i = 0; i < stride; i++) result[y * stride + i] = sums[i] / steps;
  }
  return result;
}

const NOISE_TABLE = 1 << 14;

/** Light to an 8-bit sRGB picture, with blur, noise and sharpening. Takes `light` as its own. */
export function expose(
  light: Uint16Array,
  width: number,
  height: number,
  faults: SensorFaults,
  random: Random,
): Raster {
  let picture = light;
  blurGaussian(picture, width, height, faults.blur);
  if (faults.motion >= 1) picture = blurMotion(picture, width, height, faults.motion, faults.motionAngle);
  let soft: Uint16Array | undefined;
  if (faults.sharpening > 0) {
    soft = picture.slice();
    blurGaussian(soft, width, height, 1.1);
  }
  const noise = Float32Array.from({ length: NOISE_TABLE }, () => random.gauss());
  const deviation = Float32Array.from(
    { length: 257 },
    (_, i) => Math.sqrt((faults.shot * i) / 256 + faults.read ** 2) * 65535,
  );
  const data = new Uint8Array(picture.length);
  let state = random.int(1, 0x7ffffffe);
  const xorshift = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
  for (let i = 0; i < picture.length; i += 3) {
    const bits = xorshift();
    for (let c = 0; c < 3; c++) {
      const k = i + c;
      let value = picture[k];
      if (soft) value += faults.sharpening * (value - soft[k]);
      const at = faults.grey ? bits : c === 0 ? bits : c === 1 ? bits >>> 9 : bits >>> 18;
      value += noise[at & (NOISE_TABLE - 1)] * deviation[value <= 0 ? 0 : value >= 65535 ? 256 : value >> 8];
      data[k] = SRGB_OF_LINEAR[value <= 0 ? 0 : value >= 65535 ? 4095 : value >> 4];
    }
    if (faults.grey) data[i] = data[i + 2] = data[i + 1];
  }
  return { data, width, height, channels: 3 };
}
