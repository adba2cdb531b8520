import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import type { Mat } from '@techstark/opencv-js';
import { cv } from '../../libs/vision/pixels/opencv.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { inScratchFolder, versionOf } from './ocr-reader.js';
import { rasterOf } from './raster-of.js';

const run = promisify(execFile);

/** What a user might take instead of this service. */
export interface RivalTool {
  name: string;
  /** The photograph as the tool leaves it, and the page's corners where it looks for them; null: it gave up. */
  straighten(jpeg: Uint8Array, size: PageSize): Promise<{ image: Raster; quad: Quad | null } | null>;
}

/** The page's true size, which tools that cannot tell it are given, px. */
export interface PageSize {
  width: number;
  height: number;
}

/** The tools that are there; of each that is not, a line is printed. @param jscanify folder of the npm package */
export async function rivalTools(jscanify: string | undefined): Promise<RivalTool[]> {
  const tools: RivalTool[] = [];
  const missing = (name: string, why: string): void => console.log(`left out: ${name}: ${why}`);
  if (await versionOf('convert', '-version')) tools.push(imageMagick);
  else missing('ImageMagick -deskew', 'the program `convert` is not installed');
  if (await versionOf('unpaper')) tools.push(unpaper);
  else missing('unpaper', 'the program is not installed');
  if (jscanify) tools.push(await jscanifyOf(jscanify));
  else missing('jscanify', 'no --jscanify FOLDER of the npm package given');
  return tools;
}

const imageMagick: RivalTool = {
  name: 'ImageMagick -deskew',
  straighten: (jpeg) =>
    inScratchFolder(async (folder) => {
      const [from, to] = [join(folder, 'in.jpg'), join(folder, 'out.png')];
      await sharp(jpeg).jpeg({ quality: 95 }).toFile(from);
      await run('convert', [from, '-deskew', '40%', '-background', 'white', '-flatten', to]);
      return { image: await rasterOf(sharp(to).toColourspace('srgb')), quad: null };
    }),
};

const unpaper: RivalTool = {
  name: 'unpaper',
  straighten: (jpeg) =>
    inScratchFolder(async (folder) => {
      const [from, to] = [join(folder, 'in.ppm'), join(folder, 'out.ppm')];
      const { data, width, height } = await rasterOf(sharp(jpeg).toColourspace('srgb'));
      await writeFile(from, Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), data]));
      await run('unpaper', ['--overwrite', from, to], { maxBuffer: 16e6 });
      return { image: ppmRaster(await readFile(to)), quad: null };
    }),
};

/** Reads a binary PPM or PGM of 8 bits, which is all that unpaper writes. */
function ppmRaster(file: Uint8Array): Raster {
  const header = Buffer.from(file.subarray(0, 64)).toString('latin1');
  const match = /^P([56])\s+(\d+)\s+(\d+)\s+255\s/.exec(header);
  if (!match) throw new RangeError('not a PPM or PGM of 8 bits');
  return {
    data: new Uint8Array(file.subarray(match[0].length)),
    width: Number(match[2]),
    height: Number(match[3]),
    channels: match[1] === '6' ? 3 : 1,
  };
}

interface Jscanify {
  findPaperContour(picture: Mat): Mat | null;
  getCornerPoints(
    contour: Mat,
    picture: Mat,
  ): Record<'topLeftCorner' | 'topRightCorner' | 'bottomLeftCorner' | 'bottomRightCorner', Point | undefined>;
  extractPaper(picture: Mat, width: number, height: number): unknown;
}

/**
 * The package's own code, its build for browsers, run with this project's OpenCV: only the reading and showing of
 * canvases is replaced by matrices. It does not know a page's proportions, so it is given the true size; nor which way
 * is up.
 */
async function jscanifyOf(folder: string): Promise<RivalTool> {
  const manifest = createRequire(join(folder, 'package.json'))('./package.json') as { version: string };
  const shown: Mat[] = [];
  const opencv = new Proxy(cv, {
    get: (target, name) =>
      name === 'imread'
        ? (picture: Mat): Mat => picture.clone()
        : name === 'imshow'
          ? (_canvas: unknown, picture: Mat): number => shown.push(picture.clone())
          : (Reflect.get(target, name) as unknown),
  });
  const sandbox: Record<string, unknown> = {
    cv: opencv,
    Math,
    console,
    document: { createElement: () => ({ getContext: () => null }) },
  };
  sandbox.window = sandbox;
  sandbox.globalThis = sandbox;
  const source = await readFile(join(folder, 'src', 'jscanify.js'), 'utf8');
  const Scanner = runInNewContext(`${source}\n;jscanify`, sandbox) as new () => Jscanify;
  const scanner = new Scanner();
  return {
    name: `jscanify ${manifest.version}`,
    straighten: async (jpeg, size) => {
      const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const picture = cv.matFromArray(info.height, info.width, cv.CV_8UC4, data as unknown as number[]);
      try {
        const contour = scanner.findPaperContour(picture);
        if (!contour) return null;
        const c = scanner.getCornerPoints(contour, picture);
        const corners = [c.topLeftCorner, c.topRightCorner, c.bottomRightCorner, c.bottomLeftCorner];
        if (corners.some((p) => !p)) return null;
        scanner.extractPaper(picture, size.width, size.height);
        const sheet = shown.pop();
        if (!sheet) return null;
        const image: Raster = {
          data: new Uint8Array(sheet.data),
          width: sheet.cols,
          height: sheet.rows,
          channels: 4,
        };
        sheet.delete();
        return { image: withoutAlpha(image), quad: corners as Quad };
      } finally {
        picture.delete();
      }
    },
  };
}

function withoutAlpha({ data, width, height }: Raster): Raster {
  const out = new Uint8Array(width * height * 3);
  for (let i = 0, o = 0; o < out.length; i += 4) {
    out[o++] = data[i];
    out[o++] = data[i + 1];
    out[o++] = data[i + 2];
  }
  return { data: out, width, height, channels: 3 };
}
