import { close } from '../../libs/vision/pixels/morphology.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { tableShowsBetween } from '../../libs/vision/outline/table-between.js';

type Colour = readonly [number, number, number];

const wood: Colour = [110, 60, 30];
const shadedWood: Colour = [80, 44, 22];
const paper: Colour = [225, 225, 220];
const shadow: Colour = [150, 150, 147];
const black: Colour = [25, 25, 25];

/** Closes away what is as narrow as the gaps below. */
const TEXT_RADIUS = 6;
const middle = 150;
const left = 40;
const right = 260;

/** Two panels, one above the other, on wood, with a strip of a colour between them, from one x to another. */
function panels(strip: Colour, height: number, from = left, to = right): Raster {
  const raster: Raster = { data: new Uint8Array(300 * 300 * 3), width: 300, height: 300, channels: 3 };
  for (let y = 0; y < 300; y++)
    for (let x = 0; x < 300; x++) {
      const onSheet = x >= left && x < right && y >= 30 && y < 270;
      const inStrip = Math.abs(y + 0.5 - middle) < height / 2 && x >= from && x < to;
      raster.data.set(inStrip ? strip : onSheet ? paper : wood, (y * 300 + x) * 3);
    }
  return raster;
}

function shows(picture: Raster): boolean {
  const [a, b] = [
    { x: left, y: middle },
    { x: right, y: middle },
  ];
  return tableShowsBetween(a, b, close(picture, TEXT_RADIUS), picture);
}

describe('between two panels', () => {
  it('the table is seen where two sheets lie, in their shadow as well', () => {
    expect(shows(panels(wood, 8))).toBe(true);
    expect(shows(panels(shadedWood, 5))).toBe(true);
  });

  it('is none where a sheet is folded: not in the shadow of a fold, nor in print along it', () => {
    expect(shows(panels(paper, 8))).toBe(false);
    expect(shows(panels(shadow, 6))).toBe(false);
    expect(shows(panels(black, 8))).toBe(false);
    expect(shows(panels(black, 8, left + 15, right - 15))).toBe(false);
  });
});
