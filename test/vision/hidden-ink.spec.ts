import sharp from 'sharp';
import { describePage, matchFrame, PAGE_LONG_SIDE, PageIndex } from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { hiddenBlocks, LOST } from '../../libs/vision/ink/hidden-ink.js';
import { inkOf } from '../../libs/vision/ink/ink-bitmap.js';
import { inkCopy } from '../../libs/vision/ink/ink-copy.js';
import { registerInk } from '../../libs/vision/ink/ink-registration.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByArea } from '../../libs/vision/pixels/reduce-area.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

/** Width of the table around the sheet, px. */
const TABLE = 120;
const TABLE_LEVEL = 90;

describe('ink that lies under something', () => {
  const index = new PageIndex();
  let page: Raster;

  beforeAll(async () => {
    const form = sampleForms()[2];
    const drawn = await renderPdfPage(await form.pdf(), 1, 150);
    const { data, info } = await sharp(drawn.data, {
      raw: { width: drawn.width, height: drawn.height, channels: drawn.channels },
    })
      .resize({ width: PAGE_LONG_SIDE, height: PAGE_LONG_SIDE, fit: 'inside' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    page = { data: new Uint8Array(data), width: info.width, height: info.height, channels: 1 };
    index.add(form.key, 1, describePage(page));
  });

  /** The page on a table; from a share of the page's width on, the frame is repainted by what was there. */
  function frameWith(from: number, paint: (x: number, y: number, level: number) => number): Raster {
    const width = page.width + 2 * TABLE;
    const height = page.height + 2 * TABLE;
    const data = new Uint8Array(width * height).fill(TABLE_LEVEL);
    const level = (x: number, y: number) =>
      x >= 0 && y >= 0 && x < page.width && y < page.height ? page.data[y * page.width + x] : TABLE_LEVEL;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [u, v] = [x - TABLE, y - TABLE];
        data[y * width + x] = u < from * page.width ? level(u, v) : paint(u, v, level(u, v));
      }
    return { data, width, height, channels: 1 };
  }

  const scoreOf = (frame: Raster) => matchFrame(frame, index).candidates[0]?.score ?? 1;

  it('speaks less against a page than paper that lacks it', () => {
    const isSheet = (x: number, y: number) => x >= 0 && x < page.width && y < page.height;
    const whole = scoreOf(frameWith(1, (_x, _y, level) => level));
    const bare = scoreOf(frameWith(0.6, (x, y, level) => (isSheet(x, y) ? 255 : level)));
    const covered = scoreOf(frameWith(0.6, () => 150));
    expect(whole).toBeLessThan(0.05);
    expect(covered).toBeLessThan(bare - 0.1);
    expect(covered).toBeGreaterThan(whole + 0.05);
  });

  it('speaks less against a page where a sheet lies on it that is as bright as its paper is there', () => {
    // Light falls off down the page, and not on the sheet: the edge turns from darker to brighter on its way.
    const light = (y: number) => 1 - (0.16 * y) / page.height;
    const isSheet = (x: number, y: number) => x >= 0 && x < page.width && y >= 0 && y < page.height;
    const lit = (from: number, paint: (x: number, y: number) => number) =>
      frameWith(0, (x, y, level) =>
        x < from * page.width ? level * (isSheet(x, y) ? light(y) : 1) : paint(x, y),
      );
    const bare = scoreOf(lit(0.6, (x, y) => (isSheet(x, y) ? 255 * light(y) : TABLE_LEVEL)));
    const covered = scoreOf(lit(0.6, () => 255 * light(page.height / 2)));
    expect(covered).toBeLessThan(bare - 0.1);
  });

  it('is not excused where hardly half of the page is left to see', () => {
    expect(scoreOf(frameWith(0.35, () => 150))).toBeGreaterThan(0.5);
  });

  it.each([1650, 412])('is told of a page whose ink is kept at %i px', (side) => {
    const frame = frameWith(0, (_x, y, level) => (y < 0.45 * page.height ? level : 150));
    const plane: Homography = [1, 0, TABLE, 0, 1, TABLE, 0, 0, 1];
    const ink = inkOf(reduceByArea(page, side));
    const { blocks } = registerInk(flatten(frame), page, ink, plane, {
      mayBend: false,
    });
    const lost = blocks.filter((block) => block.visible && block.correlation < LOST);
    expect(lost.length).toBeGreaterThan(10);
    const hidden = hiddenBlocks(frame, plane, blocks, page.width / inkCopy(ink).width);
    expect(hidden.size).toBeGreaterThan(0.6 * lost.length);
  });
});
