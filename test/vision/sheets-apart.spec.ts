import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const TABLE = [96, 84, 70];

/** A sheet with rows of dashes: its corners, px, and the level of its paper. */
interface Sheet {
  corners: Quad;
  paper: number;
}

/** Sheets of 210 by 297 mm, one upon the other, on a table. */
function picture(sheets: readonly Sheet[]): Raster {
  const [width, height] = [900, 1200];
  const data = new Uint8Array(width * height * 3);
  const maps = sheets.map(({ corners }) => homographyFromPoints(corners, frameQuad(210, 297))!);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k += 3) {
      let colour = TABLE;
      maps.forEach((map, sheet) => {
        const p = project(map, x, y);
        if (p.x < -0.5 || p.y < -0.5 || p.x > 209.5 || p.y > 296.5) return;
        const ink = p.x > 12 && p.x < 198 && p.y > 10 && p.y < 287 && p.y % 8 < 2 && p.x % 5 < 3;
        colour = new Array<number>(3).fill(ink ? 60 : sheets[sheet].paper);
      });
      const grain = grainAt(x, y, 5);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width, height, channels: 3 };
}

const PAGE: Quad = [
  { x: 250, y: 160 },
  { x: 820, y: 190 },
  { x: 800, y: 1010 },
  { x: 230, y: 980 },
];
/** Its sides lie nearly as the page's, so that both might be one. */
const UNDER: Quad = [
  { x: 40, y: 190 },
  { x: 600, y: 215 },
  { x: 580, y: 1000 },
  { x: 30, y: 960 },
];

describe('a page that lies half on another printed sheet', () => {
  it('is outlined alone, and surely, where light changes between the two', () => {
    const found = findPageOutline(
      picture([
        { corners: UNDER, paper: 214 },
        { corners: PAGE, paper: 230 },
      ]),
    )!;
    PAGE.forEach((corner, i) => {
      expect(Math.hypot(found.quad[i].x - corner.x, found.quad[i].y - corner.y)).toBeLessThan(3);
    });
    expect(found.rungs).toHaveLength(2);
    expect(found.confidence).toBeGreaterThan(0.8);
  });
});
