import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  describePage,
  encodeProfile,
  decodeProfile,
  PAGE_LONG_SIDE,
  PROFILE_VERSION,
  type PageProfile,
} from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { loadCorpus, readPicture, type Corpus } from '../support/corpus.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

/** A reference page of a benchmark's library. */
export interface LibraryPage {
  form: string;
  page: number;
  dpi: number;
  profile: PageProfile;
  /** Pages of which the frame may as well be: the same picture, or not to be told apart. */
  equals: Set<string>;
  /** Forms that must leave the library together with this one, by a common name. */
  family: string;
  /** The page's picture in colour. */
  picture(): Promise<Raster>;
}

/** What a benchmark classifies against. */
export interface Library {
  pages: LibraryPage[];
  corpus: Corpus | null;
  /** CPU time, ms, to describe a page, decoding not included; of pages not kept from an earlier run. */
  describeMs: number[];
  /** Bytes of the encoded profiles. */
  profileBytes: number[];
}

export const keyOf = (page: { form: string; page: number }): string => `${page.form}#${page.page}`;

const SAMPLE_DPI = 150;

/** A raster in grey, its longest side at most `side` px. */
export async function greyOf(raster: Raster, side: number): Promise<Raster> {
  const { width, height, channels } = raster;
  return decodeGrey(sharp(raster.data, { raw: { width, height, channels } }), side);
}

/** A picture file in grey as the service decodes it for the detector. */
export async function decodeGrey(picture: Sharp, side: number): Promise<Raster> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 1 };
}

/**
 * The library of a corpus, or of the sample forms when there is no folder.
 * @param cache folder that keeps the profiles for the next run, whatever became of the code meanwhile
 */
export async function loadLibrary(folder: string | null, cache: string | null): Promise<Library> {
  const library: Library = { pages: [], corpus: null, describeMs: [], profileBytes: [] };
  if (folder) await addCorpus(library, folder, cache);
  else await addSamples(library, cache);
  return library;
}

async function add(
  library: Library,
  page: Omit<LibraryPage, 'profile' | 'equals'>,
  cache: string | null,
): Promise<LibraryPage> {
  const bytes = await profileOf(library, page, cache);
  library.profileBytes.push(bytes.length);
  const added = { ...page, profile: decodeProfile(bytes), equals: new Set<string>() };
  library.pages.push(added);
  return added;
}

/** The page's encoded profile, made or kept from an earlier run. */
async function profileOf(
  library: Library,
  page: Omit<LibraryPage, 'profile' | 'equals'>,
  cache: string | null,
): Promise<Uint8Array> {
  return keptProfile(cache, `${page.form}-${page.page}`, async () => {
    const grey = await greyOf(await page.picture(), PAGE_LONG_SIDE);
    const start = process.cpuUsage();
    const bytes = encodeProfile(describePage(grey));
    library.describeMs.push(process.cpuUsage(start).user / 1000);
    return bytes;
  });
}

/** An encoded profile that an earlier run has left in the folder, else what is made. */
export async function keptProfile(
  cache: string | null,
  name: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (!cache) return make();
  const path = join(cache, `${PROFILE_VERSION}-${name}.profile`);
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    const bytes = await make();
    await mkdir(cache, { recursive: true });
    await writeFile(path, bytes);
    return bytes;
  }
}

async function addCorpus(library: Library, folder: string, cache: string | null): Promise<void> {
  const corpus = await loadCorpus(folder);
  library.corpus = corpus;
  const families = familiesOf(corpus);
  for (const { form, page, png } of corpus.pages)
    await add(
      library,
      { form, page, dpi: corpus.pageDpi, family: families(form), picture: () => readPicture(corpus, png) },
      cache,
    );
  const byKey = new Map(library.pages.map((page) => [keyOf(page), page]));
  const link = (a: string, b: string) => {
    byKey.get(a)?.equals.add(b);
    byKey.get(b)?.equals.add(a);
  };
  for (const page of corpus.pages) for (const same of page.sameAs) link(keyOf(page), keyOf(same));
  for (const pair of corpus.lookalikes) if (pair.indistinguishable) link(keyOf(pair.a), keyOf(pair.b));
}

/** Forms that share a look-alike or a picture, directly or through others, are of one family. */
function familiesOf(corpus: Corpus): (form: string) => string {
  const parent = new Map<string, string>();
  const root = (form: string): string => {
    const above = parent.get(form);
    return above === undefined || above === form ? form : root(above);
  };
  const join = (a: string, b: string) => parent.set(root(a), root(b));
  for (const { a, b } of corpus.lookalikes) join(a.form, b.form);
  for (const page of corpus.pages) for (const same of page.sameAs) join(page.form, same.form);
  return root;
}

async function addSamples(library: Library, cache: string | null): Promise<void> {
  for (const form of sampleForms()) {
    const pdf = await form.pdf();
    for (let page = 1; page <= form.pages; page++)
      await add(
        library,
        {
          form: form.key,
          page,
          dpi: SAMPLE_DPI,
          // One form in two years differs in its key's year only.
          family: form.key.replace(/\d{4}/, ''),
          picture: () => renderPdfPage(pdf, page, SAMPLE_DPI),
        },
        cache,
      );
  }
}
