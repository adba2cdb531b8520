/**
 * Measures the detector: `npm run bench:classify -- [--corpus DIR] [--half tune|report|all] [--per-level N]
 * [--per-kind N] [--pairs N] [--filled N] [--strangers N] [--variants N] [--brute N] [--seed N] [--cache DIR]
 * [--curve FILE.png] [--misses FILE.png]`. Without a corpus it takes the project's sample forms. The library always
 * holds all forms; constants were chosen on photographs of one half of their families, figures are reported on the
 * other. Times are CPU times. With `--cache`, profiles and photographs are kept for the next run.
 */
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpus } from 'node:os';
import sharp from 'sharp';
import { FRAME_LONG_SIDE, PageIndex } from '../../libs/vision/index.js';
import { describeFrame, fitPage, nearestPairs } from '../../libs/vision/features/page-homography.js';
import { decodeColour, decodeGrey } from '../../libs/imaging/index.js';
import { photographPage } from '../support/photo-booth/index.js';
import { hashText, Random } from '../support/random.js';
import { letter } from '../support/sample-forms/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { curvePoints, drawCurve } from './classify-curve.js';
import { keyOf, loadLibrary, type LibraryPage } from './classify-library.js';
import { classify, isAccepted, mean, percent, type Outcome } from './classify-outcome.js';
import { familyHash, filledSets, levelSets, lookAlikeSets, pagesOf, type Half } from './classify-sets.js';
import { ShotMaker, type Shot } from './classify-shots.js';
import { ContactSheet } from './contact-sheet.js';
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
    'max-score': { type: 'string', default: '0.4' },
    'min-confidence': { type: 'string', default: '0.04' },
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
/** Px of a side of a miss on the sheet, and misses a row. */
const MISS_PX = 400;
const MISSES_A_ROW = 5;

sharp.concurrency(1);
const cache = options.cache ?? null;
const library = await loadLibrary(options.corpus ?? null, cache);
const maker = new ShotMaker(library, cache);
const index = indexOf(library.pages);
const misses = new ContactSheet(MISSES_A_ROW, MISS_PX);
console.log(
  `${cpus()[0]?.model}, node ${process.version}; ${library.pages.length} pages, ${pagesOf(library, sizes.half).length} of them photographed`,
);
console.log(`thresholds: score <= ${thresholds.maxScore}, confidence >= ${thresholds.minConfidence}`);
console.log(
  `registering a page: median ${quantile(library.describeMs, 0.5).toFixed(0)} ms; profile: mean ${mean(library.profileBytes).toFixed(0)}, largest ${Math.max(...library.profileBytes)} bytes; index besides: ${index.bytesPerPage.toFixed(0)} bytes a page`,
);

row('set', 'n', 'right', 'recognized', 'wrong accepted', 'score p50/p95', 'margin p5', 'ms p50/p90');
const levels = levelSets(library, maker, sizes);
const known: Outcome[] = [];
for (const { name, shots } of [
  ...levels,
  ...lookAlikeSets(library, maker, sizes),
  ...filledSets(library, maker, sizes),
]) {
  const outcomes: Outcome[] = [];
  for (const shot of shots) {
    const file = await shot.file();
    const outcome = await classify(file, shot.page, index);
    outcomes.push(outcome);
    if (!outcome.right || !isAccepted(outcome, thresholds))
      await misses.add(await decodeColour(file, { longSide: MISS_PX }));
  }
  known.push(...outcomes);
  report(name, outcomes);
}
report('all', known, false);
const levelShots = levels.flatMap(({ shots }) => shots);
const strangers = await classifyStrangers(levelShots);
for (const point of curvePoints(
  known,
  strangers,
  thresholds.minConfidence,
  [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8],
))
  console.log(
    `max score ${point.maxScore.toFixed(2)}: recognized and right ${(100 * point.recognized).toFixed(1)} %, wrong accepted ${(100 * point.wrongAccepted).toFixed(2)} %, strangers accepted ${(100 * point.strangersAccepted).toFixed(2)} %`,
  );
if (options.curve) await drawCurve(options.curve, known, strangers, thresholds);
if (options.misses) await misses.write(options.misses);
await growth(levelShots.filter(({ kind }) => kind === 'easy').slice(0, 15));
await bruteForce(levelShots);

