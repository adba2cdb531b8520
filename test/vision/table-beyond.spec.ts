import { isTableBeyond, tableLiesBeyond } from '../../libs/vision/outline/table-beyond.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [400, 400];
const PAPER = [235, 233, 228];
const LIGHT_PLANK = [190, 155, 118];
const DARK_PLANK = [160, 126, 88];
const GREEN = [143, 163, 128];

const boxOf = (left: number, right: number): Quad => [
  { x: left, y: 100 },
  { x: right, y: 100 },
  { x: right, y: 300 },
  { x: left, y: 300 },
];
const WHITE = boxOf(80, 200);
const BEYOND = 1;

/** White paper on planks, which columns from 200 to 300 are beside. */
function picture(beside: (x: number, y: number) => readonly number[]): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      const within = y >= 100 && y < 300;
      const colour =
        within && x >= 80 && x < 200 ? PAPER : within && x >= 200 && x < 300 ? beside(x, y) : plank(x, y);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grainAt(x, y, 3);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

/** Whether the table is told beyond that side of a quad. */
const tableBeyond = (quad: Quad, photo: Raster): boolean => {
  const [at, ...others] = [BEYOND, 0, 2, 3].map((side) => ({ panel: { quad }, side }));
  return tableLiesBeyond(at, others, photo);
};

const plank = (_: number, y: number): readonly number[] => (y % 90 < 50 ? LIGHT_PLANK : DARK_PLANK);

it('a table goes on beyond a side as it lies beyond the others', () => {
  const photo = picture(plank);
  expect(tableBeyond(WHITE, photo)).toBe(true);
  expect(isTableBeyond(boxOf(80, 300), WHITE, photo)).toBe(true);
});

it('what is printed beside white paper is told by its colour, if it is as light as the table by its tint', () => {
  const blue = picture(() => [70, 110, 180]);
  expect(tableBeyond(WHITE, blue)).toBe(false);
  expect(isTableBeyond(boxOf(80, 300), WHITE, blue)).toBe(false);
  expect(
    isTableBeyond(
      boxOf(80, 300),
      WHITE,
      picture(() => GREEN),
    ),
  ).toBe(false);
});

it('a fold is none of a sheet’s sides: the sheet’s own paper lies beyond it, which is no table', () => {
  const photo = picture(() => PAPER);
  const last = { panel: { quad: boxOf(140, 200) }, side: BEYOND };
  const first = { quad: boxOf(80, 140) };
  const others = [
    ...[0, 2].map((side) => ({ ...last, side })),
    ...[0, 2, 3].map((side) => ({ panel: first, side })),
  ];
  expect(tableLiesBeyond(last, others, photo)).toBe(false);
  const fold = { ...last, side: 3 };
  expect(tableLiesBeyond(last, [...others, fold], photo)).toBe(true);
});

it('where nothing is seen about a page nothing tells', () => {
  const all = boxOf(0, WIDTH).map(({ x, y }) => ({ x, y: y === 100 ? 0 : HEIGHT })) as Quad;
  expect(tableBeyond(all, picture(plank))).toBe(false);
});
