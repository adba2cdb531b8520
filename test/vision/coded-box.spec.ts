import { isCode } from '../../libs/vision/outline/coded-box.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { MIN_OUTLINE_CONFIDENCE } from '../../libs/vision/outline/refined-outline.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';
import { Random } from '../support/random.js';

const [WIDTH, HEIGHT] = [1240, 930];
/** A card on a table hardly darker than it. */
const CARD = { left: 120, top: 100, right: 1100, bottom: 780 };
const [TABLE, PAPER, INK] = [216, 228, 30];
const GRAIN = 4;
/** px of a bar or gap, at least, and of a row of bars. */
const [MODULE, ROW] = [4, 10];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const quadOf = ({ left, top, right, bottom }: Box): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

const isIn = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x < box.right && y >= box.top && y < box.bottom;

/** The card with ink where it is told, under light that falls off to the right. */
function photograph(hasInk: (x: number, y: number) => boolean, table = TABLE): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k++) {
      const level = !isIn(CARD, x, y) ? table : hasInk(x, y) ? INK : PAPER;
      data[k] = (1 - (0.5 * x) / WIDTH) * level + grainAt(x, y, GRAIN);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

const CODE: Box = { left: 250, top: 180, right: 970, bottom: 400 };

/** Bars and gaps of a stacked code, or of a linear one, whose rows are all alike; its outermost bars are broad. */
function bars(stacked: boolean): (x: number, y: number) => boolean {
  const random = new Random(417);
  const columns = Math.ceil((CODE.right - CODE.left) / MODULE);
  const dark = Array.from({ length: 100 * columns }, () => random.chance(0.5));
  return (x, y) => {
    if (!isIn(CODE, x, y)) return false;
    if (x < CODE.left + 30 || x >= CODE.right - 30) return true;
    const row = stacked ? Math.floor((y - CODE.top) / ROW) : 0;
    return dark[row * columns + Math.floor((x - CODE.left) / MODULE)];
  };
}

/** Words in rows, set as close as in small print. */
function smallPrint(x: number, y: number): boolean {
  const letter = Math.floor(x / 9);
  return y % 16 < 9 && letter % 7 !== 0 && (x % 9 < 3 || (y % 16 < 2 && x % 9 < 7));
}

it.each([true, false])('a code is told by its bars (stacked: %s), in uneven light', (stacked) => {
  expect(isCode(quadOf(CODE), photograph(bars(stacked)))).toBe(true);
});

it('a sheet is none, whatever is printed on it', () => {
  expect(isCode(quadOf(CARD), photograph(smallPrint))).toBe(false);
  expect(isCode(quadOf(CARD), photograph(bars(true)))).toBe(false);
  expect(
    isCode(
      quadOf(CARD),
      photograph((_, y) => y % 60 < 30),
    ),
  ).toBe(false);
});

it('a card that hardly stands out is found, and one that does not is not cut down to its code', () => {
  const quad = findPageOutline(photograph(bars(true)))?.quad;
  quadOf(CARD).forEach(({ x, y }, i) => {
    expect(Math.hypot((quad?.[i].x ?? 0) - x, (quad?.[i].y ?? 0) - y)).toBeLessThan(4);
  });
  const unseen = findPageOutline(photograph(bars(true), PAPER - 6));
  expect(unseen?.confidence ?? 0).toBeLessThan(MIN_OUTLINE_CONFIDENCE);
});
