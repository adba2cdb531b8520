import { CROP_SIDE, turnCrop } from './glyph-crops.js';

/** Hidden units of the network: a multiple of four. */
export const HIDDEN = 64;
/** Inputs: the px of a crop. */
export const INPUTS = CROP_SIDE * CROP_SIDE;

/** A network with one hidden layer (ReLU) that scores how upright a glyph crop looks. */
export interface UprightnessNetwork {
  /** HIDDEN x INPUTS, row-major. */
  input: Float32Array;
  /** HIDDEN. */
  bias: Float32Array;
  /** HIDDEN. */
  output: Float32Array;
}

/** Score of one crop: the larger, the likelier that it stands upright. */
export function uprightness(network: UprightnessNetwork, crop: Float32Array): number {
  const { input, bias, output } = network;
  let score = 0;
  // Four units at a time: one sum waits for each addition.
  for (let h = 0; h < HIDDEN; h += 4) {
    let a = bias[h];
    let b = bias[h + 1];
    let c = bias[h + 2];
    let d = bias[h + 3];
    const base = h * INPUTS;
    for (let i = 0, k = base; i < INPUTS; i++, k++) {
      const level = crop[i];
      a += input[k] * level;
      b += input[k + INPUTS] * level;
      c += input[k + 2 * INPUTS] * level;
      d += input[k + 3 * INPUTS] * level;
    }
    if (a > 0) score += a * output[h];
    if (b > 0) score += b * output[h + 1];
    if (c > 0) score += c * output[h + 2];
    if (d > 0) score += d * output[h + 3];
  }
  return score;
}

/**
 * For each number of clockwise quarter turns (0..3) that would make the crops upright, the mean log-likelihood
 * over the crops. One network scores the crop in all four turns and a softmax compares them, so that no
 * direction is preferred by training.
 */
export function turnLikelihoods(network: UprightnessNetwork, crops: readonly Float32Array[]): number[] {
  const sums = [0, 0, 0, 0];
  for (const crop of crops) {
    const scores: number[] = [];
    let turned = crop;
    for (let q = 0; q < 4; q++) {
      scores.push(uprightness(network, turned));
      turned = turnCrop(turned);
    }
    const top = Math.max(...scores);
    const total = Math.log(scores.reduce((s, v) => s + Math.exp(v - top), 0)) + top;
    // One glyph says at most so much: blots and figures would outvote letters else.
    scores.forEach((v, q) => (sums[q] += Math.max(-4, v - total)));
  }
  return sums.map((s) => s / Math.max(1, crops.length));
}

/** Reads a network from base64 of int8 weights, each layer with its own step. */
export function decodeNetwork(weights: {
  input: string;
  inputStep: number;
  bias: readonly number[];
  output: readonly number[];
}): UprightnessNetwork {
  const text = atob(weights.input);
  const input = Float32Array.from({ length: HIDDEN * INPUTS }, (_, i) => {
    const byte = text.charCodeAt(i);
    return (byte > 127 ? byte - 256 : byte) * weights.inputStep;
  });
  return { input, bias: Float32Array.from(weights.bias), output: Float32Array.from(weights.output) };
}
