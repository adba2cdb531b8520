import { describePage, PageIndex } from '../../libs/vision/index.js';
import { LEADING } from '../../libs/vision/ink/block-growth.js';
import { HALF_BLOCK } from '../../libs/vision/ink/frame-sampler.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { coverableInk } from '../../libs/vision/matching/covered-ink.js';
import { layInk } from '../../libs/vision/matching/lay-ink.js';
import { seenFrame } from '../../libs/vision/matching/seen-frame.js';
import type { VerifiedPage } from '../../libs/vision/matching/verified-page.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';
import { smallPage } from '../support/as-detected.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const plane: Homography = [0.5, 0.02, 30, -0.01, 0.6, 20, 1e-5, 2e-5, 1];
/** The other page's print lies so far up and to the left of this one's, px of the page. */
const [aside, above] = [40, 25];
const moved: Homography = [
  plane[0],
  plane[1],
  plane[2] + plane[0] * aside + plane[1] * above,
  plane[3],
  plane[4],
  plane[5] + plane[3] * aside + plane[4] * above,
  plane[6],
  plane[7],
  1 + plane[6] * aside + plane[7] * above,
];

function block(x: number, y: number, correlation: number, dx = 0): RegisteredBlock {
  const rest = { dy: 0, expected: 0, found: 0, closeBy: 0, shown: 0, visible: true, ink: 9 };
  return { ...rest, x, y, dx, correlation };
}

describe('ink that may lie under something', () => {
  const found = block(100, 100, 0.9);
  const lost = [block(200, 100, 0.1), block(300, 100, 0.2), block(400, 100, 0.3)];
  const blocks = [found, ...lost, block(500, 100, LEADING - 0.05)];

  it('is all that is lost, where no other page is found', () => {
    expect([...coverableInk({ homography: plane, blocks }, null)]).toEqual(lost);
  });

  it('is none of it in whose place ink of another page is found', () => {
    const other = [
      // The sheet is bent there by as much for the one page as for the other.
      block(200 - aside + HALF_BLOCK / 2, 100 - above, 0.8),
      block(300 - aside - HALF_BLOCK - 5, 100 - above, 0.8, 10),
      block(400 - aside, 100 - above, LEADING - 0.01),
    ];
    const coverable = coverableInk({ homography: plane, blocks }, { homography: moved, blocks: other });
    expect([...coverable]).toEqual([lost[2]]);
  });

  it('is all of it again where the other page lies elsewhere', () => {
    const other = lost.map(({ x, y }) => block(x - aside, y - above + 2 * HALF_BLOCK + 1, 0.9));
    const coverable = coverableInk({ homography: plane, blocks }, { homography: moved, blocks: other });
    expect([...coverable]).toEqual(lost);
  });
});

describe('a page in whose place another has a dark box with print of its own', () => {
  /** Level of the box, and its corners, px of the page. */
  const TINT = 170;
  const [LEFT, TOP, BOTTOM] = [640, 500, 1100];

  it('is not excused for what the box hides where that other is found', async () => {
    const [page, donor] = await Promise.all(
      [2, 5].map(async (form) => {
        const drawn = await renderPdfPage(await sampleForms()[form].pdf(), 1, 150);
        return smallPage(drawn);
      }),
    );
    const boxed: Raster = { ...page, data: page.data.slice() };
    for (let y = TOP; y < BOTTOM; y++)
      for (let x = LEFT; x < page.width; x++)
        boxed.data[y * page.width + x] = (donor.data[y * donor.width + x] * TINT) / 255;
    const seen = seenFrame(boxed);
    const index = new PageIndex();
    const laid = (formId: string, picture: Raster, found: VerifiedPage | null): VerifiedPage => {
      const profile = describePage(picture);
      index.add(formId, 1, profile);
      const homography: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      const fit = { homography, inliers: 100, visible: 100, points: { page: [], frame: [] } };
      const place = { page: { formId, pageNumber: 1, profile }, twins: [], fit };
      const verified: VerifiedPage = { ...place, meanPlane: null, outlined: null, score: 1, ink: null };
      layInk(seen, verified, index.ink(profile), { found });
      return verified;
    };
    const alone = laid('page', page, null);
    expect(alone.ink!.hidden.size).toBeGreaterThan(20);
    const beside = laid('page', page, laid('boxed', boxed, null));
    expect(beside.score).toBeGreaterThan(alone.score + 0.05);
    expect(beside.ink!.hidden.size).toBeLessThan(alone.ink!.hidden.size / 2);
  });
});
