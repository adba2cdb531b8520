import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { rasterOf } from './raster-of.js';

/** px per inch of the pages that are photographed. */
export const SUBJECT_DPI = 150;

/** A page to photograph. */
export interface Subject {
  name: string;
  load(): Promise<Raster>;
}

/** The pages of a corpus, or of the project's own sample forms without one. */
export async function benchSubjects(corpus: string | undefined): Promise<Subject[]> {
  if (!corpus)
    return sampleForms().flatMap((form) =>
      Array.from({ length: form.pages }, (_, k) => ({
        name: `${form.name} ${k + 1}`,
        load: async () => renderPdfPage(await form.pdf(), k + 1, SUBJECT_DPI),
      })),
    );
  const forms = JSON.parse(await readFile(join(corpus, 'forms.json'), 'utf8')) as { png: string }[];
  return forms.map(({ png }) => ({
    name: png,
    load: () => rasterOf(sharp(join(corpus, png)).flatten({ background: '#fff' }).toColourspace('srgb')),
  }));
}

/** Pictures of surfaces to lay pages on; none without a corpus, where they are made up. */
export async function benchBackgrounds(corpus: string | undefined): Promise<string[]> {
  if (!corpus) return [];
  const folder = join(corpus, 'backgrounds');
  return (await readdir(folder)).sort().map((file) => join(folder, file));
}
