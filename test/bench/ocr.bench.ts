/**
 * What normalization does for reading, and what other tools do: Debian's tesseract on the pristine page, on the raw
 * photograph and on what each way makes of it. The pages are the project's English sample forms, whose text is known
 * from their PDF; photographs come from the photo booth, upright in the picture (tesseract does not turn pages). Pages
 * are read twice: as a whole, where much hangs on how tesseract takes tables apart, and line by line, where the letters
 * alone count. What a scanner makes of the same page (the booth's level `scan`) is read beside them.
 *
 *   npm run bench:ocr -- [--backgrounds DIR] [--per-level N] [--levels a,b] [--seed S]
 *     [--tools] [--jscanify FOLDER] [--sheet FILE.png] [--rows FILE.json]
 *
 * `--tools` adds ImageMagick's and unpaper's deskew, and jscanify when its folder is given; a tool that is not there is
 * named. Needs `tesseract` with its English data.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { describePage } from '../../libs/vision/features/page-profile.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFromHomography, type WarpMesh } from '../../libs/vision/pixels/warp-mesh.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ContactSheet } from './contact-sheet.js';
import { alignmentError, outlineJaccard, type Truth } from './normalize-metrics.js';
import { readingError, wordsOf, type ReadingError } from './ocr-metrics.js';
import { findLines, readLines, readText, versionOf, type TextLine } from './ocr-reader.js';
import { rivalTools, type RivalTool } from './rival-tools.js';
import { quantile } from './quantile.js';
import { rasterOf } from './raster-of.js';

/** Pages are drawn, photographed and read at 300 dpi, and known to the normalizer at 150. */
const DPI = 300;
const REFERENCE_DPI = 150;

const { values: options } = parseArgs({
  options: {
    backgrounds: { type: 'string' },
    'per-level': { type: 'string', default: '20' },
    levels: { type: 'string', default: 'easy,hard,curled' },
    seed: { type: 'string', default: '3000' },
    tools: { type: 'boolean', default: false },
    jscanify: { type: 'string' },
    sheet: { type: 'string' },
    rows: { type: 'string' },
  },
});

interface Page {
  name: string;
  picture: Raster;
  reference: Raster;
  words: string[];
  pristine: ReadingError;
  /** Its lines, and what is read of each by itself. */
  lines: TextLine[];
  lineWords: string[][];
}

/** What one way made of one photograph. */
interface Row {
  level: string;
  seed: number;
  way: string;
  error: ReadingError;
  pristine: ReadingError;
  /** Words lost of those read line by line on the pristine page; null where lines do not lie as on the page. */
  lines: number | null;
  /** Jaccard index of the outline; null where the way looks for none. */
  outline: number | null;
  /** RMS distance to the page over the sheet, px at 150 dpi; null where nothing is laid onto the page. */
  alignment: number | null;
  ms: number;
  flag: string | null;
  letterEdges: number | null;
}

async function pages(): Promise<Page[]> {
  const library = await PDFiumLibrary.init();
  const found: Page[] = [];
  for (const form of sampleForms().filter((f) => f.language === 'en')) {
    const pdf = await form.pdf();
    const document = await library.loadDocument(pdf);
    const texts = Array.from({ length: form.pages }, (_, k) => document.getPage(k).getText());
    document.destroy();
    for (const [k, text] of texts.entries()) {
      const picture = await renderPdfPage(pdf, k + 1, DPI);
      const words = wordsOf(text);
      const pristine = readingError(words, wordsOf(await readText(picture, DPI)));
      const reference = toGrey(await renderPdfPage(pdf, k + 1, REFERENCE_DPI));
      const lines = await findLines(picture);
      const lineWords = await readLines(picture, DPI, lines);
      found.push({ name: `${form.key} ${k + 1}`, picture, reference, words, pristine, lines, lineWords });
    }
  }
  return found;
}