/** Frames of forms that a library lacks together with all their look-alikes, letters, and real photographs. */
async function classifyStrangers(shots: Shot[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const chosen = new Random(hashText(`${options.seed} strangers`)).shuffled(shots);
  const count = Number(options.strangers);
  for (let fold = 0; fold < 3; fold++) {
    const without = indexOf(library.pages.filter(({ family }) => familyHash(family) % 3 !== fold));
    for (const shot of chosen.slice(0, count))
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
  const accepted = outcomes.filter((o) => isAccepted(o, thresholds));
  const lowest = outcomes.map(({ score }) => score).sort((a, b) => a - b);
  console.log(
    `strangers: ${accepted.length} of ${outcomes.length} accepted; lowest scores ${lowest
      .slice(0, 8)
      .map((score) => score.toFixed(2))
      .join(' ')}; ms p50/p90/max ${[0.5, 0.9, 1]
      .map((q) =>
        quantile(
          outcomes.map(({ ms }) => ms),
          q,
        ).toFixed(0),
      )
      .join('/')}`,
  );
  for (const { told } of outcomes.filter(({ score }) => score < 0.7)) console.log(`  near: ${told}`);
  return outcomes;
}

async function stranger(file: Uint8Array, against: PageIndex, name: string): Promise<Outcome> {
  const outcome = await classify(file, null, against);
  return { ...outcome, told: `${name} as ${outcome.told}` };
}

/** Time of one frame by the size of the library; each frame against all of them in turn, so that other work hits all alike. */
async function growth(frames: Shot[]): Promise<void> {
  const families = new Set(frames.map(({ page }) => page.family));
  const first = library.pages.filter(({ family }) => families.has(family));
  const rest = library.pages.filter(({ family }) => !families.has(family));
  const against = [indexOf([...first, ...rest].slice(0, 50)), index];
  const variants = Number(options.variants);
  if (variants > 0) {
    const large = indexOf(library.pages);
    let added = 0;
    for await (const profile of variantProfiles(variants)) large.add(`variant-${added++}`, 1, profile);
    against.push(large);
  }
  const times = against.map((): number[] => []);
  // Once before it counts: tables are made, and code is compiled, at the first frames.
  for (const counts of [false, true])
    for (const { file, page } of frames)
      for (const [k, pages] of against.entries()) {
        const { ms } = await classify(await file(), page, pages);
        if (counts) times[k]!.push(ms);
      }
  for (const [k, { size }] of against.entries()) {
    const ratios = times[k]!.map((ms, frame) => ms / times[1]![frame]!);
    console.log(
      `one frame against ${size} pages: ${quantile(times[k]!, 0.5).toFixed(0)} ms, ${quantile(ratios, 0.5).toFixed(2)} times that against ${index.size}`,
    );
  }
}

/** The yardstick: every page fitted to the frame by all its features, most inliers win. */
async function bruteForce(shots: Shot[]): Promise<void> {
  const chosen = new Random(hashText(`${options.seed} brute`))
    .shuffled(shots)
    .slice(0, Number(options.brute));
  if (chosen.length === 0) return;
  let right = 0;
  const times: number[] = [];
  for (const { file, page } of chosen) {
    const start = process.cpuUsage();
    const frame = await decodeGrey(await file(), { longSide: FRAME_LONG_SIDE });
    const described = describeFrame(frame);
    let best: { key: string; inliers: number } = { key: '', inliers: 0 };
    for (const other of library.pages) {
      const pairs = nearestPairs(described.features, other.profile.features);
      const inliers = fitPage(described, other.profile, pairs)?.inliers ?? 0;
      if (inliers > best.inliers) best = { key: keyOf(other), inliers };
    }
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    if (best.key === keyOf(page) || page.equals.has(best.key)) right++;
  }
  console.log(
    `brute force: ${percent(right, chosen.length)} right, ${quantile(times, 0.5).toFixed(0)} ms a frame`,
  );
}

function report(name: string, outcomes: Outcome[], listed = true): void {
  const good = outcomes.filter(({ right }) => right);
  const taken = (o: Outcome) => isAccepted(o, thresholds);
  const of = (values: number[], q: number, digits: number) => quantile(values, q).toFixed(digits);
  const scores = good.map(({ score }) => score);
  const times = outcomes.map(({ ms }) => ms);
  row(
    name,
    String(outcomes.length),
    percent(good.length, outcomes.length),
    percent(good.filter(taken).length, outcomes.length),
    percent(outcomes.filter((o) => !o.right && taken(o)).length, outcomes.length),
    `${of(scores, 0.5, 2)}/${of(scores, 0.95, 2)}`,
    of(
      good.map(({ margin }) => margin),
      0.05,
      2,
    ),
    `${of(times, 0.5, 0)}/${of(times, 0.9, 0)}`,
  );
  if (!listed) return;
  for (const o of outcomes)
    if (!o.right || !taken(o))
      console.log(
        `  ${o.right ? 'not accepted' : taken(o) ? 'MISS, ACCEPTED' : 'MISS, not accepted'}: ${o.told}`,
      );
}

function indexOf(pages: LibraryPage[]): PageIndex {
  const built = new PageIndex();
  for (const { form, page, profile } of pages) built.add(form, page, profile);
  return built;
}

function row(...cells: string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(i === 0 ? 26 : 16)).join(''));
}
