/**
 * Measures the detector: `npm run bench:classify -- [--corpus DIR] [--per-level N] [--half tune|report|all]
 * [--pairs N] [--filled N] [--variants N] [--brute N] [--seed N]`. Without a corpus it takes the project's sample forms.
 * Forms are split in halves by a hash of their family's name: constants were tuned on photographs of one, figures
 * are reported on the other. The library always holds all forms.
 */
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpus } from 'node:os';
import sharp from 'sharp';
import { FRAME_LONG_SIDE, matchFrame, PageIndex, type FrameCandidate } from '../../libs/vision/index.js';
import { estimatePageHomography } from '../../libs/vision/features/page-homography.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { letter } from '../support/sample-forms/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { readPicture } from '../support/corpus.js';
import { decodeGrey, keyOf, loadLibrary, type Library, type LibraryPage } from './classify-library.js';
import { variantProfiles } from './variant-profiles.js';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    'per-level': { type: 'string', default: '12' },
    half: { type: 'string', default: 'report' },
    pairs: { type: 'string', default: '20' },
    filled: { type: 'string', default: '10' },
    variants: { type: 'string', default: '0' },
    brute: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    'max-score': { type: 'string', default: '0.45' },
    'min-confidence': { type: 'string', default: '0.04' },
  },
});
const MAX_SCORE = Number(options['max-score']);
const MIN_CONFIDENCE = Number(options['min-confidence']);
const LEVELS: CaptureLevel[] = ['scan', 'easy', 'cut', 'curled', 'hard'];

interface Shot {
  page: LibraryPage;
  level: string;
  jpeg: Buffer;
}

interface Outcome {
  right: boolean;
  accepted: boolean;
  score: number;
  margin: number;
  ms: number;
  told: string;
}

sharp.concurrency(1);
const library = await loadLibrary(options.corpus ?? null);
const random = new Random(Number(options.seed));
const backgrounds = await surfaces(library);
const index = indexOf(library.pages);
const reported = library.pages.filter(
  ({ family }) => options.half === 'all' || (hash(family) % 2 === 1) === (options.half === 'report'),
);
console.log(
  `${cpus()[0]?.model}, node ${process.version}; ${library.pages.length} pages, ${reported.length} of them photographed`,
);
console.log(`thresholds: score <= ${MAX_SCORE}, confidence >= ${MIN_CONFIDENCE}`);
console.log(
  `registering a page: median ${median(library.describeMs).toFixed(0)} ms; profile: mean ${mean(library.profileBytes).toFixed(0)}, largest ${Math.max(...library.profileBytes)} bytes; index besides: ${index.bytesPerPage.toFixed(0)} bytes a page`,
);

const shots: Shot[] = [];
for (const level of LEVELS)
  for (let k = 0; k < Number(options['per-level']); k++)
    shots.push(await shoot(random.pick(reported), level));

const known = new Map<string, Outcome[]>();
for (const shot of shots) push(known, shot.level, await classify(shot.jpeg, shot.page, index));
row('level', 'n', 'right', 'recognized', 'wrong accepted', 'score p50/p95', 'margin p5', 'ms p50');
for (const [level, outcomes] of known) report(level, outcomes);

const strangers: Outcome[] = [];
for (let fold = 0; fold < 3; fold++) {
  const without = indexOf(library.pages.filter(({ family }) => hash(family) % 3 !== fold));
  for (const shot of shots)
    if (hash(shot.page.family) % 3 === fold) strangers.push(await classify(shot.jpeg, null, without));
}
for (let k = 0; k < 3; k++) {
  const page = await renderPdfPage(await letter(k + 1), 1, 150);
  const photo = await photographPage(page, 150, { level: LEVELS[k + 1]!, seed: k, megapixels: 12 });
  strangers.push(await classify(await photo.jpeg(), null, index));
}
for (const photo of library.corpus?.photos ?? [])
  strangers.push(await classify(await readFile(join(library.corpus!.folder, photo.file)), null, index));
const accepted = strangers.filter((s) => s.accepted);
console.log(
  `strangers: ${accepted.length} of ${strangers.length} accepted; lowest scores ${strangers
    .map((s) => s.score)
    .sort((a, b) => a - b)
    .slice(0, 6)
    .map((s) => s.toFixed(2))
    .join(' ')}`,
);
for (const { told } of accepted) console.log(`  accepted stranger: ${told}`);

