import { describePage, PageIndex } from '../../libs/vision/index.js';
import { matchPages } from '../../libs/vision/matching/match-frame.js';
import { seenFrame } from '../../libs/vision/matching/seen-frame.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import { smallPage } from '../support/as-detected.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Times that ink is laid after which no look more is taken. */
const MANY = 40;
/** Part of the shown page's height down to which its print stands on the others too. */
const SHARED = 0.25;
/** Longest side of the frame, px: few keep the test short. */
const SIDE = 900;

/** A page with the head of another. */
function headedLike(head: Raster, page: Raster): Raster {
  const { width, height } = head;
  const data = head.data.slice();
  const from = Math.round(SHARED * height);
  data.fill(255, from * width);
  for (let y = from; y < Math.min(height, page.height); y++)
    data.set(page.data.subarray(y * page.width, y * page.width + Math.min(width, page.width)), y * width);
  return { ...head, data };
}

describe('a bent sheet that is half like several pages, and none of them', () => {
  it('is looked at no more once ink was laid onto it many times', async () => {
    const [shown, ...others] = await Promise.all(
      [2, 3, 4, 8].map(async (form) => renderPdfPage(await sampleForms()[form].pdf(), 1, DPI)),
    );
    const index = new PageIndex();
    others.forEach((page, k) =>
      index.add(`like ${k}`, 1, describePage(headedLike(smallPage(shown), smallPage(page)))),
    );
    const { rgb } = await photographPage(shown, DPI, { level: 'curled', seed: 5, megapixels: 1 });
    const seen = seenFrame(toGrey(reduceByBoxes(rgb, SIDE).raster));
    const laidBefore: number[] = [];
    matchPages(seen, index, (stage) => {
      if (stage === 'describe') laidBefore.push(seen.layings);
    });
    expect(laidBefore).not.toEqual([]);
    expect(Math.max(...laidBefore)).toBeLessThanOrEqual(MANY);
    expect(seen.layings).toBeGreaterThan(MANY);
  });
});
