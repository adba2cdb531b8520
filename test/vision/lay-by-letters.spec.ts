import { describePage, matchFrame, PageIndex } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { decodedFrame, smallPage } from '../support/as-detected.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** The table, px: where it begins, its rows' height and number, its columns' width and number. */
const [LEFT, TOP] = [60, 150];
const [PITCH, ROWS] = [50, 26];
const [COLUMN, COLUMNS] = [110, 10];
const WORD = { width: 90, height: 34 };

/** A table of rules that lie, with words of another page in its first column, its head, and above it. */
function tableWith(print: Raster): Raster {
  const sheet = new DrawnSheet(print);
  for (let row = 0; row <= ROWS; row++) sheet.ink(LEFT, TOP + row * PITCH, COLUMNS * COLUMN, 3);
  for (const side of [0, COLUMNS]) sheet.ink(LEFT + side * COLUMN, TOP, 3, ROWS * PITCH);
  for (let row = 1; row < ROWS; row++)
    sheet.paste(print, { left: 100, top: 200 + 36 * row, ...WORD }, LEFT + 10, TOP + row * PITCH + 9);
  for (let column = 1; column < COLUMNS; column++)
    sheet.paste(print, { left: 100 + 90 * column, top: 200, ...WORD }, LEFT + column * COLUMN + 10, TOP + 9);
  sheet.paste(print, { left: 100, top: 700, width: 960, height: 60 }, LEFT, 60);
  return sheet.picture;
}

describe('a table of few words on a bent sheet', () => {
  it('is laid by its words, where by its rules alone it slides along them', async () => {
    const table = tableWith(await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI));
    const index = new PageIndex();
    index.add('table', 1, describePage(smallPage(table)));
    const photo = await photographPage(table, DPI, { level: 'curled', seed: 3, megapixels: 4 });
    const frame = await decodedFrame(photo);
    expect(matchFrame(frame, index).candidates[0].score).toBeLessThan(0.1);
  });
});