if (library.corpus) {
  await lookAlikes(library);
  await filledPages(library);
}
curve([...known.values()].flat(), strangers);
await growth();
await bruteForce();

async function lookAlikes({ pages, corpus }: Library): Promise<void> {
  const byKey = new Map(pages.map((page) => [keyOf(page), page]));
  const classes: [string, (px: number) => boolean][] = [
    ['>= 500 px', (px) => px >= 500],
    ['26 to 500 px', (px) => px >= 26 && px < 500],
  ];
  for (const [name, within] of classes) {
    const pairs = random.shuffled(
      corpus!.lookalikes.filter(
        (p) => !p.indistinguishable && within(p.residPx150) && reported.includes(byKey.get(keyOf(p.a))!),
      ),
    );
    const outcomes: Outcome[] = [];
    for (const pair of pairs.slice(0, Number(options.pairs))) {
      const page = byKey.get(keyOf(random.chance(0.5) ? pair.a : pair.b))!;
      const { jpeg } = await shoot(page, random.pick(['scan', 'easy', 'hard', 'cut']));
      outcomes.push(await classify(jpeg, page, index));
    }
    report(`look-alikes ${name}`, outcomes);
  }
}

async function filledPages({ pages, corpus }: Library): Promise<void> {
  const byKey = new Map(pages.map((page) => [keyOf(page), page]));
  const scanned: Outcome[] = [];
  const photographed: Outcome[] = [];
  for (const filled of random.shuffled(corpus!.filled).slice(0, Number(options.filled))) {
    const page = byKey.get(keyOf(filled))!;
    const blank = { ...page, equals: new Set([...page.equals, ...filled.next.map(keyOf)]) };
    const picture = await readPicture(corpus!, filled.png);
    scanned.push(await classify(await readFile(join(corpus!.folder, filled.png)), blank, index));
    const level = random.pick<CaptureLevel>(['easy', 'hard', 'cut']);
    const photo = await photographPage(picture, corpus!.pageDpi, {
      level,
      seed: random.int(0, 1e9),
      quarterTurns: 'random',
    });
    photographed.push(await classify(await photo.jpeg(), blank, index));
  }
  report('filled, as scanned', scanned);
  report('filled, photographed', photographed);
}

/** Recognized share of known frames and accepted share of strangers, by the highest score accepted. */
function curve(frames: Outcome[], others: Outcome[]): void {
  row('max score', 'recognized and right', 'wrong accepted', 'strangers accepted');
  for (const limit of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
    const taken = (o: Outcome) => o.score <= limit && o.margin >= MIN_CONFIDENCE;
    row(
      limit.toFixed(1),
      percent(frames.filter((o) => o.right && taken(o)).length, frames.length),
      percent(frames.filter((o) => !o.right && taken(o)).length, frames.length),
      percent(others.filter(taken).length, others.length),
    );
  }
}

/** Time of one frame by the size of the library. */
async function growth(): Promise<void> {
  const frames = shots.filter((s) => s.level === 'easy').slice(0, 10);
  const time = async (against: PageIndex) => {
    const times: number[] = [];
    for (const shot of frames) times.push((await classify(shot.jpeg, shot.page, against)).ms);
    return median(times);
  };
  const families = new Set(frames.map((s) => s.page.family));
  const first = library.pages.filter((p) => families.has(p.family));
  const small = indexOf([...first, ...library.pages.filter((p) => !families.has(p.family))].slice(0, 50));
  const full = await time(index);
  console.log(
    `one frame against 50 pages: ${(await time(small)).toFixed(0)} ms; ${library.pages.length}: ${full.toFixed(0)} ms`,
  );
  const variants = Number(options.variants);
  if (variants === 0) return;
  const large = indexOf(library.pages);
  let added = 0;
  for await (const profile of variantProfiles(variants)) large.add(`variant-${added++}`, 1, profile);
  console.log(`${large.size} pages: ${(await time(large)).toFixed(0)} ms`);
}

