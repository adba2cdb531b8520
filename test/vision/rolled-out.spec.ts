import { describePage } from '../../libs/vision/features/page-profile.js';
import type { Alignment } from '../../libs/vision/normalization/alignment.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { alignFromRolledOut, isDoubtfullyBent } from '../../libs/vision/normalization/known-page.js';
import { alignByOutline } from '../../libs/vision/normalization/own-outline.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

it('a known form is laid exactly from where its curl was taken out without knowing it', async () => {
  const picture = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
  const page = toGrey(picture);
  const { rgb, truth } = await photographPage(picture, DPI, { level: 'curled', seed: 5, megapixels: 4 });
  const errorOf = ({ mesh }: Alignment) =>
    alignmentError({ mesh, image: { width: mesh.width, height: mesh.height } }, page, rgb, truth);

  const copies = new FrameCopies(rgb);
  const unknown = alignByOutline(copies);
  expect(unknown.diagnostics.rolledOut).toBe(true);
  const before = errorOf(unknown);

  const reference = { page, profile: describePage(page), dpi: DPI };
  const known = alignFromRolledOut(copies, reference, unknown)!;
  expect(isDoubtfullyBent(known, reference)).toBe(false);
  const { sheet, ink } = errorOf(known);
  expect(sheet).toBeLessThan(before.sheet / 2);
  expect(ink).toBeLessThan(0.3);
});
