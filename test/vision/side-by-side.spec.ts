import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [1100, 800];
const TABLE = [96, 84, 70];
const PAPER = [225, 225, 220];

/** A sheet's corner, px, and its size. */
interface Sheet {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sheets with rows of dashes on a table; what lies between two places along x is as dark as the table. */
function picture(sheets: readonly Sheet[], band?: { from: number; to: number }): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      let colour = TABLE;
      for (const sheet of sheets) {
        const [u, v] = [x - sheet.x, y - sheet.y];
        if (u < 0 || v < 0 || u >= sheet.width || v >= sheet.height) continue;
        const isWithin = u > 24 && u < sheet.width - 24 && v > 24 && v < sheet.height - 24;
        const isBand = band !== undefined && x >= band.from && x < band.to;
        colour = isBand ? [90, 80, 68] : isWithin && v % 16 < 4 && u % 10 < 6 ? [60, 60, 60] : PAPER;
      }
      const grain = grainAt(x, y, 5);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

function farthest(found: Quad, { x, y, width, height }: Sheet): number {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return Math.max(...found.map((p, i) => Math.hypot(p.x - corners[i].x, p.y - corners[i].y)));
}

const LEFT: Sheet = { x: 90, y: 100, width: 440, height: 600 };
const RIGHT: Sheet = { ...LEFT, x: 540, y: 104 };
const ALL: Sheet = { ...LEFT, width: 890 };

describe('two sheets side by side, nearly level', () => {
  it('are not outlined as one: the larger is', () => {
    const larger = { ...RIGHT, width: 470 };
    const found = findPageOutline(picture([LEFT, larger]))!;
    expect(farthest(found.quad, larger)).toBeLessThan(3);
    expect(found.confidence).toBeGreaterThan(0.8);
    expect(found.isPart).toBe(false);
  });

  it('are told apart where the picture cuts off one of them', () => {
    const found = findPageOutline(
      picture([
        { ...LEFT, width: 620 },
        { ...RIGHT, x: 720, width: 600 },
      ]),
    )!;
    expect(farthest(found.quad, { ...LEFT, width: 620 })).toBeLessThan(3);
    expect(found.cut).toEqual([false, false, false, false]);
  });

  it('are told apart one by one where there are three', () => {
    const three = [0, 1, 2].map((k) => ({ ...LEFT, x: 90 + 310 * k, y: 100 + 4 * (k % 2), width: 300 }));
    const found = findPageOutline(picture(three))!;
    expect(farthest(found.quad, three[1])).toBeLessThan(3);
  });
});

describe('one sheet', () => {
  it('is outlined whole where a band of about the colour of the table is printed from edge to edge', () => {
    const found = findPageOutline(picture([ALL], { from: 530, to: 540 }))!;
    expect(farthest(found.quad, ALL)).toBeLessThan(3);
  });

  it('is outlined whole where a crease with a shadow in it goes from edge to edge', () => {
    const found = findPageOutline(picture([ALL], { from: 533, to: 535 }))!;
    expect(farthest(found.quad, ALL)).toBeLessThan(3);
  });
});