/** The yardstick: every page fitted to the frame by all its features, most inliers win. */
async function bruteForce(): Promise<void> {
  const count = Number(options.brute);
  if (count === 0) return;
  let right = 0;
  const times: number[] = [];
  for (const shot of random.shuffled(shots).slice(0, count)) {
    const start = performance.now();
    const frame = await decodeGrey(sharp(shot.jpeg).autoOrient(), FRAME_LONG_SIDE);
    let best: { key: string; inliers: number } = { key: '', inliers: 0 };
    for (const page of library.pages) {
      const inliers = estimatePageHomography(frame, page.profile)?.inliers ?? 0;
      if (inliers > best.inliers) best = { key: keyOf(page), inliers };
    }
    times.push(performance.now() - start);
    if (best.key === keyOf(shot.page) || shot.page.equals.has(best.key)) right++;
  }
  console.log(`brute force: ${percent(right, count)} right, ${median(times).toFixed(0)} ms a frame`);
}

async function shoot(page: LibraryPage, level: CaptureLevel): Promise<Shot> {
  const background =
    backgrounds.length > 0 && random.chance(0.6) ? await random.pick(backgrounds)() : undefined;
  const photo = await photographPage(await page.picture(), page.dpi, {
    level,
    seed: random.int(0, 1e9),
    background,
    writing: true,
    quarterTurns: 'random',
  });
  return { page, level, jpeg: await photo.jpeg() };
}

async function classify(jpeg: Buffer, page: LibraryPage | null, against: PageIndex): Promise<Outcome> {
  const start = performance.now();
  const frame = await decodeGrey(sharp(jpeg).autoOrient(), FRAME_LONG_SIDE);
  const { candidates } = matchFrame(frame, against);
  const ms = performance.now() - start;
  const key = (c: FrameCandidate) => keyOf({ form: c.formId, page: c.pageNumber });
  const fits = (c: FrameCandidate) => page !== null && (key(c) === keyOf(page) || page.equals.has(key(c)));
  const [best, second] = candidates;
  if (!best)
    return {
      right: false,
      accepted: false,
      score: 1,
      margin: 0,
      ms,
      told: `${page ? keyOf(page) : ''}: nothing`,
    };
  const margin = (second?.score ?? 1) - best.score;
  // Between pages that are not to be told apart, low confidence is the right answer.
  const tie = second !== undefined && fits(best) && fits(second);
  return {
    right: fits(best),
    accepted: best.score <= MAX_SCORE && (margin >= MIN_CONFIDENCE || tie),
    score: best.score,
    margin: tie ? 1 : margin,
    ms,
    told: `${page ? keyOf(page) : 'stranger'}: ${candidates
      .slice(0, 3)
      .map((c) => `${key(c)} ${c.score.toFixed(3)}/${c.inliers}`)
      .join(', ')}`,
  };
}

function report(name: string, outcomes: Outcome[]): void {
  const n = outcomes.length;
  const good = outcomes.filter((o) => o.right);
  row(
    name,
    String(n),
    percent(good.length, n),
    percent(good.filter((o) => o.accepted).length, n),
    percent(outcomes.filter((o) => !o.right && o.accepted).length, n),
    `${quantile(
      good.map((o) => o.score),
      0.5,
    ).toFixed(2)}/${quantile(
      good.map((o) => o.score),
      0.95,
    ).toFixed(2)}`,
    quantile(
      good.map((o) => o.margin),
      0.05,
    ).toFixed(2),
    quantile(
      outcomes.map((o) => o.ms),
      0.5,
    ).toFixed(0),
  );
  for (const o of outcomes)
    if (!o.right || !o.accepted) console.log(`  ${o.right ? 'not accepted' : 'MISS'}: ${o.told}`);
}

function indexOf(pages: LibraryPage[]): PageIndex {
  const built = new PageIndex();
  for (const { form, page, profile } of pages) built.add(form, page, profile);
  return built;
}

async function surfaces({ corpus }: Library): Promise<(() => Promise<Raster>)[]> {
  return (corpus?.backgrounds ?? []).map((path) => () => readPicture(corpus!, path));
}

function push(map: Map<string, Outcome[]>, key: string, outcome: Outcome): void {
  const list = map.get(key);
  if (list) list.push(outcome);
  else map.set(key, [outcome]);
}

function row(...cells: string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(i === 0 ? 26 : 16)).join(''));
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

function mean(values: number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: number[], q: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? NaN;
}

/** FNV-1a of a name. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const letterOf of name) value = Math.imul(value ^ letterOf.charCodeAt(0), 0x01000193);
  return (value >>> 0) >>> 3;
}
