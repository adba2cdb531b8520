/**
 * Measures the detector: `npm run bench:classify -- [--corpus DIR] [--half tune|report|all] [--per-level N] [--per-kind
 * N] [--pairs N] [--filled N] [--strangers N] [--variants N] [--brute N] [--seed N] [--cache DIR] [--curve FILE.png]
 * [--misses FILE.png] [--parts DIR] [--only SET]... [--join]`. Without a corpus it takes the project's sample forms.
 * The library always holds all forms; constants were chosen on photographs of one half of their families, figures are
 * reported on the other. Times are CPU times. With `--cache`, profiles and photographs are kept for the next run. A
 * long run may be made in parts, each of some sets (`--only covered --only strangers`) or of another seed or half:
 * `--parts DIR` keeps their outcomes, and `--join` makes one table, curve and picture sheet of all that was kept.
 */
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpus } from 'node:os';
import sharp from 'sharp';
import { decodeProfile, PageIndex } from '../../libs/vision/index.js';
import { decodeColour } from '../../libs/imaging/index.js';
import { photographPage } from '../support/photo-booth/index.js';
import { hashText, Random } from '../support/random.js';
import { letter } from '../support/sample-forms/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { keyOf, loadLibrary, type LibraryPage } from './classify-library.js';
import { Classifier, isAccepted, mean, type Outcome } from './classify-outcome.js';
import { Parts } from './classify-parts.js';
import { MISS_PX, Report } from './classify-report.js';
import { familyHash, filledSets, levelSets, lookAlikeSets, pagesOf, type Half } from './classify-sets.js';
import { ShotMaker, type Shot } from './classify-shots.js';
import { bruteForce } from './classify-yardstick.js';
import { DEFAULT_CLOSER_LOOK, DEFAULT_THRESHOLDS } from './default-thresholds.js';
import { quantile } from './quantile.js';
import { variantProfiles } from './variant-profiles.js';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    half: { type: 'string', default: 'report' },
    'per-level': { type: 'string', default: '12' },
    'per-kind': { type: 'string', default: '6' },
    pairs: { type: 'string', default: '20' },
    filled: { type: 'string', default: '10' },
    strangers: { type: 'string', default: '60' },
    variants: { type: 'string', default: '0' },
    brute: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string' },
    curve: { type: 'string' },
    misses: { type: 'string' },
    parts: { type: 'string' },
    only: { type: 'string', multiple: true },
    join: { type: 'boolean', default: false },
    'max-score': { type: 'string', default: String(DEFAULT_THRESHOLDS.maxScore) },
    'min-confidence': { type: 'string', default: String(DEFAULT_THRESHOLDS.minConfidence) },
    'closer-look': { type: 'string', default: String(DEFAULT_CLOSER_LOOK) },
  },
});
const thresholds = {
  maxScore: Number(options['max-score']),
  minConfidence: Number(options['min-confidence']),
};
const sizes = {
  seed: Number(options.seed),
  half: options.half as Half,
  perLevel: Number(options['per-level']),
  perKind: Number(options['per-kind']),
  pairs: Number(options.pairs),
  filled: Number(options.filled),
};

/** Pages of the small library that a larger one is measured against. */
const FEW_PAGES = 50;

sharp.concurrency(1);
const parts = new Parts(options.parts ?? null);
const isAsked = (set: string) => !options.only || options.only.includes(set);
const run = `${options.seed} ${options.half}`;
const STRANGERS = 'strangers';
if (options.join) {
  if (!options.parts) throw new Error('--join needs --parts: the folder with what was kept');
  console.log(`thresholds: score <= ${thresholds.maxScore}, confidence >= ${thresholds.minConfidence}`);
  const sets = await parts.join();
  const report = new Report(thresholds);
  const known = [...sets].filter(([set]) => set !== STRANGERS);
  for (const [set, outcomes] of known) report.set(set, outcomes);
  const all = known.flatMap(([, outcomes]) => outcomes);
  await report.end(all, sets.get(STRANGERS) ?? [], options.curve, options.misses);
  process.exit();
}
const cache = options.cache ?? null;
const library = await loadLibrary(options.corpus ?? null, cache);
const maker = new ShotMaker(library, cache);
const index = indexOf(library.pages);
const classifier = new Classifier(
  thresholds,
  Number(options['closer-look']),
  new Map(library.pages.map((page) => [keyOf(page), page])),
);
console.log(
  `${cpus()[0]?.model}, node ${process.version}; ${library.pages.length} pages, ${pagesOf(library, sizes.half).length} of them photographed`,
);
console.log(`thresholds: score <= ${thresholds.maxScore}, confidence >= ${thresholds.minConfidence}`);
console.log(
  `registering a page: ${library.describeMs.length > 0 ? `median ${quantile(library.describeMs, 0.5).toFixed(0)} ms` : 'not measured, all in the cache'}; profile: mean ${mean(library.profileBytes).toFixed(0)}, largest ${Math.max(...library.profileBytes)} bytes; index besides: ${index.bytesPerPage.toFixed(0)} bytes a page`,
);

const report = new Report(thresholds);
const levels = levelSets(library, maker, sizes);
const sets = [...levels, ...lookAlikeSets(library, maker, sizes), ...filledSets(library, maker, sizes)];
const names = [...sets.map(({ name }) => name), STRANGERS];
for (const asked of options.only ?? [])
  if (!names.includes(asked)) throw new Error(`--only ${asked}: there are ${names.join(', ')}`);
