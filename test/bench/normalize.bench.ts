/**
 * The normalizer's table: photographs with known truth, made by the photo booth, through the normalizer.
 *
 *   npm run bench:normalize -- [--corpus DIR] [--per-level N] [--levels a,b] [--sheets a,b] [--seed S]
 *     [--tilt FROM,TO] [--askew A] [--fill FROM,TO] [--lens B] [--sway B] [--app] [--sheet FILE.png]
 *
 * DIR holds forms.json with upright pages at 150 dpi, and backgrounds/. Without it the project's own sample forms lie
 * on made-up tables. The level `curled` is photographed with each kind of sheet asked for (rolled, creased, cornered,
 * twisted, waved, crumpled). `--tilt`, `--askew` and `--fill` hold the camera otherwise than the levels do (see
 * `Stance`). `--lens` bows straight lines, `--sway` bends the picture as no paper bends (parts of its size, see
 * `BoothOptions`). `--app` has each cut out and made two-tone, as a scanning app stores it. Each level has its own
 * photographs, the same for the same seed.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import sharp, { type JpegOptions } from 'sharp';
import { decodeColour, encodeJpeg } from '../../libs/imaging/index.js';
import { OPTIMISE_CODING } from '../../libs/imaging/encode.js';
import { pictureRoom } from '../../libs/vision-pool/tasks/picture-room.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import { describePage } from '../../libs/vision/features/page-profile.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { detectedLay } from '../support/detected-lay.js';
import {
  photographPage,
  storedByApp,
  type CaptureLevel,
  type SheetKind,
} from '../support/photo-booth/index.js';
import { benchBackgrounds, benchSubjects, SUBJECT_DPI as DPI, type Subject } from './bench-subjects.js';
import { ContactSheet } from './contact-sheet.js';
import { cpuMs } from './cpu-ms.js';
import {
  alignmentError,
  isUpright,
  offLevel,
  outlineJaccard,
  paperLight,
  rowsOffLevel,
  type AlignmentError,
} from './normalize-metrics.js';
import { report, type Row } from './normalize-report.js';
import { rasterOf } from './raster-of.js';

/** JPEG quality of what comes out, as the service has it. */
const QUALITY = 85;
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    'per-level': { type: 'string', default: '60' },
    levels: { type: 'string', default: 'scan,easy,hard,curled,cut' },
    sheets: { type: 'string', default: 'rolled' },
    seed: { type: 'string', default: '1000' },
    lens: { type: 'string', default: '0' },
    sway: { type: 'string', default: '0' },
    tilt: { type: 'string' },
    askew: { type: 'string' },
    fill: { type: 'string' },
    sheet: { type: 'string' },
    app: { type: 'boolean', default: false },
  },
});

/** Of two numbers with a comma between them. */
function rangeOf(text: string | undefined): [number, number] | undefined {
  const [from, to] = text?.split(',').map(Number) ?? [];
  return text === undefined ? undefined : [from, to];
}

