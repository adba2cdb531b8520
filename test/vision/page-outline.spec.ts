import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { pageProportions } from '../../libs/vision/outline/page-proportions.js';
import { homographyFromPoints, frameQuad, turnQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { grainAt } from '../support/grain-at.js';

const { cos, min, sin } = Math;

/** A page of paper with rows of dashes, seen on a table. */
function picture(quad: Quad, paper: [number, number, number], table: [number, number, number]): Raster {
  const width = 900;
  const height = 1200;
  const data = new Uint8Array(width * height * 3);
  const toPage = homographyFromPoints(quad, frameQuad(210, 297))!;
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k += 3) {
      const p = project(toPage, x, y);
      const inside = p.x > -0.5 && p.y > -0.5 && p.x < 209.5 && p.y < 296.5;
      const ink = inside && p.x > 20 && p.x < 190 && p.y > 20 && p.y < 270 && p.y % 8 < 2 && p.x % 3 < 2;
      // Fall-off of light to the right, and a grain that is the same every time.
      const light = 1 - (0.25 * x) / width + grainAt(x, y, 5) * 0.004;
      const colour = inside ? paper : table;
      for (let c = 0; c < 3; c++) data[k + c] = min(255, (ink ? 40 : colour[c]) * light);
    }
  return { data, width, height, channels: 3 };
}

const TILTED: Quad = [
  { x: 180, y: 170 },
  { x: 700, y: 220 },
  { x: 780, y: 1010 },
  { x: 90, y: 960 },
];

function truth(quad: Quad): { quad: Quad; pageToPhoto: () => never } {
  return {
    quad,
    pageToPhoto: () => {
      throw new Error('not asked for');
    },
  };
}

describe('finding the page in a picture', () => {
  const tables: [string, [number, number, number]][] = [
    ['a dark table', [60, 50, 45]],
    ['a light table, a little darker than the paper', [205, 205, 200]],
    ['a coloured table as light as the paper', [150, 240, 255]],
  ];
  it.each(tables)('finds a tilted page on %s', (_, table) => {
    const found = findPageOutline(picture(TILTED, [232, 230, 226], table));
    expect(outlineJaccard(found!.quad, truth(TILTED))).toBeGreaterThan(0.985);
    expect(found!.cut).toEqual([false, false, false, false]);
  });

  it('finds a page that the picture cuts off, and says at which side', () => {
    const cut: Quad = [
      { x: 120, y: 300 },
      { x: 760, y: 310 },
      { x: 790, y: 1330 },
      { x: 90, y: 1320 },
    ];
    const found = findPageOutline(picture(cut, [230, 230, 230], [70, 60, 60]));
    expect(found!.cut).toEqual([false, false, true, false]);
    expect(found!.quad[0].x).toBeCloseTo(120, -1);
    expect(found!.quad[0].y).toBeCloseTo(300, -1);
  });

  it('is not sure of anything in an empty picture', () => {
    const empty = picture(
      [
        { x: -3, y: -3 },
        { x: -2, y: -3 },
        { x: -2, y: -2 },
        { x: -3, y: -2 },
      ],
      [0, 0, 0],
      [200, 200, 200],
    );
    const found = findPageOutline(empty);
    expect(found?.confidence ?? 0).toBeLessThan(0.5);
  });
});

describe('proportions of a page', () => {
  /** Corners of a sheet in a picture of 3000 x 4000 px taken with a lens of 3000 px focal length. */
  function seen(widthMm: number, heightMm: number, tiltX: number, tiltY: number): Quad {
    const corners = [
      [-widthMm / 2, -heightMm / 2],
      [widthMm / 2, -heightMm / 2],
      [widthMm / 2, heightMm / 2],
      [-widthMm / 2, heightMm / 2],
    ];
    return corners.map(([x, y]) => {
      const z1 = y * sin(tiltX);
      const y1 = y * cos(tiltX);
      const x2 = x * cos(tiltY) + z1 * sin(tiltY);
      const z2 = z1 * cos(tiltY) - x * sin(tiltY);
      return { x: 1499.5 + (3000 * x2) / (350 + z2), y: 1999.5 + (3000 * y1) / (350 + z2) };
    }) as Quad;
  }

  it.each([
    ['A4', 210, 297, 0.1, 0.05],
    ['A4', 210, 297, 0.6, 0],
    ['A4', 210, 297, 0.4, 0.45],
    ['Letter', 215.9, 279.4, 0.5, -0.3],
    ['Legal', 215.9, 355.6, -0.35, 0.3],
  ] as const)('tells %s under perspective', (sheet, w, h, a, b) => {
    const found = pageProportions(seen(w, h, a, b), 3000, 4000);
    expect(found.sheet).toBe(sheet);
    expect(found.ratio).toBeCloseTo(w / h, 3);
  });

  it('keeps the proportions of a paper that is no common sheet', () => {
    const found = pageProportions(seen(80, 200, 0.5, 0.2), 3000, 4000);
    expect(found.sheet).toBeNull();
    expect(found.ratio).toBeGreaterThan(0.39);
    expect(found.ratio).toBeLessThan(0.41);
  });

  it('does not take a paper a little longer than Letter for Letter', () => {
    const found = pageProportions(seen(209.6, 276.4, 0.1, 0.05), 3000, 4000);
    expect(found.sheet).toBeNull();
    expect(found.ratio / (209.6 / 276.4)).toBeCloseTo(1, 2);
  });

  it('takes a bent sheet for a common one from further off than a flat one', () => {
    const quad = seen(215.9, 285, 0.1, 0.05);
    expect(pageProportions(quad, 3000, 4000, false, 0).sheet).toBeNull();
    expect(pageProportions(quad, 3000, 4000, false, 0.02).sheet).toBe('Letter');
  });

  it('turns a lying sheet with its corners', () => {
    const lying = turnQuad(seen(210, 297, 0.3, 0.2), 1);
    expect(pageProportions(lying, 3000, 4000).ratio).toBeCloseTo(297 / 210, 2);
  });
});
