/**
 * Forms registered from what an office has instead of their files: how frames are classified when some pages of the
 * library are photographs or scans of paper, as they come and as the service keeps them.
 *
 *   npm run bench:references -- [--corpus DIR] [--pages N] [--levels scan,easy,hard,curled,cut] [--seed S]
 *     [--cache DIR]
 *
 * Of the library's pages so many are replaced in turn by each kind of picture; the others stay. The same photographs of
 * these pages, every other one written on, are classified against each library.
 */
import { parseArgs } from 'node:util';
import { decodeColour, encodePng } from '../../libs/imaging/index.js';
import { layFlatTask } from '../../libs/vision-pool/tasks/lay-flat.js';
import { describePage, PAGE_LONG_SIDE, PageIndex } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { greyOf, keyOf, loadLibrary, type LibraryPage } from './classify-library.js';
import { Classifier, isAccepted, percent } from './classify-outcome.js';
import { DEFAULT_CLOSER_LOOK, DEFAULT_THRESHOLDS } from './default-thresholds.js';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    pages: { type: 'string', default: '12' },
    levels: { type: 'string', default: 'scan,easy,hard,curled,cut' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string' },
  },
});

const FRAME_MEGAPIXELS = 4;
/** As telephones and office scanners have them. */
const REFERENCE_MEGAPIXELS = { easy: 12, scan: 5 };
/** Pages of a library lie apart by so many others, so that those of one form are not taken together. */
const STRIDE = 7919;

type PictureOf = (page: LibraryPage, seed: number) => Promise<Raster>;

const taken =
  (level: keyof typeof REFERENCE_MEGAPIXELS): PictureOf =>
  async (page, seed) => {
    const megapixels = REFERENCE_MEGAPIXELS[level];
    return (await photographPage(await page.picture(), page.dpi, { level, seed, megapixels })).rgb;
  };

/** As the service keeps it. */
const kept =
  (pictureOf: PictureOf): PictureOf =>
  async (page, seed) => {
    const picture = await pictureOf(page, seed);
    const { picture: flat } = await layFlatTask(await encodePng(picture, { dpi: page.dpi }));
    return flat ? decodeColour(flat.bytes) : picture;
  };

const kinds: Record<string, PictureOf> = {
  'drawn, as its file has it': (page) => page.picture(),
  'photographed, as it came': taken('easy'),
  'photographed, as it is kept': kept(taken('easy')),
  'scanned, as it came': taken('scan'),
  'scanned, as it is kept': kept(taken('scan')),
};

const seed = Number(options.seed);
const library = await loadLibrary(options.corpus ?? null, options.cache ?? null);
const count = Math.min(Number(options.pages), library.pages.length);
const asked = Array.from(
  { length: count },
  (_, i) => library.pages[((seed + i) * STRIDE) % library.pages.length],
);
const framesOf = new Map<CaptureLevel, Buffer[]>();
for (const level of options.levels.split(',') as CaptureLevel[]) framesOf.set(level, await framesAt(level));
console.log(
  `${library.pages.length} pages, of which ${count} are replaced; right page first / recognized / wrong accepted`,
);
for (const [kind, pictureOf] of Object.entries(kinds)) {
  const pages = new Map(library.pages.map((page) => [keyOf(page), page]));
  for (const [i, page] of asked.entries()) {
    // Not the photographs that are classified below.
    const picture = await pictureOf(page, -seed - i - 1);
    const dpi = (page.dpi * longSide(picture)) / longSide(await page.picture());
    const profile = describePage(await greyOf(picture, PAGE_LONG_SIDE));
    pages.set(keyOf(page), { ...page, profile, dpi, picture: () => Promise.resolve(picture) });
  }
  const index = new PageIndex();
  for (const { form, page, profile } of pages.values()) index.add(form, page, profile);
  const classifier = new Classifier(DEFAULT_THRESHOLDS, DEFAULT_CLOSER_LOOK, pages);
  const cells: string[] = [];
  for (const [level, frames] of framesOf) {
    let [right, recognized, wrong] = [0, 0, 0];
    for (const [i, page] of asked.entries()) {
      const outcome = await classifier.classify(frames[i], page, index);
      const accepted = isAccepted(outcome, DEFAULT_THRESHOLDS);
      if (outcome.right) right++;
      if (accepted && outcome.right) recognized++;
      if (accepted && !outcome.right) wrong++;
    }
    cells.push(`${level} ${percent(right, count)} / ${percent(recognized, count)} / ${wrong}`);
  }
  console.log(`${kind}: ${cells.join('; ')}`);
}

/** A photograph of each page asked for, as a file. */
async function framesAt(level: CaptureLevel): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (const [i, page] of asked.entries()) {
    const frame = await photographPage(await page.picture(), page.dpi, {
      level,
      seed: seed + i,
      megapixels: FRAME_MEGAPIXELS,
      writing: i % 2 === 0,
    });
    frames.push(await frame.jpeg());
  }
  return frames;
}

function longSide({ width, height }: Raster): number {
  return Math.max(width, height);
}
