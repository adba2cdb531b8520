import sharp from 'sharp';
import { decodeGrey, decodeGreyPart } from '../../libs/imaging/index.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { describePage, FRAME_LONG_SIDE, matchFrame, PageIndex, toGrey } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { matchPicture } from '../../libs/vision-pool/tasks/match-picture.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const WIDTH = 3000;
const HEIGHT = 4000;
/** Where the page lies in the picture, px. */
const LEFT = 1500;
const TOP = 700;
const SHOWN_HEIGHT = 1100;

const sharpOf = ({ data, width, height, channels }: Raster) =>
  sharp(data, { raw: { width, height, channels } });

/** The same page drawn once more: not the same px, and not to be told apart. */
function drawnAgain({ data, ...size }: Raster): Raster {
  const random = new Random(11);
  return { ...size, data: data.map((level) => Math.max(0, level - random.int(0, 3))) };
}

describe('a page that is small in the picture', () => {
  const index = new PageIndex();
  let picture: Buffer;
  let ratio: number;

  beforeAll(async () => {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    index.add('one', 1, describePage(toGrey(page)));
    index.add('other', 1, describePage(drawnAgain(toGrey(page))));
    index.add('clear', 1, describePage(toGrey(await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI))));
    ratio = page.width / page.height;
    const random = new Random(7);
    // A table of a rough surface: its own features are as many as the page's.
    const rough = Uint8Array.from({ length: (WIDTH / 8) * (HEIGHT / 8) }, () => random.int(60, 140));
    const table = sharp(rough, { raw: { width: WIDTH / 8, height: HEIGHT / 8, channels: 1 } });
    const small = await sharpOf(page).resize({ height: SHOWN_HEIGHT }).png().toBuffer();
    picture = await sharp(await table.resize(WIDTH, HEIGHT).png().toBuffer())
      .composite([{ input: small, left: LEFT, top: TOP }])
      .jpeg({ quality: 92 })
      .toBuffer();
  });

  it('is looked at closer, and found where it lies', async () => {
    const frame = await decodeGrey(picture, { longSide: FRAME_LONG_SIDE });
    const first = matchFrame(frame, index);
    expect(first.unclear).not.toBeNull();

    const stages: string[] = [];
    const { match, size } = await matchPicture(picture, index, (stage) => stages.push(stage));
    expect(stages.filter((stage) => stage === 'decode')).toHaveLength(2);
    expect(size).toEqual({ width: frame.width, height: frame.height });
    const [best, next] = match.candidates;
    expect([best.formId, next.formId].sort()).toEqual(['one', 'other']);
    expect(best.score).toBeLessThan(first.candidates[0].score);
    const scale = frame.height / HEIGHT;
    const at = project(best.homography, best.pageWidth, best.pageHeight);
    expect(Math.abs(at.x - scale * (LEFT + ratio * SHOWN_HEIGHT))).toBeLessThan(2);
    expect(Math.abs(at.y - scale * (TOP + SHOWN_HEIGHT))).toBeLessThan(2);
    for (const { x, y } of best.points) {
      expect(x).toBeGreaterThan(scale * LEFT - 3);
      expect(y).toBeLessThan(scale * (TOP + SHOWN_HEIGHT) + 3);
    }
  });

  it('is not decoded again where the first look was clear', async () => {
    const page = await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI);
    const stages: string[] = [];
    const { match } = await matchPicture(await sharpOf(page).png().toBuffer(), index, (s) => stages.push(s));
    expect(match.candidates[0].formId).toBe('clear');
    expect(stages.filter((stage) => stage === 'decode')).toHaveLength(1);
  });
});

describe('a part of a picture', () => {
  it('is the same part of the upright picture', async () => {
    const random = new Random(3);
    const data = Uint8Array.from({ length: 300 * 200 }, (_, i) => (i % 300) / 2 + random.int(0, 40));
    const turned = await sharp(data, { raw: { width: 300, height: 200, channels: 1 } })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const whole = await decodeGrey(turned);
    expect([whole.width, whole.height]).toEqual([200, 300]);
    const part = await decodeGreyPart(turned, { left: 0.25, top: 0.5, width: 0.5, height: 0.4 }, 1000);
    expect([part.width, part.height]).toEqual([100, 120]);
    for (const [x, y] of [
      [0, 0],
      [99, 0],
      [40, 119],
    ])
      expect(part.data[y * 100 + x]).toBe(whole.data[(150 + y) * 200 + 50 + x]);
  });
});
