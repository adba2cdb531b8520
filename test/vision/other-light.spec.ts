import { sidesInOtherLight } from '../../libs/vision/outline/other-light.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [480, 640];
/** A page, from 80 to 400 px across and from 60 to 580 down, folded across its middle. */
const [LEFT, RIGHT, TOP, FOLD, BOTTOM] = [80, 400, 60, 320, 580];
const PAPER = [220, 215, 205];
const TABLE = [90, 70, 50];
const INK = 0.3;

type Colour = readonly number[];
const inLight = (light: number, colour: Colour): number[] => colour.map((level) => light * level);

/** Words, each some strokes, in lines. */
const isInk = (x: number, y: number): boolean => y % 16 < 7 && x % 40 < 30 && x % 5 < 2;

function picture(colourAt: (x: number, y: number) => Colour): { closed: Raster; plain: Raster } {
  const plain: Raster = {
    data: new Uint8Array(WIDTH * HEIGHT * 3),
    width: WIDTH,
    height: HEIGHT,
    channels: 3,
  };
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      for (const level of colourAt(x, y)) plain.data[k++] = level + grainAt(x, y, 4);
  return { closed: close(plain, 6), plain };
}

const rectangle = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const UNCUT = [false, false, false, false];
const UPPER_HALF = { quad: rectangle(LEFT, TOP, RIGHT, FOLD), cut: UNCUT };

/** The page's upper half, printed, on a table, and what is told of what lies below it. */
function belowItsFold(colourAt: (x: number, y: number) => Colour): boolean {
  const { closed, plain } = picture((x, y) => {
    if (x < LEFT || x >= RIGHT || y < TOP || y >= BOTTOM) return TABLE;
    if (y >= FOLD) return colourAt(x, y);
    return isInk(x, y) ? inLight(INK, PAPER) : PAPER;
  });
  return sidesInOtherLight(UPPER_HALF, closed, plain).includes(2);
}

describe('a sheet beyond one of its outline’s sides', () => {
  it.each([0.45, 0.7])(
    'goes on in other light where its paper and print are the same (%s of it)',
    (light) => {
      const printed = (x: number, y: number): Colour => inLight(isInk(x, y) ? light * INK : light, PAPER);
      expect(belowItsFold(printed)).toBe(true);
    },
  );

  it('does not where there is no print: a table may have its tint', () => {
    expect(belowItsFold(() => inLight(0.6, PAPER))).toBe(false);
  });

  it('does not where what is there has another tint, print and all', () => {
    const sheet = [120, 140, 190];
    expect(belowItsFold((x, y) => (isInk(x, y) ? inLight(INK, sheet) : sheet))).toBe(false);
  });

  it('does not where what looks like print is pale, as grain is, or all over, as grass', () => {
    const grain = (x: number, y: number): Colour => inLight(isInk(x, y) ? 0.6 * 0.83 : 0.6, PAPER);
    const grass = (x: number): Colour => inLight(x % 5 < 3 ? 0.6 * INK : 0.6, PAPER);
    expect(belowItsFold(grain)).toBe(false);
    expect(belowItsFold(grass)).toBe(false);
  });

  it('does not in the same light: another sheet may lie there', () => {
    expect(belowItsFold((x, y) => (isInk(x, y) ? inLight(INK, PAPER) : PAPER))).toBe(false);
  });
});

describe('a box on a page that fills the picture', () => {
  /** The box, drawn by a line. */
  const [left, top, right, bottom] = [120, 200, 360, 440];
  const isLine = (x: number, y: number): boolean =>
    x >= left &&
    x <= right &&
    y >= top &&
    y <= bottom &&
    (x - left < 2 || right - x < 2 || y - top < 2 || bottom - y < 2);
  const box = { quad: rectangle(left, top, right, bottom), cut: UNCUT };

  it('is told by the same paper and print in the same light beyond all of its sides', () => {
    const { closed, plain } = picture((x, y) => (isInk(x, y) || isLine(x, y) ? inLight(INK, PAPER) : PAPER));
    expect(sidesInOtherLight(box, closed, plain)).toEqual([0, 1, 2, 3]);
  });

  it('is none where light changes at all of them: a page lies on a pile of its like', () => {
    const { closed, plain } = picture((x, y) => {
      const light = x >= left && x <= right && y >= top && y <= bottom ? 1 : 0.7;
      return inLight(isInk(x, y) ? light * INK : light, PAPER);
    });
    expect(sidesInOtherLight(box, closed, plain)).toEqual([]);
  });
});