const known: Outcome[] = [];
for (const { name, shots } of sets) {
  if (!isAsked(name)) continue;
  const outcomes: Outcome[] = [];
  for (const shot of shots) {
    const file = await shot.file();
    const outcome = await classifier.classify(file, shot.page, index);
    if (!outcome.right || !isAccepted(outcome, thresholds)) outcome.picture = await smallPicture(file);
    outcomes.push(outcome);
  }
  known.push(...outcomes);
  report.set(name, outcomes);
  await parts.keep(run, name, outcomes);
}
const levelShots = levels.filter(({ name }) => isAsked(name)).flatMap(({ shots }) => shots);
const strangers = isAsked(STRANGERS) ? await classifyStrangers(levels.flatMap(({ shots }) => shots)) : [];
if (strangers.length > 0) await parts.keep(run, STRANGERS, strangers);
await report.end(known, strangers, options.curve, options.misses);
await growth(levelShots.filter(({ kind }) => kind === 'easy').slice(0, 15));
const compared = new Random(hashText(`${options.seed} brute`)).shuffled(levelShots);
await bruteForce(compared.slice(0, Number(options.brute)), library.pages, index, classifier);

/** A form's name without its year and what follows. */
function titleOf(form: string): string {
  return form.replace(/-(ty)?-?(19|20)\d\d.*$/, '');
}

/** Frames of forms that a library lacks together with all their look-alikes, letters, and real photographs. */
async function classifyStrangers(shots: Shot[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const count = Number(options.strangers);
  const shuffled = new Random(hashText(`${options.seed} strangers`)).shuffled(shots);
  // The hardest are forms of which other years, with their lines elsewhere, stay in the library: as many again.
  const families = new Map<string, Set<string>>();
  for (const { form, family } of library.pages)
    families.set(titleOf(form), (families.get(titleOf(form)) ?? new Set()).add(family));
  const rest = shuffled.slice(count).filter(({ page }) => families.get(titleOf(page.form))!.size > 1);
  const chosen = [...shuffled.slice(0, count), ...rest.slice(0, count)];
  for (let fold = 0; fold < 3; fold++) {
    const without = indexOf(library.pages.filter(({ family }) => familyHash(family) % 3 !== fold));
    for (const shot of chosen)
      if (familyHash(shot.page.family) % 3 === fold)
        outcomes.push(await stranger(await shot.file(), without, keyOf(shot.page)));
  }
  for (const [seed, level] of (['scan', 'easy', 'hard'] as const).entries()) {
    const page = await renderPdfPage(await letter(seed + 1), 1, 150);
    const photo = await photographPage(page, 150, { level, seed });
    outcomes.push(await stranger(await photo.jpeg(), index, 'a letter'));
  }
  const { corpus } = library;
  for (const { file } of corpus?.photos ?? [])
    outcomes.push(await stranger(await readFile(join(corpus!.folder, file)), index, file));
  return outcomes;
}

async function smallPicture(file: Buffer): Promise<string> {
  const { data, width, height, channels } = await decodeColour(file, { longSide: MISS_PX });
  const small = await sharp(data, { raw: { width, height, channels } }).jpeg().toBuffer();
  return small.toString('base64');
}

async function stranger(file: Uint8Array, against: PageIndex, name: string): Promise<Outcome> {
  const outcome = await classifier.classify(file, null, against);
  return { ...outcome, told: `${name} as ${outcome.told}` };
}

/**
 * Time of one frame by the size of the library; each frame against all of them in turn, so that other work hits all
 * alike.
 */
async function growth(frames: Shot[]): Promise<void> {
  // Those whose forms, with all their look-alikes, are among the few pages: the work is the same in either library.
  const few: LibraryPage[] = [];
  const measured: Shot[] = [];
  for (const shot of frames) {
    const kin = library.pages.filter((page) => page.family === shot.page.family && !few.includes(page));
    if (few.length + kin.length > FEW_PAGES) continue;
    few.push(...kin);
    measured.push(shot);
  }
  if (measured.length === 0) return;
  const rest = library.pages.filter((page) => !few.includes(page));
  const against = [indexOf([...few, ...rest].slice(0, FEW_PAGES)), index];
  const variants = Number(options.variants);
  if (variants > 0) {
    const large = indexOf(library.pages);
    let added = 0;
    for await (const profile of variantProfiles(variants, cache))
      large.add(`variant-${added++}`, 1, decodeProfile(profile));
    against.push(large);
  }
  const times = against.map((): number[] => []);
  // Once before it counts: tables are made, and code is compiled, at the first frames.
  for (const counts of [false, true])
    for (const { file, page } of measured)
      for (const [k, pages] of against.entries()) {
        const { ms } = await classifier.classify(await file(), page, pages, false);
        if (counts) times[k].push(ms);
      }
  for (const [k, { size }] of against.entries()) {
    const ratios = times[k].map((ms, frame) => ms / times[1][frame]);
    console.log(
      `one frame against ${size} pages: ${quantile(times[k], 0.5).toFixed(0)} ms, ${quantile(ratios, 0.5).toFixed(2)} times that against ${index.size} (${measured.length} frames)`,
    );
  }
}

function indexOf(pages: LibraryPage[]): PageIndex {
  const built = new PageIndex();
  for (const { form, page, profile } of pages) built.add(form, page, profile);
  return built;
}
