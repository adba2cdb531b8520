/**
 * Trains the network that tells which way up letters stand, and writes libs/vision/orientation/glyph-uprightness-weights.ts.
 *
 *   node dist/test/bench/train-glyph-uprightness.js --corpus DIR
 *
 * DIR holds forms.json and upright pages. Three pages of four are trained on (whole forms at a time), the rest
 * report. Everything is seeded: the same corpus gives the same weights.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { CROP_SIDE, glyphCrops, turnCrop } from '../../libs/vision/orientation/glyph-crops.js';
import {
  HIDDEN,
  INPUTS,
  turnLikelihoods,
  type UprightnessNetwork,
} from '../../libs/vision/orientation/glyph-uprightness.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const CROPS_A_PAGE = 260;
const EPOCHS = 7;
const RATE = 0.012;
const MOMENTUM = 0.9;
const BATCH = 32;

function mulberry(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A straight stroke of some length (px) and direction: what a shaken hand blurs by. */
function motion(length: number, angle: number): { width: number; height: number; kernel: number[] } {
  const side = 9;
  const kernel = Array<number>(side * side).fill(0);
  const steps = 40;
  for (let i = 0; i <= steps; i++) {
    const t = (i / steps - 0.5) * length;
    const x = Math.round(4 + t * Math.cos(angle));
    const y = Math.round(4 + t * Math.sin(angle));
    kernel[y * side + x]++;
  }
  return { width: side, height: side, kernel };
}

/** A page as a photograph of some density, a little askew and sharp, blurred or shaken would give it, light evened. */
async function pageLike(file: string, random: () => number): Promise<Raster> {
  const long = Math.round(900 + 800 * random());
  const { data, info } = await sharp(file)
    .flatten({ background: '#fff' })
    .greyscale()
    .rotate((random() - 0.5) * 5, { background: '#fff' })
    .resize(long, long, { fit: 'inside' })
    .blur(0.3 + 1.6 * random() ** 1.5 * (long / 1500))
    .convolve(motion(Math.max(0.1, 5 * random() - 2), Math.PI * random()))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const gain = 0.75 + 0.6 * random();
  const noise = 14 * random();
  const pixels = Uint8Array.from(data, (v) =>
    Math.max(0, Math.min(255, 250 - (250 - v) * gain + noise * (random() + random() - 1))),
  );
  return { data: pixels, width: info.width, height: info.height, channels: 1 };
}

function train(network: UprightnessNetwork, crops: Float32Array[], random: () => number): void {
  const velocity = {
    input: new Float32Array(network.input.length),
    bias: new Float32Array(HIDDEN),
    output: new Float32Array(HIDDEN),
  };
  const gradient = {
    input: new Float32Array(network.input.length),
    bias: new Float32Array(HIDDEN),
    output: new Float32Array(HIDDEN),
  };
  const hidden = Array.from({ length: 4 }, () => new Float32Array(HIDDEN));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = crops.map((_, i) => i).sort(() => random() - 0.5);
    const rate = RATE * 0.55 ** epoch;
    let loss = 0;
    for (let k = 0; k < order.length; k++) {
      let turned = crops[order[k]];
      const turns: Float32Array[] = [];
      const scores: number[] = [];
      for (let q = 0; q < 4; q++) {
        turns.push(turned);
        let score = 0;
        for (let h = 0; h < HIDDEN; h++) {
          let sum = network.bias[h];
          for (let i = 0, b = h * INPUTS; i < INPUTS; i++) sum += network.input[b + i] * turned[i];
          hidden[q][h] = sum > 0 ? sum : 0;
          score += hidden[q][h] * network.output[h];
        }
        scores.push(score);
        turned = turnCrop(turned);
      }
      const top = Math.max(...scores);
      const powers = scores.map((s) => Math.exp(s - top));
      const total = powers.reduce((a, b) => a + b);
      loss -= Math.log(powers[0] / total);
      for (let q = 0; q < 4; q++) {
        const slope = powers[q] / total - (q === 0 ? 1 : 0);
        for (let h = 0; h < HIDDEN; h++) {
          gradient.output[h] += slope * hidden[q][h];
          if (hidden[q][h] <= 0) continue;
          const g = slope * network.output[h];
          gradient.bias[h] += g;
          for (let i = 0, b = h * INPUTS; i < INPUTS; i++) gradient.input[b + i] += g * turns[q][i];
        }
      }
      if (k % BATCH !== BATCH - 1) continue;
      for (const layer of ['input', 'bias', 'output'] as const) {
        const [w, v, g] = [network[layer], velocity[layer], gradient[layer]];
        for (let i = 0; i < w.length; i++) {
          v[i] = MOMENTUM * v[i] - rate * (g[i] / BATCH + 1e-4 * w[i]);
          w[i] += v[i];
          g[i] = 0;
        }
      }
    }
    console.log(`epoch ${epoch + 1}: loss ${(loss / crops.length).toFixed(4)}`);
  }
}

const corpus = process.argv[process.argv.indexOf('--corpus') + 1];
if (!process.argv.includes('--corpus') || !corpus) throw new Error('usage: --corpus DIR');
const forms = JSON.parse(await readFile(join(corpus, 'forms.json'), 'utf8')) as {
  base: string;
  png: string;
  same_as: string[];
}[];
const random = mulberry(1);
const bases = [...new Set(forms.map((f) => f.base.replace(/-?\d{4}.*$/, '')))].sort();
const heldOut = new Set(bases.filter((_, i) => i % 4 === 3));
const crops: Float32Array[] = [];
const reports: Float32Array[][] = [];
for (const [index, form] of forms.entries()) {
  const held = heldOut.has(form.base.replace(/-?\d{4}.*$/, ''));
  if (!held && index % 2) continue;
  const page = await pageLike(join(corpus, form.png), random);
  const found = glyphCrops(page, CROPS_A_PAGE);
  if (held) reports.push(found);
  else crops.push(...found);
}
console.log(`${crops.length} crops of ${CROP_SIDE} px; ${reports.length} pages held out`);
const network: UprightnessNetwork = {
  input: Float32Array.from({ length: HIDDEN * INPUTS }, () => (random() - 0.5) * 0.2),
  bias: new Float32Array(HIDDEN),
  output: Float32Array.from({ length: HIDDEN }, () => (random() - 0.5) * 0.8),
};
train(network, crops, random);
let right = 0;
let single = 0;
let singles = 0;
for (const page of reports) {
  const scores = turnLikelihoods(network, page);
  if (page.length && scores[0] === Math.max(...scores)) right++;
  for (const crop of page) {
    const s = turnLikelihoods(network, [crop]);
    singles++;
    if (s[0] === Math.max(...s)) single++;
  }
}
console.log(`held out: pages ${right}/${reports.length}, single glyphs ${(single / singles).toFixed(3)}`);
const largest = network.input.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
const step = largest / 127;
const bytes = Int8Array.from(network.input, (v) => Math.round(v / step));
const text = Buffer.from(bytes.buffer).toString('base64');
const numbers = (a: Float32Array): string => [...a].map((v) => Number(v.toPrecision(5))).join(', ');
await writeFile(
  'libs/vision/orientation/glyph-uprightness-weights.ts',
  `/** Made by test/bench/train-glyph-uprightness.ts; do not edit. */
export const UPRIGHTNESS_WEIGHTS = {
  inputStep: ${step},
  bias: [${numbers(network.bias)}],
  output: [${numbers(network.output)}],
  input:
    '${text}',
} as const;
`,
);