async function measure(
  level: CaptureLevel,
  seed: number,
  page: Page,
  table: string | null,
  tools: readonly RivalTool[],
  sheet: ContactSheet,
): Promise<Row[]> {
  const photograph = await photographPage(page.picture, DPI, {
    level,
    seed,
    background: table ? await rasterOf(sharp(table).toColourspace('srgb')) : undefined,
  });
  const jpeg = await photograph.jpeg();
  const { reference } = page;
  // The truth in px of the reference page.
  const scale = DPI / REFERENCE_DPI;
  const truth: Truth = {
    quad: photograph.truth.quad,
    pageToPhoto: (x, y) => photograph.truth.pageToPhoto((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5),
  };
  const rows: Row[] = [];
  const frame = await rasterOf(sharp(jpeg).toColourspace('srgb'));
  const add = async (
    way: string,
    image: Raster,
    dpi: number,
    rest: Partial<Row> & { ms: number },
  ): Promise<void> => {
    await sheet.add(image);
    const error = readingError(page.words, wordsOf(await readText(image, dpi)));
    rows.push({
      level,
      seed,
      way,
      error,
      pristine: page.pristine,
      lines: null,
      outline: null,
      alignment: null,
      flag: null,
      letterEdges: null,
      ...rest,
    });
  };
  // A photograph says no dpi; it is told what the page in it has.
  const densityOf = ([tl, tr]: Quad): number =>
    (Math.hypot(tr.x - tl.x, tr.y - tl.y) / reference.width) * REFERENCE_DPI;
  const photoDpi = densityOf(truth.quad);
  await add('raw photograph', frame, photoDpi, { ms: 0 });
  // What is left to gain: a scanner's own picture of the page.
  const scan = await photographPage(page.picture, DPI, { level: 'scan', seed });
  const scanned = await rasterOf(sharp(await scan.jpeg()).toColourspace('srgb'));
  await add('flatbed scan', scanned, densityOf(scan.truth.quad), { ms: 0 });
  const profile = describePage(reference);
  const own = async (way: string, work: (f: Raster) => NormalizedFrame): Promise<void> => {
    const start = performance.now();
    const result = work(await rasterOf(sharp(jpeg).toColourspace('srgb')));
    const ms = performance.now() - start;
    await add(way, result.image, result.dpi, {
      ms,
      lines: await linesLost(page, result.image, result.dpi),
      outline: outlineJaccard(result.outline, truth),
      alignment: alignmentError(result, reference, frame, truth).sheet,
      flag: result.flag,
      letterEdges: result.diagnostics.letterEdges,
    });
  };
  await own('known form', (f) => normalizeFrame(f, { page: reference, profile, dpi: REFERENCE_DPI }));
  await own('unknown form', (f) => normalizeFrame(f, null));
  for (const tool of tools) {
    const start = performance.now();
    const made = await tool.straighten(jpeg, page.picture);
    const ms = performance.now() - start;
    if (!made) {
      rows.push({
        ...rows[0],
        way: tool.name,
        error: { words: 1, characters: 1 },
        outline: 0,
        alignment: null,
        ms,
      });
      continue;
    }
    const { image, quad } = made;
    const mesh = quad && meshOf(quad, image);
    await add(tool.name, image, quad ? DPI : photoDpi, {
      ms,
      outline: quad && outlineJaccard(quad, truth),
      alignment: mesh && alignmentError({ image, mesh }, reference, frame, truth).sheet,
    });
  }
  return rows;
}

async function linesLost({ lines, lineWords }: Page, image: Raster, dpi: number): Promise<number> {
  const read = await readLines(image, dpi, lines);
  const lost = lineWords.map((words, k) => readingError(words, read[k]).words * words.length);
  return sum(lost) / sum(lineWords.map((words) => words.length));
}

function meshOf(quad: Quad, { width, height }: Raster): WarpMesh | null {
  const h = homographyFromPoints(frameQuad(width, height), quad);
  return h && meshFromHomography(width, height, h);
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function report(level: string, rows: readonly Row[]): void {
  const raw = rows.filter((r) => r.way === 'raw photograph');
  const pristine = {
    words: mean(raw.map((r) => r.pristine.words)),
    characters: mean(raw.map((r) => r.pristine.characters)),
  };
  console.log(`\n${level}: ${raw.length} photographs; errors of OCR as means (characters with their p90)`);
  console.log(
    `  ${'pristine page'.padEnd(22)} words ${percent(pristine.words)}, characters ${percent(pristine.characters)}`,
  );
  for (const way of new Set(rows.map((r) => r.way))) {
    const mine = rows.filter((r) => r.way === way);
    const words = mean(mine.map((r) => r.error.words));
    const characters = mine.map((r) => r.error.characters);
    const times = (mean(characters) / pristine.characters).toFixed(2);
    const of = (pick: (r: Row) => number | null): number[] =>
      mine.map(pick).filter((v): v is number => v !== null);
    const outline = of((r) => r.outline);
    const lines = of((r) => r.lines);
    const alignment = of((r) => r.alignment);
    const worse = mine.filter((r, i) => r.error.characters > raw[i].error.characters).length;
    console.log(
      `  ${way.padEnd(22)} words ${percent(words)}, characters ${percent(mean(characters))} (${percent(quantile(characters, 0.9))}), ` +
        `${times} x pristine, worse than raw in ${worse}; ` +
        `line by line words ${lines.length ? percent(mean(lines)) : '-'}; ` +
        `outline ${outline.length ? mean(outline).toFixed(3) : '-'}, off by ${alignment.length ? quantile(alignment, 0.5).toFixed(1) : '-'} px; ` +
        `${quantile(
          of((r) => r.ms),
          0.5,
        ).toFixed(0)} ms`,
    );
  }
}

const version = await versionOf('tesseract');
if (!version) {
  console.log('tesseract is not installed (Debian: apt-get install tesseract-ocr): nothing was measured');
  process.exit(1);
}
sharp.concurrency(1);
const tools = options.tools ? await rivalTools(options.jscanify) : [];
const all = await pages();
const { backgrounds } = options;
const tables = backgrounds ? (await readdir(backgrounds)).sort().map((file) => join(backgrounds, file)) : [];
console.log(`${version}; ${all.length} pages`);
const contactSheet = new ContactSheet(4 + tools.length, 360);
const everything: Row[] = [];
for (const level of options.levels.split(',') as CaptureLevel[]) {
  const rows: Row[] = [];
  for (let k = 0; k < Number(options['per-level']); k++) {
    const seed = Number(options.seed) + k;
    const table = tables.length && seed % 4 ? tables[(seed * 7) % tables.length] : null;
    // A stride that shares no factor with the number of pages (15) walks through all of them.
    rows.push(...(await measure(level, seed, all[(seed * 7) % all.length], table, tools, contactSheet)));
  }
  report(level, rows);
  everything.push(...rows);
}
if (options.rows) await writeFile(options.rows, JSON.stringify(everything));
if (options.sheet) await contactSheet.write(options.sheet);
