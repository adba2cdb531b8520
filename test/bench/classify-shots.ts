import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { readPicture } from '../support/corpus.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import type { Stance } from '../support/photo-booth/camera-pose.js';
import { hashText, Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { letter } from '../support/sample-forms/index.js';
import type { Library, LibraryPage } from './classify-library.js';

/** Kinds of capture beside the photo booth's levels. */
export type CaptureKind = CaptureLevel | 'fax' | 'covered' | 'small' | 'grey 2 MP' | '50 MP';

/** A photograph of a page, as a file. */
export interface Shot {
  page: LibraryPage;
  kind: CaptureKind;
  /** The encoded picture. */
  file(): Promise<Buffer>;
}

/** A fax machine's resolution ("standard" is 204 x 98 px an inch), px per inch, and its threshold. */
const FAX_DPI = 100;
const FAX_THRESHOLD = 150;
/** Share of the page that lies under something, of `covered`. */
const COVERED_LEAST = 0.25;
const COVERED_MOST = 0.34;
/** How the camera is held for `small`: the page fills a quarter to a half of the picture's width or height. */
const FAR_OFF: Stance = { fill: [0.25, 0.5], tilt: [0, 25], askew: 30 };
/** Share of photographs on real surfaces, where the corpus has some. */
const REAL_SURFACES = 0.6;
const LEVELS: readonly CaptureLevel[] = ['scan', 'easy', 'cut', 'curled', 'hard'];

/**
 * Makes photographs of a library's pages; the same name gives the same photograph.
 * @param cache folder that keeps them for the next run; null for none
 */
export class ShotMaker {
  constructor(
    private readonly library: Library,
    private readonly cache: string | null,
  ) {}

  /** @param name seed of the photograph; @param picture what is photographed, the page's own unless told */
  shot(name: string, page: LibraryPage, kind: CaptureKind, picture = page.picture, writing = true): Shot {
    const file = async (): Promise<Buffer> => {
      if (!this.cache) return this.take(name, kind, page, picture, writing);
      const path = join(this.cache, `${hashText(`${name} ${kind} ${page.form}#${page.page}`)}.img`);
      try {
        return await readFile(path);
      } catch {
        const bytes = await this.take(name, kind, page, picture, writing);
        await mkdir(this.cache, { recursive: true });
        await writeFile(path, bytes);
        return bytes;
      }
    };
    return { page, kind, file };
  }

  /** A picture of the corpus as it is. @param path within the corpus */
  stored(path: string, page: LibraryPage): Shot {
    return { page, kind: 'scan', file: () => readFile(join(this.library.corpus!.folder, path)) };
  }

  private async take(
    name: string,
    kind: CaptureKind,
    page: LibraryPage,
    picture: () => Promise<Raster>,
    writing: boolean,
  ): Promise<Buffer> {
    const random = new Random(hashText(name));
    const level = levelOf(kind, random);
    const surfaces = this.library.corpus?.backgrounds ?? [];
    const surface = surfaces.length > 0 && random.chance(REAL_SURFACES) ? random.pick(surfaces) : null;
    const photo = await photographPage(await picture(), page.dpi, {
      level,
      seed: random.int(0, 1e9),
      ...(surface ? { background: await readPicture(this.library.corpus!, surface) } : {}),
      writing,
      quarterTurns: 'random',
      ...(kind === 'grey 2 MP' ? { megapixels: 2 } : {}),
      ...(kind === 'small' ? { stance: FAR_OFF } : {}),
    });
    if (kind === 'fax') return faxed(photo, (await picture()).width / page.dpi);
    if (kind === 'covered') {
      // No page of the library: two forms in one frame would both be right.
      const other = await renderPdfPage(await letter(random.int(1, 1000)), 1, page.dpi);
      cover(photo, await picture(), random.chance(0.5) ? other : null, random);
    }
    const { data, width, height } = photo.rgb;
    const raw = sharp(data, { raw: { width, height, channels: 3 } });
    if (kind === 'grey 2 MP') return raw.toColourspace('b-w').jpeg({ quality: photo.jpegQuality }).toBuffer();
    // A sensor of four px to a colour filter, as phones of 50 megapixels have.
    if (kind === '50 MP')
      return raw
        .resize(Math.round(2.04 * width))
        .jpeg({ quality: photo.jpegQuality })
        .toBuffer();
    return photo.jpeg();
  }
}

function levelOf(kind: CaptureKind, random: Random): CaptureLevel {
  if (kind === 'fax') return 'scan';
  if (kind === 'covered') return 'easy';
  if (kind === 'small') return random.pick(['easy', 'hard']);
  if (kind === 'grey 2 MP' || kind === '50 MP') return random.pick(['easy', 'hard', 'cut']);
  return LEVELS.find((level) => level === kind) as CaptureLevel;
}

/** A scan brought to a fax machine's resolution and two tones. @param inches width of the page */
async function faxed({ rgb, truth }: Photograph, inches: number): Promise<Buffer> {
  const [a, b] = truth.quad;
  const scale = (FAX_DPI * inches) / Math.hypot(b.x - a.x, b.y - a.y);
  return sharp(rgb.data, { raw: { width: rgb.width, height: rgb.height, channels: 3 } })
    .resize(Math.round(rgb.width * scale))
    .toColourspace('b-w')
    .threshold(FAX_THRESHOLD)
    .png()
    .toBuffer();
}

/** Lays another sheet, or something plain, over about a third of the page, from one of its sides. */
function cover(photo: Photograph, page: Raster, sheet: Raster | null, random: Random): void {
  const share = random.between(COVERED_LEAST, COVERED_MOST);
  const slant = random.between(-0.08, 0.08);
  const side = random.int(0, 3);
  // Corners of what covers, in parts of the page: it reaches beyond the page on three sides.
  const near = -0.15;
  const strip: [number, number][] = [
    [near, near],
    [share + slant, near],
    [share - slant, 1.15],
    [near, 1.15],
  ];
  const corners = strip.map(([u, v]) => {
    const [x, y] = [
      [u, v],
      [1 - v, u],
      [1 - u, 1 - v],
      [v, 1 - u],
    ][side] as [number, number];
    return photo.truth.pageToPhoto(x * page.width, y * page.height);
  });
  const tone = random.between(60, 210);
  const size = sheet ?? { width: 1000, height: 1000 };
  // Of the other sheet as much is seen as the strip is wide: its rest lies beyond.
  const from = size.width * (1 - (share - near));
  const target: Point[] = [
    { x: from, y: 0 },
    { x: size.width, y: 0 },
    { x: size.width, y: size.height },
    { x: from, y: size.height },
  ];
  const map = homographyFromPoints(corners, target);
  if (!map) throw new Error('four corners of a strip always have a map');
  const { data, width, height } = photo.rgb;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const p = project(map, x, y);
      if (!(p.x >= from && p.y >= 0 && p.x < size.width - 1 && p.y < size.height - 1)) continue;
      const o = 3 * (y * width + x);
      for (let c = 0; c < 3; c++)
        data[o + c] = sheet
          ? 0.85 *
            sheet.data[
              (Math.floor(p.y) * sheet.width + Math.floor(p.x)) * sheet.channels +
                (sheet.channels > 1 ? c : 0)
            ]
          : tone * [1, 0.85, 0.75][c];
    }
}
