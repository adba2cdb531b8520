import { describePage } from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import { registerInk } from '../../libs/vision/ink/ink-registration.js';
import { missingPrint } from '../../libs/vision/matching/missing-print.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';

const WIDTH = 1275;
const HEIGHT = 1650;
const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A page of lines of letter-like strokes, without every so manyth of its words; the same for the same argument. */
function printedPage(leftOut = Infinity): Raster {
  let state = 11;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const data = new Uint8Array(WIDTH * HEIGHT).fill(245);
  let words = 0;
  for (let top = 120; top < HEIGHT - 120; top += 30)
    for (let left = 100; left < WIDTH - 160; left += 70, words++)
      for (let letter = 0; letter < 5; letter++) {
        const [x, y, w, h] = [left + 11 * letter + next(3), top + next(8), 3 + next(5), 3 + next(9)];
        if (words % leftOut === leftOut - 1) continue;
        for (let row = y; row < y + h; row++) data.fill(30, row * WIDTH + x, row * WIDTH + x + w);
      }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** The page with thin rules below its words: as dark as its print, 215 below its paper, or fainter. */
function ruledPage(darkness: number): Raster {
  const page = printedPage();
  for (let y = 145; y < HEIGHT - 120; y += 30)
    page.data.fill(245 - darkness, y * WIDTH + 100, (y + 1) * WIDTH - 100);
  return page;
}

function written(page: Raster): Raster {
  const data = page.data.slice();
  for (let y = 200; y < 1500; y += 90)
    for (let x = 150; x < 1000; x++)
      data.fill(60, (y + (x % 17)) * WIDTH + x, (y + (x % 17)) * WIDTH + x + 3);
  return { ...page, data };
}

describe('print that is missing in the midst of print', () => {
  const missing = (frame: Raster, page = printedPage()): number => {
    const profile = describePage(page);
    const ink = profileInk(profile);
    const { blocks } = registerInk(flatten(frame), profile, ink, IDENTITY);
    return missingPrint({ frame, homography: IDENTITY, blocks }, profile, ink, []);
  };

  it('is none on a sheet of the page, written on or not', () => {
    expect(missing(printedPage())).toBe(0);
    expect(missing(written(printedPage()))).toBe(0);
  });

  it('is not a rule that is faint, but one that is not there', () => {
    const page = ruledPage(215);
    expect(missing(ruledPage(75), page)).toBe(0);
    expect(missing(ruledPage(0), page)).toBeGreaterThan(0.015);
  });

  it('shows on a sheet that lacks one word in thirty', () => {
    expect(missing(printedPage(30))).toBeGreaterThan(0.015);
  });
});
