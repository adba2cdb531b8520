import { normalizeFrame } from '../../libs/vision/normalize.js';
import { findEdges } from '../../libs/vision/outline/edge-map.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { sidesGoOn } from '../../libs/vision/outline/sides-go-on.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [480, 640];
const TABLE = [120, 100, 80];
const PAPER = [235, 233, 228];
const FILL = [150, 160, 60];
/** Radius, px. */
const THUMB = 90;
const { hypot } = Math;

/** A page of which columns 60 to 200 are white, and those from there to 420 something else, on a table. */
function picture(beyond: (x: number, y: number) => readonly number[]): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      const white = x >= 60 && x < 200 && y >= 80 && y < 560;
      const colour = white ? PAPER : beyond(x, y);
      const grain = grainAt(x, y, 3);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

/** The white part; side 1 is where the rest of the picture begins. */
const WHITE: Quad = [
  { x: 60, y: 80 },
  { x: 200, y: 80 },
  { x: 200, y: 560 },
  { x: 60, y: 560 },
];

const UNCUT = [false, false, false, false];

function goesOn(photo: Raster, side: number, cut = UNCUT): number {
  return sidesGoOn({ quad: WHITE, cut }, side, findEdges(photo, 2.2), photo);
}

/** The page's fill, its upper and lower side bent by so many px over its width. */
const filled =
  (bent: number) =>
  (x: number, y: number): readonly number[] => {
    const off = bent * ((x - 200) / 220) ** 2;
    return x >= 200 && x < 420 && y >= 80 + off && y < 560 + off ? FILL : TABLE;
  };
/** Bricks with joints in line with the page's upper and lower side. */
const bricks = (_: number, y: number): readonly number[] => ((y + 4) % 80 < 6 ? [200, 200, 195] : TABLE);
/** Bricks with joints as wide as a thumb, a little lighter than they are. */
const wideJoints = (_: number, y: number): readonly number[] =>
  (y >= 80 && y < 106) || (y >= 534 && y < 560) ? TABLE.map((level) => level + 24) : TABLE;

describe('the sides of a quad', () => {
  it('go on beyond the border of a fill, straight or bent, and not beyond the sheet’s own sides', () => {
    for (const photo of [picture(filled(0)), picture(filled(20))]) {
      expect(goesOn(photo, 1)).toBeGreaterThan(0.9);
      for (const side of [0, 2, 3]) expect(goesOn(photo, side)).toBeLessThan(0.1);
    }
  });

  it('are told by the one that is seen where the picture cuts off the other', () => {
    for (const neighbour of [0, 2]) {
      const cut = UNCUT.with(neighbour, true);
      expect(goesOn(picture(filled(20)), 1, cut)).toBeGreaterThan(0.9);
      for (const photo of [picture(() => TABLE), picture(bricks), picture(wideJoints)])
        expect(goesOn(photo, 1, cut)).toBeLessThan(0.1);
    }
    const both = [true, false, true, false];
    expect(goesOn(picture(filled(0)), 1, both)).toBe(0);
  });

  it('end with a sheet on a table, and at joints between bricks that lie in line with it', () => {
    expect(
      goesOn(
        picture(() => TABLE),
        1,
      ),
    ).toBeLessThan(0.1);
    expect(goesOn(picture(bricks), 1)).toBeLessThan(0.1);
    expect(goesOn(picture(wideJoints), 1)).toBeLessThan(0.1);
  });
});

describe('an outline that is a part of a bent page', () => {
  /** A thumb lies over the white part's left side, which is less clear so. */
  const held = (x: number, y: number): readonly number[] =>
    hypot(x - 40, y - 320) < THUMB ? PAPER : filled(80)(x, y);

  it('is told where it is not clear', () => {
    const found = findPageOutline(picture(held))!;
    expect(found.confidence).toBeGreaterThan(0.58);
    expect(Math.max(...found.quad.map(({ x }) => x))).toBeLessThan(210);
    expect(found.isPart).toBe(true);
  });

  it('is not relied on: the whole frame is kept, and flagged so', () => {
    const { flag, outline } = normalizeFrame(picture(held), null);
    expect(outline).toBeNull();
    expect(flag).toBe('no_page_found');
  });

  it('is none where the page ends with it', () => {
    expect(findPageOutline(picture(() => TABLE))!.isPart).toBe(false);
  });
});
