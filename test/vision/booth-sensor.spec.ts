import { BoothMemory } from '../support/photo-booth/kernels/kernels.js';
import { SRGB_OF_LINEAR } from '../support/photo-booth/mipmap.js';
import { expose, type SensorFaults } from '../support/photo-booth/sensor.js';
import { Random } from '../support/random.js';

/** Neither is a multiple of what the kernels take at once. */
const [width, height] = [37, 23];

const clear: SensorFaults = {
  blur: 0,
  motion: 0,
  motionAngle: 0,
  shot: 0,
  read: 0,
  sharpening: 0,
  grey: false,
};

/** Light with strokes as hard as light has them. */
function strokes(): Uint16Array {
  const random = new Random(5);
  return Uint16Array.from({ length: 3 * width * height }, () =>
    random.pick([0, 65_535, random.int(0, 65_535)]),
  );
}

function exposed(light: Uint16Array, faults: Partial<SensorFaults>): Uint8Array {
  return BoothMemory.borrow((memory) =>
    expose(memory, memory.put(light), width, height, { ...clear, ...faults }, new Random(7)),
  ).data as Uint8Array;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
const levelOf = (light: number): number => SRGB_OF_LINEAR[clamp(Math.trunc(light), 65_535) >> 4];

/** Light of every px, by that around it: `at` is asked for a place's light, borders repeated. */
function everywhere(light: Uint16Array, of: (at: (dx: number, dy: number) => number) => number): Uint16Array {
  return light.map((_, i) => {
    const [x, y, c] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3];
    return of((dx, dy) => light[3 * (clamp(y + dy, height - 1) * width + clamp(x + dx, width - 1)) + c]);
  });
}

function blurred(light: Uint16Array, sigma: number): Uint16Array {
  const radius = Math.ceil(2.6 * sigma);
  const bell = Float32Array.from({ length: radius + 1 }, (_, r) => Math.exp((-r * r) / (2 * sigma * sigma)));
  const total = bell[0] + 2 * bell.slice(1).reduce((sum, w) => sum + w, 0);
  const weights = bell.map((w) => w / total);
  const rows = everywhere(light, (at) => {
    let sum = weights[0] * at(0, 0);
    for (let r = 1; r <= radius; r++) sum += weights[r] * (at(-r, 0) + at(r, 0));
    return sum;
  });
  return everywhere(rows, (at) => {
    let sum = Math.fround(weights[0] * at(0, 0));
    for (let r = 1; r <= radius; r++) sum = Math.fround(sum + weights[r] * (at(0, -r) + at(0, r)));
    return sum;
  });
}

it('takes light for levels as they are where nothing is in the way', () => {
  const light = strokes();
  expect(exposed(light, {})).toEqual(Uint8Array.from(light, levelOf));
});

it.each([0.5, 1.1, 2.4])('blurs by %d px as the plain loop does, to the bit', (blur) => {
  const light = strokes();
  expect(exposed(light, { blur })).toEqual(Uint8Array.from(blurred(light, blur), levelOf));
});

it('sharpens against what is blurred', () => {
  const light = strokes();
  const soft = blurred(light, 1.1);
  const sharp = Uint8Array.from(light, (value, i) => levelOf(value + 0.6 * (value - soft[i])));
  expect(exposed(light, { sharpening: 0.6 })).toEqual(sharp);
});

it('takes the mean along the way of a hand that moves', () => {
  const light = strokes();
  const [motion, steps] = [4, 5];
  const moved = everywhere(light, (at) => {
    let sum = 0;
    for (let s = 0; s < steps; s++) sum += at(s - 2, 0);
    return sum / steps;
  });
  expect(exposed(light, { motion, motionAngle: 0 })).toEqual(Uint8Array.from(moved, levelOf));
});

it('has the noise it is given, the same for the same seed, and for all channels where it is grey', () => {
  const light = new Uint16Array(3 * width * height).fill(30_000);
  const noisy = exposed(light, { read: 0.02 });
  expect(exposed(light, { read: 0.02 })).toEqual(noisy);
  const mean = noisy.reduce((sum, level) => sum + level, 0) / noisy.length;
  const deviation = Math.sqrt(noisy.reduce((sum, level) => sum + (level - mean) ** 2, 0) / noisy.length);
  // A level is worth about 370 of light there.
  expect(deviation).toBeGreaterThan((0.9 * 0.02 * 65_535) / 370);
  expect(deviation).toBeLessThan((1.1 * 0.02 * 65_535) / 370);
  const grey = exposed(light, { read: 0.02, grey: true });
  for (let i = 0; i < grey.length; i += 3) expect(grey[i + 2]).toBe(grey[i]);
});
