/**
 * Whether `low_quality` means that reading suffers: photographs of the project's English sample forms, out of focus,
 * shaken, of few px or sent by a messenger, each to all degrees, normalized and read line by line with Debian's
 * tesseract. The loss is that of the words which it reads both on the pristine page and on a copy that is a little
 * softer.
 *
 *   npm run bench:legibility -- [--backgrounds DIR] [--count N] [--seed S] [--rows FILE.json]
 *
 * N photographs (40 unless told), the four faults in turn, of known and unknown forms; the same for the same seed.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { photographPage, type BoothOptions } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { findLines, readLines, versionOf, type TextLine } from './ocr-reader.js';
import { rasterOf } from './raster-of.js';

const DPI = 300;
const REFERENCE_DPI = 150;
/** Lines read of a page, spread over it, and words they have at least to count. */
const LINES = 36;
const MIN_WORDS = 25;
/** Blur of the copy, px at 300 dpi. */
const SOFTER = 0.8;
/** The bars: set of those that lost more than the first, not of those that lost less than the second. */
const MUCH = 0.25;
const LITTLE = 0.05;

const { values: options } = parseArgs({
  options: {
    backgrounds: { type: 'string' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '3000' },
    rows: { type: 'string' },
  },
});

interface Page {
  name: string;
  picture: Raster;
  reference: Raster;
  lines: TextLine[];
  /** Of each line, what is read of the pristine page and of its softer copy. */
  words: string[][];
}

type Fault = 'defocus' | 'shake' | 'coarse' | 'messenger';
const FAULTS: readonly Fault[] = ['defocus', 'shake', 'coarse', 'messenger'];

interface Row {
  name: string;
  fault: Fault;
  /** How much of the fault: px at 12 megapixels, megapixels, or px of the longer side. */
  amount: number;
  words: number;
  lost: number;
  flag: string | null;
  letterEdges: number | null;
}

async function pages(): Promise<Page[]> {
  const found: Page[] = [];
  for (const form of sampleForms().filter((f) => f.language === 'en')) {
    const pdf = await form.pdf();
    for (let page = 1; page <= form.pages; page++) {
      const picture = await renderPdfPage(pdf, page, DPI);
      const all = await findLines(picture);
      const every = Math.max(1, all.length / LINES);
      const lines = all.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
      const { data, width, height, channels } = picture;
      const softer = await rasterOf(sharp(data, { raw: { width, height, channels } }).blur(SOFTER));
      const [sharpWords, softWords] = [
        await readLines(picture, DPI, lines),
        await readLines(softer, DPI, lines),
      ];
      const words = sharpWords.map((line, k) => inBoth(line, softWords[k]));
      const reference = toGrey(await renderPdfPage(pdf, page, REFERENCE_DPI));
      found.push({ name: `${form.key} ${page}`, picture, reference, lines, words });
    }
  }
  return found;
}

/** What two readings share, words that come twice in both twice. */
function inBoth(a: readonly string[], b: readonly string[]): string[] {
  const left = [...b];
  return a.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** A photograph with one fault, as a file. */
async function photograph(
  picture: Raster,
  fault: Fault,
  seed: number,
  background?: Raster,
): Promise<{ file: Buffer; amount: number }> {
  const random = new Random(seed).fork('fault');
  const booth: BoothOptions = { level: 'easy', seed, background };
  const taken = async (faults: Partial<BoothOptions>): Promise<Buffer> =>
    (await photographPage(picture, DPI, { ...booth, ...faults })).jpeg();
  if (fault === 'defocus') {
    const blur = random.between(0.6, 3.6);
    return { amount: blur, file: await taken({ blurred: { blur, motion: 0 } }) };
  }
  if (fault === 'shake') {
    const motion = random.between(1, 20);
    const motionAngle = random.between(0, Math.PI);
    return { amount: motion, file: await taken({ blurred: { motion, motionAngle } }) };
  }
  if (fault === 'coarse') {
    const megapixels = random.between(0.8, 6);
    return { amount: megapixels, file: await taken({ megapixels }) };
  }
  const side = random.int(700, 2000);
  const quality = random.int(25, 60);
  const small = sharp(await taken({})).resize({ width: side, height: side, fit: 'inside' });
  return { amount: side, file: await small.jpeg({ quality }).toBuffer() };
}

async function measure(page: Page, fault: Fault, seed: number, table: string | null): Promise<Row> {
  const background = table ? await rasterOf(sharp(table).toColourspace('srgb')) : undefined;
  const { file, amount } = await photograph(page.picture, fault, seed, background);
  const { reference } = page;
  const known = seed % 2 ? { page: reference, profile: describePage(reference), dpi: REFERENCE_DPI } : null;
  const result = normalizeFrame(await rasterOf(sharp(file).toColourspace('srgb')), known);
  const read = await readLines(result.image, result.dpi, page.lines);
  let words = 0;
  let kept = 0;
  page.words.forEach((line, k) => {
    words += line.length;
    kept += inBoth(line, read[k]).length;
  });
  return {
    name: `${seed} ${page.name} ${known ? 'known' : 'unknown'}`,
    fault,
    amount,
    words,
    lost: 1 - kept / Math.max(1, words),
    flag: result.flag,
    letterEdges: result.diagnostics.letterEdges,
  };
}

function report(rows: readonly Row[]): void {
  const told = rows.filter(({ words }) => words >= MIN_WORDS);
  for (const fault of [...FAULTS, null]) {
    const mine = fault ? told.filter((row) => row.fault === fault) : told;
    const set = (of: readonly Row[]): string =>
      `${of.filter(({ flag }) => flag === 'low_quality').length} of ${of.length}`;
    const much = mine.filter(({ lost }) => lost > MUCH);
    const little = mine.filter(({ lost }) => lost < LITTLE);
    console.log(
      `${(fault ?? 'all').padEnd(10)} set, of those that lost over a quarter: ${set(much)} (bar 90 %); ` +
        `under a twentieth: ${set(little)} (bar 2 %); between: ${set(mine.filter((r) => !much.includes(r) && !little.includes(r)))}`,
    );
  }
}

if (!(await versionOf('tesseract'))) {
  console.log('tesseract is not installed (Debian: apt-get install tesseract-ocr): nothing was measured');
  process.exit(1);
}
sharp.concurrency(1);
const { backgrounds } = options;
const tables = backgrounds ? (await readdir(backgrounds)).sort().map((file) => join(backgrounds, file)) : [];
const all = await pages();
const rows: Row[] = [];
for (let k = 0; k < Number(options.count); k++) {
  const seed = Number(options.seed) + k;
  const table = tables.length && seed % 4 ? tables[(seed * 7) % tables.length] : null;
  // Strides that share no factor with the number of pages (15) walk through all of them.
  const row = await measure(all[(seed * 7) % all.length], FAULTS[(seed >> 1) % FAULTS.length], seed, table);
  rows.push(row);
  const { name, fault, amount, lost, words, flag, letterEdges } = row;
  console.log(
    `${name}, ${fault} ${amount.toFixed(1)}: ${(100 * lost).toFixed(1)} % of ${words} words lost; ` +
      `edges ${letterEdges?.toFixed(3) ?? '-'}, ${flag ?? 'no flag'}`,
  );
}
report(rows);
if (options.rows) await writeFile(options.rows, JSON.stringify(rows));
