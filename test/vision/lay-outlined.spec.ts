import { describePage, PageIndex } from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { compose } from '../../libs/vision/geometry/projective.js';
import { layInk } from '../../libs/vision/matching/lay-ink.js';
import { doubtLetters } from '../../libs/vision/matching/doubt-letters.js';
import type { VerifiedPage } from '../../libs/vision/matching/verified-page.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { decodedFrame, smallPage } from '../support/as-detected.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Rows of the sheets, px: margin, height, number; and the sheet's columns. */
const TOP = 150;
const PITCH = 50;
const ROWS = 26;
const LEFT = 100;
const COLUMN = 210;
const COLUMNS = 5;
/** Print pasted into each row's first cell, px. */
const PRINT = { width: 180, height: 36 };

/** A list with rules all alike, and in each row some print of another page, taken from `from` on. */
function listWith(print: Raster, from: number): Raster {
  const sheet = new DrawnSheet(print);
  for (let row = 0; row <= ROWS; row++) sheet.ink(LEFT, TOP + row * PITCH, COLUMNS * COLUMN, 3);
  for (let column = 0; column <= COLUMNS; column++) sheet.ink(LEFT + column * COLUMN, TOP, 3, ROWS * PITCH);
  for (let row = 0; row < ROWS; row++)
    sheet.paste(
      print,
      { left: LEFT, top: from + row * PRINT.height, ...PRINT },
      LEFT + 15,
      TOP + row * PITCH + 8,
    );
  return sheet.picture;
}

describe('a list whose rows are alike', () => {
  it('is laid as its outline says, and a list with other words in the same rules is not, nor believed by its rules', async () => {
    const print = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
    const shown = listWith(print, 200);
    const photo = await photographPage(shown, DPI, { level: 'easy', seed: 5, megapixels: 4 });
    const grey = await decodedFrame(photo);
    const shrunk = grey.width / photo.rgb.width;
    const seen = { grey, flat: flatten(grey), isTwoTone: false, layings: 0, views: [] };

    const laid = (sheet: Raster, rowsOff: number, outlined: { alone: boolean } | null): VerifiedPage => {
      const profile = describePage(smallPage(sheet));
      const scale = sheet.width / profile.width;
      const corners = [0, 1, 2, 3].map((k) => ({
        x: k === 1 || k === 2 ? profile.width : 0,
        y: k > 1 ? profile.height : 0,
      }));
      const shownAt = corners.map(({ x, y }) => photo.truth.pageToPhoto(scale * x, scale * y));
      const plane = homographyFromPoints(
        corners,
        shownAt.map(({ x, y }) => ({ x: shrunk * x, y: shrunk * y })),
      )!;
      const homography = compose(plane, [1, 0, 0, 0, 1, (rowsOff * PITCH) / scale, 0, 0, 1]);
      const index = new PageIndex();
      index.add('list', 1, profile);
      const candidate: VerifiedPage = {
        page: { formId: 'list', pageNumber: 1, profile },
        twins: [],
        fit: { homography, inliers: 100, visible: 100, points: { page: [], frame: [] } },
        meanPlane: null,
        outlined: outlined && { planes: [plane], ...outlined },
        score: 1,
        ink: null,
      };
      layInk(seen, candidate, index.ink(profile));
      return candidate;
    };

    expect(laid(shown, 2, null).score).toBeGreaterThan(0.15);
    expect(laid(shown, 2, { alone: false }).score).toBeLessThan(0.05);
    expect(laid(shown, 2, { alone: true }).score).toBeLessThan(0.05);
    // Its rules agree, and they are most of its ink.
    const other = listWith(print, 320);
    expect(laid(other, 0, null).score).toBeLessThan(0.35);
    expect(laid(other, 0, { alone: true }).score).toBeGreaterThan(0.35);

    const asked = (...verified: VerifiedPage[]): VerifiedPage[] => {
      doubtLetters(seen, verified);
      return verified;
    };
    expect(asked(laid(shown, 0, null))[0].score).toBe(laid(shown, 0, null).score);
    expect(asked(laid(other, 0, null))[0].score).toBeGreaterThan(0.35);
    // A list without words has none to ask: it does not take the place of one that was asked.
    const blank = listWith({ ...print, data: new Uint8Array(print.data.length).fill(255) }, 0);
    const wordless = { ...laid(blank, 0, null), score: 0.34 };
    expect(asked(laid(other, 0, null), wordless)[0].score).toBeGreaterThan(0.35);
  });
});
