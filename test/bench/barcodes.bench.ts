/**
 * The corpus's photographs of barcodes, read as the service reads a barcode frame: how many are read right, how many as
 * something else, and the processor's time.
 *
 *   npm run bench:barcodes -- --corpus DIR [--half tune|report|all] [--misses FILE.png]
 *
 * Right is a photograph of which one symbol holds the text that the corpus names, digits of an add-on beside an EAN or
 * UPC not asked for; wrong is one of which only others are believed. Each is named, and drawn on the sheet of misses.
 * Halves are by folder, so that no thing's photographs are in both: constants are chosen on `tune`.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBarcodes } from '../../libs/imaging/index.js';
import { type CorpusBarcode, loadCorpus } from '../support/corpus.js';
import { hashText } from '../support/random.js';
import { ContactSheet } from './contact-sheet.js';
import { cpuMs } from './cpu-ms.js';
import { quantile } from './quantile.js';

const HALVES = ['tune', 'report', 'all'] as const;
const ADD_ON = '-extension';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    half: { type: 'string', default: 'all' },
    misses: { type: 'string' },
  },
});
const half = HALVES.find((each) => each === options.half);
if (!options.corpus || !half)
  throw new Error(`--corpus DIR is needed; --half is one of ${HALVES.join(', ')}`);

type Outcome = 'right' | 'wrong' | 'unread';

function outcomeOf(values: readonly string[], { format, truth }: CorpusBarcode): Outcome {
  const isRight = (value: string) =>
    value === truth || (format.endsWith(ADD_ON) && value !== '' && truth.startsWith(value));
  if (values.some(isRight)) return 'right';
  return values.length > 0 ? 'wrong' : 'unread';
}

const corpus = await loadCorpus(options.corpus);
const chosen = corpus.barcodes.filter(
  ({ file }) => half === 'all' || (hashText(dirname(file)) % 2 === 0) === (half === 'tune'),
);
const tally = new Map<string, Record<Outcome, number>>();
const times: number[] = [];
const misses = new ContactSheet(10, 160);
for (const barcode of chosen) {
  const picture = await readFile(join(corpus.folder, barcode.file));
  const start = cpuMs();
  const values = (await readBarcodes(picture)).map(({ value }) => value);
  times.push(cpuMs() - start);
  const outcome = outcomeOf(values, barcode);
  const counts = tally.get(barcode.format) ?? { right: 0, wrong: 0, unread: 0 };
  counts[outcome]++;
  tally.set(barcode.format, counts);
  if (outcome === 'right') continue;
  await misses.add(picture);
  console.log(`${outcome} ${barcode.file}: ${JSON.stringify(barcode.truth)} ${JSON.stringify(values)}`);
}
if (options.misses) await misses.write(options.misses);

const row = (name: string, { right, wrong, unread }: Record<Outcome, number>) => {
  const share = (100 * right) / (right + wrong + unread);
  console.log(
    `${name.padEnd(20)}${[right, wrong, unread].map((n) => `${n}`.padStart(8)).join('')}${share.toFixed(1).padStart(8)} %`,
  );
};
console.log(`\n${'symbology'.padEnd(20)}${['right', 'wrong', 'unread'].map((n) => n.padStart(8)).join('')}`);
const all: Record<Outcome, number> = { right: 0, wrong: 0, unread: 0 };
for (const [format, counts] of [...tally].sort(([a], [b]) => a.localeCompare(b))) {
  row(format, counts);
  for (const outcome of ['right', 'wrong', 'unread'] as const) all[outcome] += counts[outcome];
}
row('all', all);
console.log(
  `ms of CPU a photograph: median ${quantile(times, 0.5).toFixed(0)}, 90 % ${quantile(times, 0.9).toFixed(0)}`,
);
