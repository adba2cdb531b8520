import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';

/** A page of a blank form. */
export interface CorpusPage {
  form: string;
  page: number;
  /** Path within the corpus. */
  png: string;
  lang: string;
  kind: string;
  width: number;
  height: number;
  /** Pages that are the same picture; either answer is right. */
  sameAs: { form: string; page: number }[];
}

/** Two pages that differ little. */
export interface CorpusLookalike {
  a: { form: string; page: number };
  b: { form: string; page: number };
  /** px of ink at 150 dpi that differ after registration. */
  residPx150: number;
  /** Either answer is right. */
  indistinguishable: boolean;
}

/** A filled-in page and the blank one it comes from. */
export interface CorpusFilledPage {
  png: string;
  form: string;
  page: number;
  /** Near ties, also right. */
  next: { form: string; page: number }[];
}

export interface CorpusPhoto {
  file: string;
  role: string;
  width: number;
  height: number;
  /** The page's corners, px, where they are known. */
  quad?: Point[];
}

export interface CorpusBarcode {
  file: string;
  /** Symbology as the corpus names it. */
  format: string;
  /** The text it holds. */
  truth: string;
}

/** A folder of real pages and photographs, for measuring; no part of the project. */
export interface Corpus {
  folder: string;
  /** px per inch of the pages of forms. */
  pageDpi: number;
  pages: CorpusPage[];
  lookalikes: CorpusLookalike[];
  filled: CorpusFilledPage[];
  photos: CorpusPhoto[];
  barcodes: CorpusBarcode[];
  /** Paths of surfaces within the corpus. */
  backgrounds: string[];
}

const PAGE_DPI = 150;

type PageReference = [form: string, page: number, ...rest: unknown[]];

interface RawPage {
  form: string;
  page: number;
  png: string;
  lang: string;
  kind: string;
  width: number;
  height: number;
  same_as: PageReference[];
}

interface RawLookalike {
  a: PageReference;
  b: PageReference;
  resid_px150: number;
  indistinguishable: boolean;
}

const reference = ([form, page]: PageReference): { form: string; page: number } => ({ form, page });

async function json<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}

/** Reads the corpus' lists; pictures are read one by one by `readPicture`. @throws when a list is not there */
export async function loadCorpus(folder: string): Promise<Corpus> {
  const pages = await json<RawPage[]>(folder, 'forms.json');
  const lookalikes = await json<RawLookalike[]>(folder, 'lookalikes.json');
  const filled = await json<(Omit<CorpusFilledPage, 'next'> & { next: PageReference[] })[]>(
    folder,
    'filled.json',
  );
  const photos = await json<{ images: (Omit<CorpusPhoto, 'quad'> & { quad?: [number, number][] })[] }>(
    folder,
    'photos.json',
  );
  const barcodes = await json<CorpusBarcode[]>(folder, 'barcodes.json');
  const surfaces = await readdir(join(folder, 'backgrounds'));
  return {
    folder,
    pageDpi: PAGE_DPI,
    pages: pages.map(({ same_as, form, page, png, lang, kind, width, height }) => ({
      form,
      page,
      png,
      lang,
      kind,
      width,
      height,
      sameAs: same_as.map(reference),
    })),
    lookalikes: lookalikes.map((pair) => ({
      a: reference(pair.a),
      b: reference(pair.b),
      residPx150: pair.resid_px150,
      indistinguishable: pair.indistinguishable,
    })),
    filled: filled.map(({ png, form, page, next }) => ({ png, form, page, next: next.map(reference) })),
    photos: photos.images.map(({ file, role, width, height, quad }) => ({
      file,
      role,
      width,
      height,
      ...(quad ? { quad: quad.map(([x, y]) => ({ x, y })) } : {}),
    })),
    barcodes: barcodes.map(({ file, format, truth }) => ({ file, format, truth })),
    backgrounds: surfaces
      .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
      .sort()
      .map((name) => join('backgrounds', name)),
  };
}

/** A picture of the corpus as RGB, or as luminance when `grey`; turned as its EXIF orientation says. */
export async function readPicture(corpus: Corpus, path: string, grey = false): Promise<Raster> {
  const picture = sharp(join(corpus.folder, path)).autoOrient().flatten({ background: '#ffffff' });
  const { data, info } = await picture
    .toColourspace(grey ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] };
}
