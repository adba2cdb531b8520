import { describePage } from '../../libs/vision/features/page-profile.js';
import { alignFrame } from '../../libs/vision/normalization/align-frame.js';
import type { NormalizationFlag } from '../../libs/vision/normalization/alignment.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { alignmentError } from '../bench/normalize-metrics.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage, type SheetKind } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** px between a slip's upper rows; the last one stands at its foot. */
const CLOSE = 60;
const WIDE = 90;
const ROWS = 8;

let print: Raster;

beforeAll(async () => {
  print = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
});

it('a slip laid as a plane with its rules elsewhere is laid by its own lines', async () => {
  const { way, error } = await laidSlip(WIDE, 12);
  expect(way).toBe('registered');
  expect(error).toBeLessThan(1.5);
});

it('a slip that is blank in the middle is held by its own outline', async () => {
  const { way, error } = await laidSlip(WIDE, 33);
  expect(way).toBe('registered');
  expect(error).toBeLessThan(1);
});

it('a slip of which nothing but its borders says how it is bent is laid by these', async () => {
  const { way, error } = await laidSlip(CLOSE, 53);
  expect(way).toBe('registered');
  expect(error).toBeLessThan(1);
});

it('a crumpled slip is laid by its rules, from one to the next', async () => {
  const { way, error } = await laidSlip(CLOSE, 53, 'crumpled');
  expect(way).toBe('registered');
  // 23 px where its labels alone were followed.
  expect(error).toBeLessThan(5);
});

it('a slip half of whose rules are not to be seen, as in glaring light, is laid by the others', async () => {
  const { way, error } = await laidSlip(CLOSE, 53, 'rolled', ROWS / 2);
  expect(way).toBe('registered');
  expect(error).toBeLessThan(1.5);
});

it('where nothing bears out the rules a lay is not said to be registered', async () => {
  const { flag, way } = await laidSlip(CLOSE, 53, 'rolled', 0);
  expect(way).toBe('outline');
  expect(flag).toBe('unregistered');
});

/** A slip of labelled rows, the upper ones with rules. */
function slipOf(gap: number, rules: number): Raster {
  const slip = new DrawnSheet(print);
  for (let row = 0; row < ROWS; row++) {
    const top = row < ROWS - 1 ? 150 + row * gap : 1500;
    slip.paste(print, { left: 100, top: 200 + row * 40, width: 150, height: 34 }, 100, top);
    if (row < rules) slip.ink(270, top + 30, print.width - 370, 3);
  }
  return slip.picture;
}

/** A curled slip, laid as one with rules; its error over the sheet in px of the page. */
async function laidSlip(
  gap: number,
  seed: number,
  sheet: SheetKind = 'rolled',
  rules = ROWS,
): Promise<{ flag: NormalizationFlag | null; way: string; error: number }> {
  const page = toGrey(slipOf(gap, ROWS));
  const photo = await photographPage(slipOf(gap, rules), DPI, {
    level: 'curled',
    sheet,
    seed,
    megapixels: 2,
  });
  const { rgb, truth } = photo;
  const { flag, diagnostics, mesh } = alignFrame(new FrameCopies(rgb), {
    page,
    profile: describePage(page),
    dpi: DPI,
  });
  const error = alignmentError({ mesh, image: mesh }, page, rgb, truth).sheet;
  return { flag, way: diagnostics.way, error };
}
