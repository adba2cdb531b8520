import { printGoesOn } from '../../libs/vision/outline/print-beyond.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';

const SIDE = 300;

/** Rows of print on paper of level 210, from row `from` on; above row `edge` the ground has another level. */
function picture(from: number, edge: number, ground: number): Raster {
  const data = new Uint8Array(SIDE * SIDE).fill(210);
  data.fill(ground, 0, edge * SIDE);
  for (let y = from; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) if (y % 10 < 3 && x % 7 < 4) data[y * SIDE + x] = 60;
  return { data, width: SIDE, height: SIDE, channels: 1 };
}

/** A quad whose upper side runs through the middle of the picture. */
const QUAD: Quad = [
  { x: 10, y: 150 },
  { x: 290, y: 150 },
  { x: 290, y: 290 },
  { x: 10, y: 290 },
];

function beyond(plain: Raster): number {
  return printGoesOn(QUAD, 0, close(plain, 6), plain);
}

describe('print beyond the side of a quad', () => {
  it('goes on where the side is a line on the page', () => {
    expect(beyond(picture(0, 0, 210))).toBeGreaterThan(0.9);
  });

  it('does not go on on a bare desk as white as the page', () => {
    expect(beyond(picture(160, 0, 210))).toBeLessThan(0.1);
  });

  it('does not go on on a patterned table, when the page has a margin', () => {
    const table = picture(0, 0, 210);
    table.data.fill(210, 150 * SIDE, 170 * SIDE);
    expect(beyond(table)).toBeLessThan(0.1);
  });

  it('does not count on paper that is lit otherwise, as the facing page of a book', () => {
    expect(beyond(picture(0, 150, 150))).toBeLessThan(0.1);
  });
});
