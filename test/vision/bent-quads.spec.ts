import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { sheetGoesOn } from '../../libs/vision/outline/whole-page.js';
import { bowAt, fitBentSide, offsetOf, swayAt } from '../../libs/vision/outline/bend.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard, type Truth } from '../bench/normalize-metrics.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { grainAt } from '../support/grain-at.js';

const { min } = Math;

const WIDTH = 1000;
const HEIGHT = 1300;
const CORNERS: Quad = [
  { x: 190, y: 240 },
  { x: 770, y: 200 },
  { x: 820, y: 1050 },
  { x: 160, y: 1010 },
];
/** Level of the table. */
const TABLE = 70;
const TRUTH: Truth = {
  quad: CORNERS,
  pageToPhoto: (x, y): Point => ({ x, y }),
};

/**
 * A page with lines of dashes on a dark table, whose top and bottom stand off straight lines by `bend` of the page's
 * height.
 *
 * @param paper level of the paper, or of what is printed all over it, at 0..1 of the page's width
 */
function bentPage(
  bend: (u: number) => number,
  table: (x: number, y: number) => number,
  paper: (u: number) => number = () => 225,
): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const toPage = homographyFromPoints(CORNERS, frameQuad(210, 297))!;
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      const p = project(toPage, x, y);
      const down = p.y - 297 * bend((p.x + 0.5) / 210);
      const inside = p.x > -0.5 && down > -0.5 && p.x < 209.5 && down < 296.5;
      const level = inside ? paper((p.x + 0.5) / 210) : table(x, y);
      // What shows the table between two sheets carries no print.
      const printed = inside && level !== TABLE;
      const ink = printed && p.x > 20 && p.x < 190 && down > 20 && down < 270 && down % 8 < 2 && p.x % 3 < 2;
      const grain = grainAt(x, y, 5);
      data.fill(min(255, (ink ? 50 : level) + grain), k, k + 3);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

const found = (picture: Raster): number => outlineJaccard(findPageOutline(picture)!.quad, TRUTH);
const plain = (): number => TABLE;

describe('the outline of a sheet that is bent one way', () => {
  it.each([
    ['a bow', (u: number): number => 0.06 * bowAt(u)],
    ['a wave', (u: number): number => 0.035 * swayAt(u)],
  ])('runs through its corners, though two sides are %s', (_, bend) => {
    const picture = bentPage(bend, plain);
    expect(found(picture)).toBeGreaterThan(0.985);
    expect(findPageOutline(picture)!.confidence).toBeGreaterThan(0.8);
  });

  it('is that of one bent sheet, where the shade of its bend looks like a fold', async () => {
    const form = sampleForms().find(({ name }) => name.startsWith('TR-5'))!;
    const page = await renderPdfPage(await form.pdf(), 1, 150);
    const { rgb, truth } = await photographPage(page, 150, { level: 'curled', seed: 66, megapixels: 1.5 });
    const outline = findPageOutline(rgb)!;
    expect(outlineJaccard(outline.quad, truth)).toBeGreaterThan(0.98);
    expect(outline.confidence).toBeGreaterThan(0.85);
  });

  it('is found on planks whose seams are straighter than its sides', () => {
    const planks = (x: number, y: number): number => ((y + 0.1 * x) % 130 < 5 ? 25 : 80);
    expect(found(bentPage((u) => 0.06 * bowAt(u), planks))).toBeGreaterThan(0.985);
  });

  it.each([
    ['a side', 0.4, 1],
    ['both sides', 0.25, 0.75],
  ])('is that of all the sheet, also where it is printed dark along %s', (_, from, to) => {
    const paper = (u: number): number => (u > from && u < to ? 225 : 120);
    expect(found(bentPage((u) => 0.06 * bowAt(u), plain, paper))).toBeGreaterThan(0.97);
  });

  it.each([
    ['half', 0.5],
    ['a third', 0.67],
  ])('is that of all the sheet, also where %s of it is printed darker than the table', (_, to) => {
    const paper = (u: number): number => (u < to ? 225 : 25);
    expect(found(bentPage((u) => 0.06 * bowAt(u), plain, paper))).toBeGreaterThan(0.97);
  });

  it('is that of one sheet, where another of its like lies beside it', () => {
    const paper = (u: number): number => (u > 0.6 && u < 0.64 ? TABLE : 225);
    const lower = (u: number): number => (u > 0.62 ? 0.02 : 0);
    expect(found(bentPage(lower, plain, paper))).toBeCloseTo(0.6, 1);
  });

  it('does not go on to an edge of the table that runs beside the sheet', () => {
    const table = (x: number, y: number): number => (x - 0.06 * y > 860 ? 140 : 70);
    expect(found(bentPage((u) => 0.06 * bowAt(u), table))).toBeGreaterThan(0.985);
  });
});

describe('a bent side', () => {
  const side = { start: 2, end: -3, shapes: [12, -4] };
  const along = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);

  it('is fitted to places of which a fifth lie on other things', () => {
    const offset = along.map((t, i) => offsetOf(side, t) + (i % 5 === 0 ? 9 : 0));
    const fitted = fitBentSide({ along, offset, weight: along.map(() => 1) }, 1);
    for (const t of [0, 0.25, 0.5, 0.75, 1]) expect(offsetOf(fitted, t)).toBeCloseTo(offsetOf(side, t), 0);
  });
});

describe('what a larger outline has beyond a smaller one', () => {
  const part: Quad = [
    { x: 10, y: 10 },
    { x: 90, y: 10 },
    { x: 90, y: 60 },
    { x: 10, y: 60 },
  ];
  const whole: Quad = [part[0], part[1], { x: 90, y: 90 }, { x: 10, y: 90 }];
  const surface = (light: (x: number, y: number) => number): Raster => ({
    data: Uint8Array.from({ length: 10_000 }, (_, k) => light(k % 100, Math.floor(k / 100))),
    width: 100,
    height: 100,
    channels: 1,
  });

  it('is the same sheet where it has its colour, and is not where half of it is the table', () => {
    expect(
      sheetGoesOn(
        whole,
        part,
        surface(() => 220),
      ),
    ).toBe(1);
    expect(
      sheetGoesOn(
        whole,
        part,
        surface((x, y) => (y > 60 && x > 50 ? 60 : 220)),
      ),
    ).toBeCloseTo(0.5, 1);
  });
});
