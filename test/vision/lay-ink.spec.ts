import { describePage, PAGE_LONG_SIDE, PageIndex } from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { layInk } from '../../libs/vision/matching/lay-ink.js';
import { matchPages } from '../../libs/vision/matching/match-frame.js';
import { seenFrame } from '../../libs/vision/matching/seen-frame.js';
import type { VerifiedPage } from '../../libs/vision/matching/verified-page.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import type { Homography } from '../../libs/vision/pixels/raster.js';
import { decodedFrame, smallPage } from '../support/as-detected.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { floor } = Math;

const DPI = 150;

describe('ink of a bent sheet', () => {
  it('is laid from the mean plane where the plane of a part of the sheet does not find the rest', async () => {
    const form = sampleForms()[2];
    const drawn = await renderPdfPage(await form.pdf(), 1, DPI);
    const photo = await photographPage(drawn, DPI, { level: 'curled', seed: 13, megapixels: 3 });
    const grey = await decodedFrame(photo);
    const profile = describePage(smallPage(drawn));
    const index = new PageIndex();
    index.add(form.key, 1, profile);

    /** The plane nearest to where the photograph shows the page down to a part of its height. */
    const planeDownTo = (part: number): Homography => {
      const places = Array.from({ length: 100 }, (_, k) => ({
        x: ((k % 10) / 9) * (profile.width - 1),
        y: (floor(k / 10) / 9) * part * (profile.height - 1),
      }));
      const scale = drawn.width / profile.width;
      const shrunk = grey.width / photo.rgb.width;
      const seen = places.map(({ x, y }) => photo.truth.pageToPhoto(scale * x, scale * y));
      return homographyFromPoints(
        places,
        seen.map(({ x, y }) => ({ x: shrunk * x, y: shrunk * y })),
      )!;
    };
    const laid = (
      homography: Homography,
      meanPlane: Homography | null,
      found: VerifiedPage | null = null,
    ): VerifiedPage => {
      const fit = { homography, inliers: 100, visible: 100, points: { page: [], frame: [] } };
      const page = { formId: form.key, pageNumber: 1, profile };
      const candidate: VerifiedPage = {
        page,
        twins: [],
        fit,
        meanPlane,
        outlined: null,
        score: 1,
        ink: null,
      };
      layInk(
        { grey, flat: flatten(grey), isTwoTone: false, layings: 0, views: [] },
        candidate,
        index.ink(profile),
        {
          found,
        },
      );
      return candidate;
    };

    const part = planeDownTo(0.1);
    const mean = planeDownTo(1);
    // Another page that was found, no matter where: none is laid a third time then.
    const other = laid(mean, null);
    other.ink = null;
    const alone = laid(part, null, other);
    const helped = laid(part, mean, other);
    expect(alone.score).toBeGreaterThan(0.15);
    expect(helped.score).toBeLessThan(alone.score - 0.1);
    expect(helped.fit.homography).toEqual(mean);
    // From a larger part the sheet is followed as one that is rolled.
    expect(laid(planeDownTo(0.25), null, other).score).toBeLessThan(0.1);
    // What shows more of the ink stays, whichever is tried first.
    expect(laid(mean, part, other).score).toBeLessThanOrEqual(helped.score);
    // The ink that is found says better than that part of the sheet where the rest lies.
    expect(laid(part, null).score).toBeLessThan(alone.score - 0.01);
    // Where a look-alike lies well, the sheet's bend is known.
    const known = laid(mean, part);
    const like = laid(part, null, known);
    expect(known.ink!.bend).toBeGreaterThan(0);
    expect(like.ink!.laidLike).toBe(known.page);
    expect(like.score).toBeLessThanOrEqual(known.score + 0.02);
  });

  it('is laid where a look-alike lies that is described at another size, bent as that is', async () => {
    const drawn = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
    const photo = await photographPage(drawn, DPI, {
      level: 'curled',
      seed: 5,
      megapixels: 2,
      quarterTurns: 'random',
    });
    const frame = seenFrame(await decodedFrame(photo));
    const described = (side: number) => describePage(toGrey(reduceByBoxes(drawn, side).raster));
    const index = new PageIndex();
    index.add('form', 1, described(PAGE_LONG_SIDE));
    const [best] = matchPages(frame, index);
    expect(best.ink!.bend).toBeGreaterThan(0);

    const profile = described(PAGE_LONG_SIDE / 2);
    const alike: VerifiedPage = {
      ...best,
      page: { formId: 'the same', pageNumber: 1, profile },
      score: 1,
      ink: null,
    };
    layInk(frame, alike, index.ink(profile), { found: best });
    expect(alike.ink!.laidLike).toBe(best.page);
    expect(alike.score).toBeLessThan(best.score + 0.01);
  });
});

describe('ink of a flat sheet', () => {
  /** From here on the print of the other year stands so much lower, px of the page. */
  const [FROM, LOWER] = [600, 9];

  it('is not fitted by bending the sheet where another page shows that it is flat', async () => {
    const drawn = await renderPdfPage(await sampleForms()[2].pdf(), 1, DPI);
    const page = smallPage(drawn);
    const { data, width, height } = page;
    const moved = { ...page, data: data.slice() };
    moved.data.copyWithin((FROM + LOWER) * width, FROM * width, (height - LOWER) * width);
    moved.data.fill(255, FROM * width, (FROM + LOWER) * width);
    const pages = { shown: moved, other: page };
    const index = new PageIndex();
    for (const [name, picture] of Object.entries(pages)) index.add(name, 1, describePage(picture));
    const [best, second] = matchPages(seenFrame(moved), index);
    expect([best, second].map((v) => v.page.formId)).toEqual(['shown', 'other']);
    expect(second.ink!.bend).toBe(0);
    index.removeForm('shown');
    // Nothing tells that other page alone from one on a bent sheet.
    expect(matchPages(seenFrame(moved), index)[0].ink!.bend).toBeGreaterThan(0);
  });
});
