import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from './grain-at.js';

const [WIDTH, HEIGHT] = [1100, 800];
const TABLE = [96, 84, 70];
const PAPER = [225, 225, 220];

/** A sheet's corner, px, and its size. */
export interface SheetPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sheets with rows of dashes on a table; what lies between two places along x is as dark as the table. */
export function sheetsOnATable(sheets: readonly SheetPlace[], band?: { from: number; to: number }): Raster {
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

/** How far the corner that is farthest off lies from a sheet's, px. */
export function farthestCorner(found: Quad, { x, y, width, height }: SheetPlace): number {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return Math.max(...found.map((p, i) => Math.hypot(p.x - corners[i].x, p.y - corners[i].y)));
}
