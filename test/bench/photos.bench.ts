/**
 * The corpus's real photographs and scans, straightened as pages of unknown forms: what the normalizer makes of each,
 * the outline's Jaccard index where the corners are known, and a sheet of before and after to be looked at, beside what
 * other tools make of them.
 *
 *   npm run bench:photos -- --corpus DIR [--sheet FILE.png] [--tools] [--jscanify FOLDER]
 *
 * `--tools` takes ImageMagick's and unpaper's deskewing beside, from Debian's packages; `--jscanify` the npm package in
 * FOLDER.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodeColour } from '../../libs/imaging/index.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { loadCorpus } from '../support/corpus.js';
import { ContactSheet } from './contact-sheet.js';
import { cpuMs } from './cpu-ms.js';
import { outlineJaccard } from './normalize-metrics.js';
import { quantile } from './quantile.js';
import { rivalTools, type RivalTool } from './rival-tools.js';

const CELL = 360;
/** Photographs a row of the sheet, when no tools are beside. */
const PAIRS = 4;

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    sheet: { type: 'string' },
    tools: { type: 'boolean', default: false },
    jscanify: { type: 'string' },
  },
});
if (!options.corpus) throw new Error('--corpus DIR is needed');

interface Attempt {
  image: Raster;
  quad: Quad | null;
}

/** What a tool makes of a photograph; null when it gives up or fails. */
async function attempt(tool: RivalTool, jpeg: Uint8Array, size: Raster): Promise<Attempt | null> {
  try {
    return await tool.straighten(jpeg, size);
  } catch (error) {
    console.log(`  ${tool.name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return null;
  }
}

const corpus = await loadCorpus(options.corpus);
const tools = options.tools || options.jscanify ? await rivalTools(options.jscanify) : [];
const sheet = new ContactSheet(tools.length > 0 ? tools.length + 2 : 2 * PAIRS, CELL);
const nothing = { data: new Uint8Array([51]), width: 1, height: 1, channels: 1 } satisfies Raster;
const flags = new Map<string, number>();
const outlines = new Map<string, number[]>();
const times: number[] = [];

for (const { file, quad } of corpus.photos) {
  const bytes = await readFile(join(corpus.folder, file));
  const start = cpuMs();
  const frame = await decodeColour(bytes);
  const result: NormalizedFrame = normalizeFrame(frame, null);
  const ms = cpuMs() - start;
  times.push(ms);
  const flag = result.flag ?? 'none';
  flags.set(flag, (flags.get(flag) ?? 0) + 1);
  const found = new Map<string, Quad | null>([['the service', result.outline]]);
  await sheet.add(await sharp(bytes).autoOrient().toBuffer());
  await sheet.add(result.image);
  const jpeg = tools.length > 0 ? await sharp(bytes).autoOrient().jpeg({ quality: 95 }).toBuffer() : bytes;
  for (const tool of tools) {
    const made = await attempt(tool, jpeg, result.image);
    await sheet.add(made?.image ?? nothing);
    if (made === null || made.quad) found.set(tool.name, made?.quad ?? null);
  }
  const jaccards =
    quad?.length === 4
      ? [...found].map(([by, q]) => [by, outlineJaccard(q, { quad: quad as Quad })] as const)
      : [];
  for (const [by, jaccard] of jaccards) outlines.set(by, [...(outlines.get(by) ?? []), jaccard]);
  const { width, height } = result.image;
  console.log(
    `${file.padEnd(44)} ${frame.width} x ${frame.height} -> ${width} x ${height}, ${result.dpi.toFixed(0)} dpi, ${flag}, ${ms.toFixed(0)} ms` +
      jaccards.map(([by, jaccard]) => `, ${by} ${jaccard.toFixed(3)}`).join(''),
  );
}

console.log(`\n${times.length} photographs: ${[...flags].map(([flag, n]) => `${flag} ${n}`).join(', ')}`);
console.log(`ms of CPU: median ${quantile(times, 0.5).toFixed(0)}, 90 % ${quantile(times, 0.9).toFixed(0)}`);
for (const [by, all] of outlines) {
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  console.log(
    `outlines of ${all.length} by ${by}: mean ${mean.toFixed(3)}, worst ${quantile(all, 0).toFixed(3)}`,
  );
}
if (options.sheet) await sheet.write(options.sheet);
