import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { showsAnotherRevision } from '../../libs/vision/normalization/another-revision.js';
import { describePage } from '../../libs/vision/features/page-profile.js';
import { FRAME_LONG_SIDE, matchFrame, PageIndex } from '../../libs/vision/index.js';
import { normalizeFrame, type NormalizationFlag } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import { photographPage, type BoothOptions, type Photograph } from '../support/photo-booth/index.js';
import { underASlip } from '../support/photo-booth/under-a-slip.js';
import { writeOnPage } from '../support/photo-booth/write-on-page.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** Few px keep the test short; print of ten points is still sharp. */
const MEGAPIXELS = 4;

/** First page of a form in two years, which differ in the year and in the text of one line. */
async function inTwoYears(): Promise<[Raster, Raster]> {
  const [before, now] = sampleForms();
  return [await renderPdfPage(await before.pdf(), 1, DPI), await renderPdfPage(await now.pdf(), 1, DPI)];
}

async function shoot(picture: Raster, options: Partial<BoothOptions>): Promise<Photograph> {
  return photographPage(picture, DPI, { level: 'easy', seed: 21, megapixels: MEGAPIXELS, ...options });
}

/**
 * A page with a note stuck on it that is written on. @param place its upper left corner, parts of the page's width and
 * height
 */
function withNote(page: Raster, [left, top]: readonly [number, number]): Raster {
  const { data, width, height, channels } = page;
  const noted = data.slice();
  const side = Math.round(0.24 * width);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isWritten = y % 28 < 3 && x > 0.12 * side && x < 0.8 * side;
      const at = (Math.round(top * height) + y) * width + Math.round(left * width) + x;
      noted.set((isWritten ? [40, 60, 130] : [250, 235, 100]).slice(0, channels), at * channels);
    }
  return { ...page, data: noted };
}

/** A page with one row more, as high as a field, in its middle: what stood below stands lower. */
function withOneRowMore({ data, width, height, channels }: Raster): Raster {
  const row = Math.round((7 / 25.4) * DPI) * width * channels;
  const middle = Math.round(height / 2) * width * channels;
  const longer = data.slice();
  longer.set(data.subarray(middle - row, data.length - row), middle);
  return { data: longer, width, height, channels };
}

function inTwoTones(frame: Raster): Raster {
  const data = toGrey(frame).data.map((level) => (level < 150 ? 0 : 255));
  return { ...frame, data, channels: 1 };
}

describe('another revision of a known form', () => {
  let before: Raster;
  let now: Raster;
  let flagOf: (frame: Raster) => NormalizationFlag | null;
  beforeAll(async () => {
    [before, now] = await inTwoYears();
    const page = toGrey(before);
    const profile = describePage(page);
    flagOf = (frame) => normalizeFrame(frame, { page, profile, dpi: DPI }).flag;
  });

  it('is told on a flat sheet that is written on', async () => {
    const { rgb } = await shoot(now, { writing: true, quarterTurns: 1 });
    expect(flagOf(rgb)).toBe('other_revision');
  });

  it('is told without a picture made of it, from where the detector has the page', async () => {
    const page = toGrey(before);
    const reference = { page, profile: describePage(page), dpi: DPI };
    const shown = async (picture: Raster) => {
      const { rgb, truth } = await shoot(picture, { writing: true });
      const lay = homographyFromPoints(frameQuad(page.width, page.height), truth.quad);
      return showsAnotherRevision(rgb, { ...reference, lay });
    };
    expect(await shown(now)).toBe(true);
    expect(await shown(before)).toBe(false);
  });

  it('is told on a curled one', async () => {
    const { rgb } = await shoot(now, { level: 'curled', seed: 5, writing: true });
    expect(flagOf(rgb)).toBe('other_revision');
  });

  it.each([
    ['easy', 21],
    ['curled', 26],
  ] as const)('is told by a row more, which moved what stands below (%s, seed %d)', async (level, seed) => {
    const { rgb } = await shoot(withOneRowMore(before), { level, seed, writing: true });
    expect(flagOf(rgb)).toBe('other_revision');
  });

  it('is looked for where much of a page is not in its place', async () => {
    const index = new PageIndex();
    index.add('form', 1, describePage(toGrey(before)));
    const missingOf = async (picture: Raster) => {
      const { rgb } = await shoot(picture, { writing: true });
      return matchFrame(reduceByBoxes(toGrey(rgb), FRAME_LONG_SIDE).raster, index).missing;
    };
    expect(await missingOf(withOneRowMore(before))).toBeGreaterThan(0.02);
    expect(await missingOf(before)).toBeLessThan(0.004);
  });

  it('is told by a row more in two tones', async () => {
    const { rgb } = await shoot(withOneRowMore(before), { level: 'scan' });
    expect(flagOf(inTwoTones(rgb))).toBe('other_revision');
  });

  it('is no page that is filled densely and stamped', async () => {
    let filled = before;
    for (let seed = 1; seed <= 3; seed++) filled = writeOnPage(filled, DPI, undefined, new Random(seed));
    expect(flagOf((await shoot(filled, {})).rgb)).toBeNull();
  });

  it('is no page of which a slip hides the middle', async () => {
    const photo = await shoot(before, { writing: true });
    const half = (15 / 25.4) * DPI;
    const middle = before.height / 2;
    expect(flagOf(underASlip(photo, [200, before.width - 200], [middle - half, middle + half]))).toBeNull();
  });

  it('is no page with a note on it that is written on', async () => {
    const { rgb } = await shoot(withNote(before, [0.05, 0.35]), {});
    expect(flagOf(rgb)).toBeNull();
  });

  it('is not told where a mirrored lamp veils print, with a picture made of it or without', async () => {
    const page = toGrey(before);
    const { rgb, truth } = await shoot(now, { seed: 24, writing: true, glare: true });
    const lay = homographyFromPoints(frameQuad(page.width, page.height), truth.quad);
    const reference = { page, profile: describePage(page), dpi: DPI, lay };
    expect(showsAnotherRevision(rgb, reference)).toBe(false);
    expect(normalizeFrame(rgb, reference).flag).toBe('low_quality');
  });

  it('is no blurred page, nor one in bad light', async () => {
    expect(flagOf((await shoot(before, { level: 'hard', seed: 31 })).rgb)).not.toBe('other_revision');
  });

  it('is no page in two tones, which leave out pale print', async () => {
    const { rgb } = await shoot(before, { level: 'scan' });
    expect(flagOf(inTwoTones(rgb))).toBeNull();
  });
});
