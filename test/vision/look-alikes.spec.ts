import { describePage, matchFrame, PAGE_LONG_SIDE, PageIndex } from '../../libs/vision/index.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { resizeMap } from '../../libs/vision/geometry/plane-geometry.js';
import { decideLookAlikes } from '../../libs/vision/matching/decide-look-alikes.js';
import { layInk } from '../../libs/vision/matching/lay-ink.js';
import { seenFrame } from '../../libs/vision/matching/seen-frame.js';
import type { VerifiedPage } from '../../libs/vision/matching/verified-page.js';
import { inkLook } from '../../libs/vision/matching/ink-look.js';
import { blurredCopy } from '../../libs/vision/pixels/gaussian-blur.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import { smallPage } from '../support/as-detected.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const WHITE = 255;

/** A place of a page and its size, px. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A copy of a picture with a box of it drawn anew. @param level of a px of the box */
function drawnIn(page: Raster, box: Box, level: (x: number, y: number) => number): Raster {
  const data = page.data.slice();
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) data[(box.top + y) * page.width + box.left + x] = level(x, y);
  return { ...page, data };
}

/** As a camera shows it. */
const softened = (page: Raster, blur = 1): Raster => blurredCopy(page, blur);

describe('two pages that differ by a bar code and two words', () => {
  let plain: Raster;
  let barred: Raster;
  let codeBox: Box;
  const index = new PageIndex();

  beforeAll(async () => {
    const [form] = sampleForms();
    plain = smallPage(await renderPdfPage(await form.pdf(), 1, DPI));
    codeBox = { left: 90, top: plain.height - 110, width: 240, height: 60 };
    plain = drawnIn(plain, codeBox, () => WHITE);
    // Bars of one to some modules, 3 px each, without a pattern.
    barred = drawnIn(plain, codeBox, (x) => ((((x / 3) | 0) * 7919) % 13 < 6 ? 0 : WHITE));
    // Letters of one line stand in place of another's.
    for (const [to, from] of [
      [
        { left: 300, top: 340 },
        { left: 140, top: 500 },
      ],
      [
        { left: 440, top: 720 },
        { left: 360, top: 1180 },
      ],
    ])
      barred = drawnIn(
        barred,
        { ...to, width: 20, height: 16 },
        (x, y) => plain.data[(from.top + y) * plain.width + from.left + x],
      );
    index.add('plain', 1, describePage(plain));
    index.add('barred', 1, describePage(barred));
  });

  const match = (frame: Raster) => matchFrame(softened(frame), index).candidates;

  it('are told apart whichever is shown', () => {
    for (const [name, frame] of [
      ['plain', plain],
      ['barred', barred],
    ] as const) {
      const [best, second] = match(frame);
      expect(best.formId).toBe(name);
      expect(second.score - best.score).toBeGreaterThan(0.3);
    }
  });

  it('are not taken for each other where the bar code lies under something as white as the paper', () => {
    const [best, second] = match(drawnIn(barred, codeBox, () => WHITE));
    expect(best.formId).toBe('barred');
    expect(second.score - best.score).toBeLessThan(0.2);
  });
});

describe('two pages that differ by a word at the rim of a scan', () => {
  it('are told apart, though the frame ends beside it', async () => {
    const [form] = sampleForms();
    const page = smallPage(await renderPdfPage(await form.pdf(), 1, DPI));
    const word = (left: number) =>
      drawnIn(
        page,
        { left: 300, top: 14, width: 70, height: 18 },
        (x, y) => page.data[(500 + y) * page.width + left + x],
      );
    const pages = { this: word(140), other: word(260) };
    const index = new PageIndex();
    for (const [name, picture] of Object.entries(pages)) index.add(name, 1, describePage(picture));
    for (const [name, picture] of Object.entries(pages)) {
      const [best, second] = matchFrame(softened(picture), index).candidates;
      expect(best.formId).toBe(name);
      expect(second.score - best.score).toBeGreaterThan(0.2);
    }
  });
});

describe('two pages whose lines lie some px apart, on a soft photograph of the one', () => {
  it('are told apart by how much each had to be strained, though both were bent to fit', async () => {
    const [form] = sampleForms();
    const page = smallPage(await renderPdfPage(await form.pdf(), 1, DPI));
    const { width, height } = page;
    const [moved, left] = [6, 765];
    const right: Box = { left, top: moved, width: width - left, height: height - moved };
    const other = drawnIn(page, right, (x, y) => page.data[y * width + left + x]);
    const frame = toGrey(reduceByBoxes(softened(page, 2), 740).raster);
    const seen = seenFrame(frame);
    const scale = frame.width / width;
    const index = new PageIndex();
    const laid = (formId: string, picture: Raster): VerifiedPage => {
      const profile = describePage(picture);
      index.add(formId, 1, profile);
      const homography = resizeMap(scale, scale);
      const fit = { homography, inliers: 100, visible: 100, points: { page: [], frame: [] } };
      const place = { page: { formId, pageNumber: 1, profile }, twins: [], fit };
      const verified: VerifiedPage = { ...place, meanPlane: null, outlined: null, score: 1, ink: null };
      layInk(seen, verified, index.ink(profile));
      return { ...verified, ink: { ...verified.ink!, bend: 0.1 } };
    };
    const [best, second] = [laid('page', page), laid('other', other)];
    expect(second.score - best.score).toBeLessThan(0.02);
    decideLookAlikes(frame, [best, second]);
    expect(second.score - best.score).toBeGreaterThan(0.2);
  });
});

describe('how a frame shows ink', () => {
  it("is measured on print where a rule's end alone is found more clearly", () => {
    const size = { width: 1275, height: PAGE_LONG_SIDE };
    const blank: Raster = {
      ...size,
      channels: 1,
      data: new Uint8Array(size.width * size.height).fill(WHITE),
    };
    const ruled = drawnIn(blank, { left: 600, top: 0, width: 3, height: 150 }, () => 0);
    const page = drawnIn(ruled, { left: 100, top: 1000, width: 300, height: 300 }, (x, y) =>
      // Strokes, as letters have them.
      x % 14 < 4 && y % 20 < 14 ? 0 : WHITE,
    );
    const blockAt = (x: number, y: number, correlation: number): RegisteredBlock => ({
      ...{ x, y, correlation, dx: 0, dy: 0, expected: correlation, found: 1, closeBy: 0, shown: 0 },
      ...{ visible: true, ink: 100 },
    });
    const blocks = [
      ...[255, 256, 257, 258, 259, 260].map((y) => blockAt(600, y, 0.99)),
      ...[1100, 1150, 1200].map((y) => blockAt(250, y, 0.9)),
    ];
    const ink = profileInk(describePage(page));
    const frame = softened(page);
    const look = inkLook(
      { frame, homography: [1, 0, 0, 0, 1, 0, 0, 0, 1], blocks },
      ink,
      size.width / ink.width,
    );
    expect(look.gain).toBeLessThan(-0.3);
  });
});
