import { describePage, matchFrame, PageIndex } from '../../libs/vision/index.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import type { FrameSampler } from '../../libs/vision/ink/frame-sampler.js';
import { findLetters } from '../../libs/vision/matching/letters.js';
import { blurredCopy } from '../../libs/vision/pixels/gaussian-blur.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { decodedFrame, smallPage } from '../support/as-detected.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Where a line of print, and one of dots, stand on the sheet, px. */
const [LEFT, PRINT, DOTS] = [200, 300, 600];

/** A sheet with a line of print of another page, and one of dots. */
function lines(print: Raster): Raster {
  const sheet = new DrawnSheet(print);
  sheet.paste(print, { left: 120, top: 526, width: 390, height: 60 }, LEFT, PRINT);
  for (let x = LEFT; x < LEFT + 400; x += 6) sheet.ink(x, DOTS, 3, 3);
  return sheet.picture;
}

describe('letters of a block', () => {
  it('are found where they lie, also some px off, and dots in a row, which lie anywhere along it, are not asked', async () => {
    const page = smallPage(lines(await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI)));
    const frame = blurredCopy(page, 1);
    const ink = profileInk(describePage(page));
    const unit = page.width / ink.width;
    const find = (y: number, off: number, wide = false) => {
      const sampler: FrameSampler = { frame, homography: [1, 0, off, 0, 1, 0, 0, 0, 1], blocks: [] };
      return findLetters(sampler, ink, { x: LEFT + 150, y }, unit, wide);
    };
    const place = find(PRINT + 25, 0)!;
    expect([place.dx, place.dy]).toEqual([0, 0]);
    expect(place.gain).toBeGreaterThan(0.4);
    expect(find(PRINT + 25, 15 * unit)!.gain).toBeLessThan(0.1);
    const farther = find(PRINT + 25, 15 * unit, true)!;
    expect(Math.abs(farther.dx + 15)).toBeLessThanOrEqual(1);
    expect(farther.gain).toBeGreaterThan(0.3);
    expect(find(DOTS, 0)).toBeNull();
  });
});

/** A sheet to write on: rules under a heading, which is a word or two of another page from that row on. */
function ruled(print: Raster, row: number): Raster {
  const sheet = new DrawnSheet(print);
  sheet.paste(print, { left: 120, top: row, width: 130, height: 44 }, 100, 110);
  for (let y = 220; y < 1600; y += 46) sheet.ink(100, y, 1040, 3);
  return sheet.picture;
}

describe('a page of rules', () => {
  it('is not found on a sheet of the same rules under another heading', async () => {
    const print = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
    const page = ruled(print, 526);
    const index = new PageIndex();
    index.add('ruled', 1, describePage(smallPage(page)));
    const scoreOf = async (sheet: Raster): Promise<number> => {
      const photo = await photographPage(sheet, DPI, { level: 'easy', seed: 5, megapixels: 4 });
      const frame = await decodedFrame(photo);
      return matchFrame(frame, index).candidates[0]?.score ?? 1;
    };
    expect(await scoreOf(page)).toBeLessThan(0.1);
    expect(await scoreOf(ruled(print, 700))).toBeGreaterThan(0.4);
  });
});
