import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { findPageOutline, searchOutlines } from '../../libs/vision/outline/page-outline.js';
import { MIN_OUTLINE_CONFIDENCE } from '../../libs/vision/outline/refined-outline.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { grainAt } from '../support/grain-at.js';
import { photographPage, type CaptureLevel } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 100;
const PAPER = [232, 230, 224];

type Colour = readonly number[];

/** Bricks with lighter joints, row by row half a brick on. */
function bricks(x: number, y: number): Colour {
  const row = Math.floor(y / 60);
  return y % 60 < 9 || (x + 70 * (row % 2)) % 140 < 9 ? [160, 152, 140] : [126, 72, 56];
}

/** Boards with dark gaps, askew. */
const boards = (x: number, y: number): Colour =>
  (0.9 * x + 0.44 * y) % 70 < 7 ? [52, 40, 32] : [150, 112, 80];

function picture(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k += 3) {
      const colour = colourAt(x, y);
      const grain = grainAt(x, y, 6);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width, height, channels: 3 };
}

/** Sheets of rows of dashes on something, 1,200 x 900 px. */
function sheetsOn(sheets: readonly Quad[], colourAt: (x: number, y: number) => Colour): Raster {
  const toSheets = sheets.map((quad) => homographyFromPoints(quad, frameQuad(101, 141))!);
  return picture(1200, 900, (x, y) => {
    for (const toSheet of toSheets) {
      const { x: u, y: v } = project(toSheet, x, y);
      if (u < 0 || u > 100 || v < 0 || v > 140) continue;
      const isPrinted = u > 10 && u < 90 && v > 10 && v < 130 && v % 8 < 2 && u % 3 < 2;
      return isPrinted ? [60, 60, 60] : PAPER;
    }
    return colourAt(x, y);
  });
}

const sheetAt = (x: number, y: number): Quad => [
  { x, y: y + 16 },
  { x: x + 174, y },
  { x: x + 200, y: y + 245 },
  { x: x + 18, y: y + 264 },
];

describe('a sheet that fills little of the picture', () => {
  it.each<[CaptureLevel, number, number]>([
    ['easy', 1, 0.2],
    ['hard', 2, 0.3],
  ])('is outlined on bricks, whose edges outnumber its own (%s, seed %i, %f)', async (level, seed, fill) => {
    const page = await renderPdfPage(await sampleForms()[seed].pdf(), 1, DPI);
    const { rgb, truth } = await photographPage(page, DPI, {
      level,
      seed,
      megapixels: 3,
      background: picture(840, 720, bricks),
      stance: { fill: [fill, fill + 0.05], askew: 20 },
    });
    const found = findPageOutline(rgb)!;
    expect(outlineJaccard(found.quad, truth)).toBeGreaterThan(0.98);
    expect(found.confidence).toBeGreaterThan(MIN_OUTLINE_CONFIDENCE);
    expect([found.isPart, found.isOneOfSome]).toEqual([false, false]);
  });

  it('is not told from another as large', () => {
    const sheets = [sheetAt(190, 160), sheetAt(760, 420)];
    const found = searchOutlines(sheetsOn(sheets, boards), 2);
    expect(found.map(({ isOneOfSome }) => isOneOfSome)).toEqual([true, true]);
    for (const quad of sheets)
      expect(Math.max(...found.map((outline) => outlineJaccard(outline.quad, { quad })))).toBeGreaterThan(
        0.97,
      );
  });

  it('is a part of a page where print goes on about it: a white box on a tint', () => {
    const tint = (x: number, y: number): Colour => (y % 24 < 5 && x % 9 < 6 ? [70, 70, 70] : [176, 190, 200]);
    const relied = searchOutlines(sheetsOn([sheetAt(520, 330)], tint)).filter(
      ({ confidence, isPart }) => confidence >= MIN_OUTLINE_CONFIDENCE && !isPart,
    );
    expect(relied).toEqual([]);
  });
});