async function measure(
  level: CaptureLevel,
  sheetKind: SheetKind,
  seed: number,
  subject: Subject,
  table: string | null,
  sheet: ContactSheet,
): Promise<Row> {
  const picture = await subject.load();
  const background = table ? await rasterOf(sharp(table).toColourspace('srgb')) : undefined;
  const taken = await photographPage(picture, DPI, {
    level,
    sheet: sheetKind,
    seed,
    lens: Number(options.lens),
    sway: Number(options.sway),
    stance: {
      tilt: rangeOf(options.tilt),
      askew: options.askew === undefined ? undefined : Number(options.askew),
      fill: rangeOf(options.fill),
    },
    background,
    writing: seed % 2 === 0,
    quarterTurns: 'random',
  });
  const photograph = options.app ? storedByApp(taken, picture) : taken;
  const jpeg = await photograph.jpeg();
  const { truth } = photograph;
  const page = toGrey(picture);
  const profile = describePage(page);
  const frame = await rasterOf(sharp(jpeg));
  const timed = async (work: (frame: Raster) => NormalizedFrame): Promise<[NormalizedFrame, number]> => {
    const start = cpuMs();
    const result = work(await decodeColour(jpeg));
    const { image } = result;
    await encodeJpeg(image, { dpi: result.dpi, quality: QUALITY });
    const ms = cpuMs() - start;
    // Its room is the next picture's.
    return [{ ...result, image: { ...image, data: image.data.slice() } }, ms];
  };
  const lay = detectedLay(frame, page, profile);
  // As the service does: where classification has found the page, it is not searched for again.
  const [known, firstMs] = await timed((f) =>
    normalizeFrame(f, { page, profile, dpi: DPI, lay }, pictureRoom),
  );
  const [, nextMs] = await timed((f) => normalizeFrame(f, { page, profile, dpi: DPI, lay }, pictureRoom));
  const [searched, searchedMs] = await timed((f) =>
    normalizeFrame(f, { page, profile, dpi: DPI }, pictureRoom),
  );
  const [unknown, unknownMs] = await timed((f) => normalizeFrame(f, null, pictureRoom));
  // With the coding that the service asks for, and with the one that sharp takes when nobody asks.
  const own = async (options: JpegOptions): Promise<number> => {
    const start = cpuMs();
    await sharp(jpeg)
      .resize(known.image.width, known.image.height, { fit: 'fill' })
      .jpeg({ quality: QUALITY, ...options })
      .toBuffer();
    return cpuMs() - start;
  };
  const ownMs = await own({ optimiseCoding: OPTIMISE_CODING });
  const ownMsByDefault = await own({});
  await sheet.add(frame);
  await sheet.add(known.image);
  await sheet.add(unknown.image);
  const registered = known.diagnostics.way === 'registered';
  const offOf = (result: NormalizedFrame): AlignmentError =>
    result.diagnostics.way === 'registered'
      ? alignmentError(result, page, frame, truth)
      : { sheet: Infinity, ink: Infinity };
  const paper = registered ? paperLight(known, page, frame) : null;
  const upright = isUpright(unknown, truth);
  const { width, height } = unknown.image;
  const ratio = (upright ? width / height : height / width) / (page.width / page.height);
  return {
    name: `${level} ${level === 'curled' ? `${sheetKind} ` : ''}${seed} ${subject.name}`,
    ...offOf(known),
    searchedSheet: offOf(searched).sheet,
    registered,
    uprightKnown: registered && isUpright(known, truth),
    paper: paper?.median ?? null,
    spread: paper?.spread ?? null,
    flags: [known.flag ?? '-', unknown.flag ?? '-'],
    jaccard: outlineJaccard(unknown.outline, truth),
    proportions: Math.abs(ratio - 1),
    uprightUnknown: upright,
    offLevel: level === 'curled' ? null : offLevel(unknown, page, frame, truth),
    rowsOff: upright ? rowsOffLevel(unknown, page, truth) : null,
    ms: { first: firstMs, next: nextMs, searched: searchedMs, unknown: unknownMs },
    ownMs,
    ownMsByDefault,
  };
}

sharp.concurrency(1);
const all = await benchSubjects(options.corpus);
const tables = await benchBackgrounds(options.corpus);
const perLevel = Number(options['per-level']);
const base = Number(options.seed);
console.log(
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}; Node ${process.version}; ${all.length} pages`,
);
const contactSheet = new ContactSheet(6, 300);
for (const level of options.levels.split(',') as CaptureLevel[])
  for (const kind of level === 'curled' ? (options.sheets.split(',') as SheetKind[]) : ['rolled' as const]) {
    const rows: Row[] = [];
    for (let k = 0; k < perLevel; k++) {
      const seed = base + k;
      // Strides that share no factor with the number of pages walk through all of them.
      const subject = all[(seed * 101 + level.length * 37) % all.length];
      const table = tables.length && seed % 4 ? tables[(seed * 7) % tables.length] : null;
      rows.push(await measure(level, kind, seed, subject, table, contactSheet));
    }
    report(level, level === 'curled' ? `${level}, ${kind}` : level, rows);
  }
const everything = Math.round(process.memoryUsage().rss / 1e6);
console.log(`\nmemory of the process at the end, photo booth included: ${everything} MB`);
if (options.sheet) await contactSheet.write(options.sheet);
