import { skewWithin } from '../../libs/vision/outline/enclosing-sheet.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { homographyFromPoints, frameQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { planePicture, type Colour, type ColourAt } from '../support/plane-picture.js';

const TABLE: Colour = [120, 100, 84];
const PAPER: Colour = [232, 230, 226];
const BLUE: Colour = [40, 60, 130];

/** A sheet of A4 seen at an angle. */
const SHEET: Quad = [
  { x: 180, y: 170 },
  { x: 700, y: 220 },
  { x: 780, y: 1010 },
  { x: 90, y: 960 },
];

const picture = (colourAt: ColourAt): Raster => planePicture(SHEET, colourAt, TABLE, 0.004);

function within(p: Point, left: number, top: number, right: number, bottom: number): boolean {
  return p.x >= left && p.y >= top && p.x < right && p.y < bottom;
}

const jaccard = (found: Quad, quad: Quad): number => outlineJaccard(found, { quad });

/** A part of the sheet, mm, as it is seen. */
function seen(left: number, top: number, right: number, bottom: number): Quad {
  const toPicture = homographyFromPoints(frameQuad(210, 297), SHEET)!;
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return corners.map(([x, y]) => project(toPicture, x - 0.5, y - 0.5)) as Quad;
}

/** The same, turned about its middle. */
function turned(quad: Quad, degrees: number): Quad {
  const [cx, cy] = [0, 1].map((k) => quad.reduce((sum, p) => sum + (k ? p.y : p.x) / 4, 0));
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return quad.map(({ x, y }) => ({
    x: cx + c * (x - cx) - s * (y - cy),
    y: cy + s * (x - cx) + c * (y - cy),
  })) as Quad;
}

describe('a sheet of which a part stands out more than the sheet does', () => {
  const onSheet = (p: Point): boolean => within(p, 0, 0, 209.5, 296.5);

  it.each<[string, (p: Point) => Colour]>([
    ['a form with a coloured head', (p) => (p.y < 50 ? BLUE : PAPER)],
    ['a form with a coloured head and foot', (p) => (p.y < 40 || p.y > 270 ? BLUE : PAPER)],
    // Its fields end raggedly: the border through their ends leans by 0.7 degrees.
    [
      'a tinted slip with white fields',
      (p) => {
        const row = Math.floor((p.y - 60) / 30);
        const isField = row >= 0 && row < 6 && p.y - 60 - 30 * row < 24;
        return isField && p.x >= 18 && p.x < 195 - 0.4 * row ? [244, 244, 242] : [206, 170, 146];
      },
    ],
    ['a white panel on a coloured page', (p) => (within(p, 20, 25, 190, 230) ? PAPER : BLUE)],
  ])('%s is found whole', (_, print) => {
    const found = findPageOutline(picture((p) => (onSheet(p) ? print(p) : null)));
    expect(jaccard(found!.quad, SHEET)).toBeGreaterThan(0.98);
    expect(found!.confidence).toBeGreaterThan(0.7);
  });

  it('a page laid on a dark folder is the page alone', () => {
    const page = turned(seen(25, 30, 185, 256), 2.5);
    const toPage = homographyFromPoints(page, frameQuad(210, 297))!;
    const toPicture = homographyFromPoints(frameQuad(210, 297), SHEET)!;
    const found = findPageOutline(
      picture((p) => {
        const q = project(toPicture, p.x, p.y);
        const on = project(toPage, q.x, q.y);
        if (within(on, -0.5, -0.5, 209.5, 296.5)) return PAPER;
        return onSheet(p) ? [52, 50, 56] : null;
      }),
    );
    expect(jaccard(found!.quad, page)).toBeGreaterThan(0.98);
  });

  it.each([35, 50, 65])('a page squared up on a cloth with checks of %i mm is the page alone', (size) => {
    const page = seen(45, 60, 175, 243);
    const toPage = homographyFromPoints(page, frameQuad(210, 297))!;
    const toPicture = homographyFromPoints(frameQuad(210, 297), SHEET)!;
    const found = findPageOutline(
      picture((p) => {
        const q = project(toPicture, p.x, p.y);
        if (within(project(toPage, q.x, q.y), -0.5, -0.5, 209.5, 296.5)) return PAPER;
        return (Math.floor((p.x + 300) / size) + Math.floor((p.y + 400) / size)) % 2
          ? TABLE
          : [164, 150, 138];
      }),
    );
    expect(jaccard(found!.quad, page)).toBeGreaterThan(0.98);
  });

  it('what is printed is straight in the plane of its sheet, however the sheet is seen', () => {
    expect(skewWithin(SHEET, seen(30, 40, 150, 200))).toBeLessThan(0.01);
    expect(skewWithin(SHEET, turned(seen(30, 40, 150, 200), 2))).toBeGreaterThan(1);
  });
});
