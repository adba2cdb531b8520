import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';

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
export async function writePng(picture: Raster, file: string): Promise<void> {
  const { data, width, height, channels } = picture;
  await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toFile(file);
}

/**
 * What tesseract reads on a picture, with its automatic page segmentation.
 * @param dpi px an inch of paper, as the picture's file would say
 */
export async function readText(picture: Raster, dpi: number, language = 'eng'): Promise<string> {
  return inScratchFolder(async (folder) => {
    const file = join(folder, 'page.png');
    await writePng(picture, file);
    const { stdout } = await run(
      'tesseract',
      [file, 'stdout', '-l', language, '--psm', '3', '--dpi', String(Math.round(dpi))],
      { env: ENVIRONMENT, maxBuffer: OUTPUT_LIMIT },
    );
    return stdout;
  });
}
