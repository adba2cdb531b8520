import { type CaptureLevel, photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { coverSheet, letter, sampleForms } from '../support/sample-forms/index.js';

/** A photograph and what the service should make of it. */
export interface Shot {
  title: string;
  level: CaptureLevel;
  jpeg: Buffer;
  role: 'document' | 'barcode';
  /** The form page it shows; null for what is no form of the library. */
  expected: { form: string; page: number } | null;
  /** What its barcode holds. */
  barcode: string | null;
}

const renderDpi = 200;
const megapixels = 6;
const caseNumber = 'CASE-2026-000417';

/** Form (its place among the samples), page, how it is taken, and how it lies in the picture. */
const formShots: readonly (readonly [number, number, CaptureLevel, 0 | 1 | 2 | 3])[] = [
  [0, 1, 'easy', 0],
  [1, 1, 'scan', 0],
  [2, 1, 'hard', 0],
  [3, 1, 'easy', 1],
  [4, 2, 'curled', 0],
  [6, 1, 'cut', 0],
  [8, 1, 'easy', 2],
];
const seeds = { form: 4100, cover: 4200, letter: 4300 };

/** Two packets: a cover sheet with forms, and more forms with a letter that is none. */
export async function demoPackets(): Promise<Shot[][]> {
  const forms: Shot[] = [];
  for (const [index, page, level, quarterTurns] of formShots) {
    const form = sampleForms()[index];
    const raster = await renderPdfPage(await form.pdf(), page, renderDpi);
    const fields = form.fields.filter((field) => field.page === page);
    const options = { level, seed: seeds.form + index, megapixels, writing: true, fields, quarterTurns };
    forms.push({
      title: `${level}${quarterTurns ? `, turned by ${90 * quarterTurns}°` : ''}`,
      level,
      jpeg: await (await photographPage(raster, renderDpi, options)).jpeg(),
      role: 'document',
      expected: { form: form.name, page },
      barcode: null,
    });
  }
  const cover: Shot = {
    title: 'cover sheet',
    level: 'easy',
    jpeg: await photograph(await coverSheet(caseNumber), 'easy', seeds.cover),
    role: 'barcode',
    expected: null,
    barcode: caseNumber,
  };
  const stranger: Shot = {
    title: 'a letter, no form',
    level: 'easy',
    jpeg: await photograph(await letter(seeds.letter), 'easy', seeds.letter),
    role: 'document',
    expected: null,
    barcode: null,
  };
  return [
    [cover, ...forms.slice(0, 4)],
    [...forms.slice(4), stranger],
  ];
}

async function photograph(pdf: Buffer, level: CaptureLevel, seed: number): Promise<Buffer> {
  const raster = await renderPdfPage(pdf, 1, renderDpi);
  return (await photographPage(raster, renderDpi, { level, seed, megapixels })).jpeg();
}
