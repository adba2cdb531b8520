import { describePage } from '../../libs/vision/features/page-profile.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { registerFlat } from '../../libs/vision/registration/flat-registration.js';
import { detectedLay } from '../support/detected-lay.js';
import { DrawnSheet } from '../support/drawn-sheet.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Of the slip, px: its rows, their labels' width, and where these are cut from another page. */
const ROWS = 7;
const LABEL = { left: 100, width: 150, height: 34 };
const RULE = { left: 270, thickness: 3 };

it('a curled slip whose labels lie in a plane is not flat where its rules are missed', async () => {
  const print = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
  const slip = new DrawnSheet(print);
  slip.paste(print, { left: 60, top: 40, width: 500, height: 60 }, 100, 90);
  for (let row = 0; row < ROWS; row++) {
    const top = 200 + row * 100;
    slip.paste(print, { ...LABEL, top: 200 + row * 40 }, LABEL.left, top);
    slip.ink(RULE.left, top + 30, print.width - 100 - RULE.left, RULE.thickness);
  }
  slip.ink(100, 1100, print.width - 200, RULE.thickness);
  const page = toGrey(slip.picture);
  const photo = await photographPage(slip.picture, DPI, { level: 'curled', seed: 119, megapixels: 4 });
  const guess = detectedLay(photo.rgb, page, describePage(page))!;

  const { registration, seen, bentElsewhere } = registerFlat(page, photo.rgb, guess);
  // All labels that are found lie in the plane.
  expect(seen!.byPlane.length).toBeGreaterThan(0.9 * seen!.left.length);
  expect(seen!.lines.length).toBeLessThan(seen!.checkedLines / 2);
  expect(registration).toBeNull();
  expect(bentElsewhere).toBe(true);
});
