import { describePage, matchFrame, PageIndex } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { smallPage } from '../support/as-detected.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Width of the table around the sheet, px, and its level. */
const TABLE = 120;
const TABLE_LEVEL = 90;
/** What lies over the upper part of the sheet reaches so far beyond its sides, px. */
const BEYOND = 60;
const COVER_LEVEL = 170;
const COVERED = 0.2;

/** A sheet on a table, with something over the upper part of it. */
function partlyCovered({ data, width, height }: Raster, covered = COVERED): Raster {
  const [wide, high] = [width + 2 * TABLE, height + 2 * TABLE];
  const frame = new Uint8Array(wide * high).fill(TABLE_LEVEL);
  for (let y = 0; y < height; y++) {
    const left = (y + TABLE) * wide + TABLE;
    if (y < covered * height) frame.fill(COVER_LEVEL, left - BEYOND, left + width + BEYOND);
    else frame.set(data.subarray(y * width, (y + 1) * width), left);
  }
  return { data: frame, width: wide, height: high, channels: 1 };
}

describe('ink that may be excused for lying under something', () => {
  const index = new PageIndex();
  let years: Raster[];

  beforeAll(async () => {
    const pages = sampleForms()
      .slice(0, 2)
      .map(async (form) => smallPage(await renderPdfPage(await form.pdf(), 1, DPI)));
    years = await Promise.all(pages);
    index.add('before', 1, describePage(years[0]));
  });

  const match = (shown: Raster) => matchFrame(partlyCovered(shown), index);
  const scoreOf = (shown: Raster) => match(shown).candidates[0].score;

  it('is, where the frame shows all other print of the page', () => {
    expect(scoreOf(years[0])).toBeLessThan(0.15);
  });

  it('is not, where the frame lacks words of the page in the midst of print, as another year of its form does', () => {
    expect(scoreOf(years[1])).toBeGreaterThan(0.3);
  });

  it('is told as not in its place, where rows may have moved, and words are of which another year has others', () => {
    expect(matchFrame(partlyCovered(years[0], 0), index).missing).toBe(0);
    expect(match(years[0]).missing).toBeGreaterThan(0.02);
    expect(match(years[1]).missing).toBeGreaterThan(0.002);
  });
});
