import { LEADING } from '../../libs/vision/ink/block-growth.js';
import { HALF_BLOCK } from '../../libs/vision/ink/frame-sampler.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { coverableInk } from '../../libs/vision/matching/covered-ink.js';
import type { Homography } from '../../libs/vision/pixels/raster.js';

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
