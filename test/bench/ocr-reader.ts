import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { wordsOf } from './ocr-metrics.js';

const run = promisify(execFile);
/** One thread: the figures do not hang on the machine's load. */
const ENVIRONMENT = { ...process.env, OMP_THREAD_LIMIT: '1' };
const OUTPUT_LIMIT = 16e6;

/** First line of a program's version, or null when it is not installed. Started without a shell. */
export async function versionOf(program: string, option = '--version'): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(program, [option], { env: ENVIRONMENT });
    return (stdout || stderr).split('\n')[0].trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Gives `work` a folder of its own and removes it afterwards. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'packet-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a raster as PNG. */
async function writePng(picture: Raster, file: string): Promise<void> {
  const { data, width, height, channels } = picture;
  await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toFile(file);
}

/** @param mode of page segmentation: 3 automatic, 7 one line, 11 sparse text */
async function tesseract(
  file: string,
  dpi: number,
  mode: number,
  language: string,
  ...output: string[]
): Promise<string> {
  const { stdout } = await run(
    'tesseract',
    [file, 'stdout', '-l', language, '--psm', String(mode), '--dpi', String(Math.round(dpi)), ...output],
    { env: ENVIRONMENT, maxBuffer: OUTPUT_LIMIT },
  );
  return stdout;
}

/**
 * What tesseract reads on a picture, with its automatic page segmentation.
 * @param dpi px an inch of paper, as the picture's file would say
 */
export async function readText(picture: Raster, dpi: number, language = 'eng'): Promise<string> {
  return inScratchFolder(async (folder) => {
    const file = join(folder, 'page.png');
    await writePng(picture, file);
    return tesseract(file, dpi, 3, language);
  });
}

/** Where a line of text stands, in parts of the picture's width and height. */
export interface TextLine {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Heights of lines that are read by themselves, px of a page at 300 dpi. */
const LINE_HEIGHTS = [16, 90];
/** Words tesseract is less sure of (of 100) make no line. */
const MIN_CERTAINTY = 60;
/** A line is cut out with so much about it, of its height. */
const LINE_MARGIN = 0.3;

/** The lines of text that tesseract finds on a page at 300 dpi. */
export async function findLines(page: Raster, language = 'eng'): Promise<TextLine[]> {
  return inScratchFolder(async (folder) => {
    const file = join(folder, 'page.png');
    await writePng(page, file);
    const lines = new Map<string, TextLine>();
    const sure = new Set<string>();
    // Columns: level, page, block, paragraph, line, word, left, top, width, height, certainty, text.
    for (const row of (await tesseract(file, 300, 11, language, 'tsv')).split('\n')) {
      const [level, , block, paragraph, line, , left, top, width, height, certainty, text] = row.split('\t');
      const key = `${block} ${paragraph} ${line}`;
      if (level === '4' && +height >= LINE_HEIGHTS[0] && +height <= LINE_HEIGHTS[1])
        lines.set(key, {
          left: +left / page.width,
          top: +top / page.height,
          width: +width / page.width,
          height: +height / page.height,
        });
      if (level === '5' && +certainty >= MIN_CERTAINTY && wordsOf(text).length) sure.add(key);
    }
    return [...lines].filter(([key]) => sure.has(key)).map(([, line]) => line);
  });
}

/** The words of each line, each line read by itself: what a page's layout does to reading is left out. */
export async function readLines(
  picture: Raster,
  dpi: number,
  lines: readonly TextLine[],
  language = 'eng',
): Promise<string[][]> {
  const { data, width, height, channels } = picture;
  return inScratchFolder(async (folder) => {
    const files: string[] = [];
    for (const line of lines) {
      const margin = LINE_MARGIN * line.height * height;
      const left = Math.max(0, Math.round(line.left * width - margin));
      const top = Math.max(0, Math.round(line.top * height - margin));
      const area = {
        left,
        top,
        width: Math.min(width - left, Math.round(line.width * width + 2 * margin)),
        height: Math.min(height - top, Math.round(line.height * height + 2 * margin)),
      };
      const file = join(folder, `${files.length}.png`);
      await sharp(data, { raw: { width, height, channels } })
        .extract(area)
        .png({ compressionLevel: 1 })
        .toFile(file);
      files.push(file);
    }
    const list = join(folder, 'lines.txt');
    await writeFile(list, `${files.join('\n')}\n`);
    const texts = (await tesseract(list, dpi, 7, language)).split('\f');
    return files.map((_, k) => wordsOf(texts[k] ?? ''));
  });
}
