/**
 * Trains the network that tells which way up letters stand, and writes
 * libs/vision/orientation/glyph-uprightness-weights.ts.
 *
 *   node dist/test/bench/train-glyph-uprightness.js --corpus DIR --fonts DIR
 *
 * The corpus holds forms.json and upright pages: three forms of four are trained on, the rest report. The fonts' folder
 * holds `train` and `report`, each with TrueType files named `Family_400Regular.ttf` and so on, and a folder `hand` of
 * more of them, which look like handwriting. Everything is seeded: the same pages and fonts give the same weights.
 *
 * The weights were made with the regular and bold fonts of @expo-google-fonts: arimo, assistant, courier-prime,
 * cousine, david-libre, heebo, ibm-plex-mono, lateef, noto-naskh-arabic, noto-sans (and -arabic, -armenian,
 * -devanagari, -georgian, -hebrew, -jp, -kr, -sc, -thai), noto-serif, open-sans, oswald, pt-sans, pt-serif, roboto,
 * roboto-condensed, roboto-slab, special-elite, tinos, vt323; by hand alex-brush, amatic-sc, annie-use-your-telescope,
 * babylonica, bad-script, caveat, caveat-brush, cedarville-cursive, comforter, cookie, covered-by-your-grace,
 * gloria-hallelujah, gochi-hand, great-vibes, homemade-apple, indie-flower, itim, just-another-hand, kalam,
 * kaushan-script, klee-one, la-belle-aurore, leckerli-one, mali, marck-script, merienda, mr-dafoe, nanum-pen-script,
 * nothing-you-could-do, patrick-hand, permanent-marker, pinyon-script, reenie-beanie, rock-salt, sacramento,
 * sedgwick-ave, send-flowers, shadows-into-light, short-stack, sriracha, sue-ellen-francisco, tangerine, yellowtail,
 * zhi-mang-xing. They report on alef, amiri, cairo, cardo, fira-sans, frank-ruhl-libre, gfs-didot, gowun-batang,
 * kosugi, merriweather, mukta, noto-serif-jp, noto-serif-tc, play, rubik, sarabun, share-tech-mono, source-serif-4,
 * ubuntu; by hand on allura, architects-daughter, coming-soon, damion, dancing-script, delius, gaegu,
 * herr-von-muellerhoff, italianno, just-me-again-down-here, nerko-one, neucha, pangolin, parisienne, satisfy,
 * schoolbell, yomogi.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CROP_SIDE, glyphCrops, turnCrop } from '../../libs/vision/orientation/glyph-crops.js';
import {
  HIDDEN,
  INPUTS,
  turnLikelihoods,
  type UprightnessNetwork,
} from '../../libs/vision/orientation/glyph-uprightness.js';
import { Random } from '../support/random.js';
import { mean } from './classify-outcome.js';
import { corpusPage, HAND, PRINT, textPages } from './uprightness-pages.js';

const CROPS_A_PAGE = 260;
/** Of text, whose pages are many and alike. */
const CROPS_A_TEXT = 120;
const EPOCHS = 7;
const RATE = 0.012;
const MOMENTUM = 0.9;
const BATCH = 32;

function train(network: UprightnessNetwork, crops: Float32Array[], random: Random): void {
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
    const order = random.shuffled(crops.map((_, i) => i));
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

const { corpus, fonts } = parseArgs({
  options: { corpus: { type: 'string' }, fonts: { type: 'string' } },
}).values;
if (!corpus || !fonts) throw new Error('usage: --corpus DIR --fonts DIR');
const random = new Random(1);
const crops: Float32Array[] = [];
/** Crops of pages not trained on, by the form's or the script's name. */
const reports = new Map<string, Float32Array[][]>();
const report = (name: string, page: Float32Array[]): void =>
  void reports.set(name, [...(reports.get(name) ?? []), page]);

interface CorpusForm {
  base: string;
  png: string;
}
const forms = JSON.parse(await readFile(join(corpus, 'forms.json'), 'utf8')) as CorpusForm[];
const nameOf = (form: CorpusForm): string => form.base.replace(/-?\d{4}.*$/, '');
const names = [...new Set(forms.map(nameOf))].sort();
const heldOut = new Set(names.filter((_, i) => i % 4 === 3));
for (const [index, form] of forms.entries()) {
  const held = heldOut.has(nameOf(form));
  // Years of one form say the same twice.
  if (!held && index % 2) continue;
  const found = glyphCrops(await corpusPage(join(corpus, form.png), random), CROPS_A_PAGE);
  if (held) report('forms', found);
  else crops.push(...found);
}
for (const [folder, writing] of [
  ['.', PRINT],
  ['hand', HAND],
] as const) {
  for await (const { page } of textPages(join(fonts, 'train', folder), writing, random))
    crops.push(...glyphCrops(page, CROPS_A_TEXT));
  for await (const { name, page } of textPages(join(fonts, 'report', folder), writing, random))
    report(folder === 'hand' ? `${name} by hand` : name, glyphCrops(page, CROPS_A_PAGE));
}
console.log(`${crops.length} crops of ${CROP_SIDE} px`);

const network: UprightnessNetwork = {
  input: Float32Array.from({ length: HIDDEN * INPUTS }, () => random.between(-0.1, 0.1)),
  bias: new Float32Array(HIDDEN),
  output: Float32Array.from({ length: HIDDEN }, () => random.between(-0.4, 0.4)),
};
train(network, crops, random);
for (const [name, pages] of reports) {
  const scores = pages.filter((page) => page.length > 0).map((page) => turnLikelihoods(network, page));
  const right = scores.filter((s) => s[0] === Math.max(...s)).length;
  const lead = scores.map((s) => s[0] - Math.max(s[1], s[2], s[3])).sort((a, b) => a - b);
  console.log(
    `held out, ${name}: ${right} of ${scores.length} pages; likelihood ${mean(scores.map((s) => s[0])).toFixed(2)}, lead ${mean(lead).toFixed(2)}, least ${lead[0].toFixed(2)}`,
  );
}
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
