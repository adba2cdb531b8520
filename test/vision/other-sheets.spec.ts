import { describePage } from '../../libs/vision/features/page-profile.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { alignFromOutline } from '../../libs/vision/normalization/known-page.js';
import { otherSheets } from '../../libs/vision/outline/other-sheets.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const [WIDTH, HEIGHT] = [1500, 1100];
const TABLE = 90;
const LEFT: Quad = [
  { x: 60, y: 80 },
  { x: 700, y: 60 },
  { x: 720, y: 960 },
  { x: 40, y: 970 },
];
const RIGHT: Quad = [
  { x: 800, y: 100 },
  { x: 1430, y: 120 },
  { x: 1450, y: 1010 },
  { x: 790, y: 1000 },
];

/** Pages, grey, where their corners are said to lie on a table. */
function onTable(sheets: readonly { page: Raster; corners: Quad }[]): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(TABLE);
  for (const { page, corners } of sheets) {
    const toPage = homographyFromPoints(corners, frameQuad(page.width, page.height))!;
    for (let y = 0, k = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++, k++) {
        const p = project(toPage, x, y);
        const [px, py] = [Math.round(p.x), Math.round(p.y)];
        if (px < 0 || py < 0 || px >= page.width || py >= page.height) continue;
        data[k] = 0.9 * page.data[py * page.width + px];
      }
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

function farthest(found: Quad, corners: Quad): number {
  return Math.max(...found.map((p, i) => Math.hypot(p.x - corners[i].x, p.y - corners[i].y)));
}

describe('two sheets in one photograph', () => {
  let pages: Raster[];
  let frame: Raster;
  beforeAll(async () => {
    const forms = sampleForms();
    pages = await Promise.all(
      [forms[0], forms[4]].map(async (form) => toGrey(await renderPdfPage(await form.pdf(), 1, 100))),
    );
    frame = onTable([
      { page: pages[0], corners: LEFT },
      { page: pages[1], corners: RIGHT },
    ]);
  });

  it('are told apart', () => {
    const [beside, ...more] = otherSheets(frame, LEFT);
    expect(farthest(beside, RIGHT)).toBeLessThan(5);
    expect(more).toEqual([]);
  });

  it('are searched for the page that is named, whichever of them stands out more', () => {
    [LEFT, RIGHT].forEach((corners, k) => {
      const page = pages[k];
      const reference = { page, profile: describePage(page), dpi: 100 };
      const other = k === 0 ? RIGHT : LEFT;
      const laid = alignFromOutline(new FrameCopies(frame), reference, { outline: other, wide: false })!;
      expect(laid.diagnostics.way).toBe('registered');
      expect(farthest(laid.outline!, corners)).toBeLessThan(5);
    });
  });

  it('are neither where the page that is named is not among them', () => {
    const page = pages[0];
    const alone = onTable([
      { page: pages[1], corners: LEFT },
      { page: pages[1], corners: RIGHT },
    ]);
    const reference = { page, profile: describePage(page), dpi: 100 };
    expect(alignFromOutline(new FrameCopies(alone), reference, { outline: LEFT, wide: false })).toBeNull();
  });
});
