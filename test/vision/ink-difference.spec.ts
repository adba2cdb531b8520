import { differingPlaces } from '../../libs/vision/ink/ink-difference.js';
import { FULL_INK, PALE_INK, type InkBitmap } from '../../libs/vision/ink/ink-bitmap.js';
import type { Homography } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

type Box = [left: number, top: number, width: number, height: number];

const WIDTH = 203;
const HEIGHT = 160;
/** Words of both pages, and one that only the first has. */
const words: Box[] = Array.from({ length: 40 }, (_, k) => {
  const random = new Random(k + 1);
  return [
    10 + 36 * (k % 5) + random.int(0, 3),
    8 + 18 * Math.floor(k / 5),
    random.int(9, 26),
    random.int(3, 8),
  ];
});
const own: Box = [90, 142, 20, 6];

/** A page with words on it, all of it shifted, cut to its size. */
function page(boxes: Box[], [dx, dy] = [0, 0], level = FULL_INK, size = [WIDTH, HEIGHT]): InkBitmap {
  const [width, height] = size;
  const data = new Uint8Array(width * height);
  for (const [left, top, w, h] of boxes)
    for (let y = top + dy; y < Math.min(height, top + h + dy); y++)
      data.fill(level, y * width + left + dx, y * width + Math.min(width, left + w + dx));
  return { data, width, height };
}

const shiftBy = (dx: number, dy: number): Homography => [1, 0, dx, 0, 1, dy, 0, 0, 1];

describe('places in which two pages differ', () => {
  it.each([
    ['one lies on the other', 0, 0],
    ['one is shifted', 5, 3],
  ])('are those of ink that only one of them has, where %s', (_, dx, dy) => {
    const places = differingPlaces(page([...words, own]), page(words, [dx, dy]), shiftBy(dx, dy));
    expect(places).toHaveLength(1);
    const [{ left, top, right, bottom, pixels }] = places;
    expect(left).toBeLessThanOrEqual(own[0] + 1);
    expect(right).toBeGreaterThanOrEqual(own[0] + own[2] - 1);
    expect(top).toBeLessThanOrEqual(own[1] + 1);
    expect(bottom).toBeGreaterThanOrEqual(own[1] + own[3] - 1);
    expect(pixels).toBe(own[2] * own[3]);
  });

  it('tell whose ink it is', () => {
    const others: Box = [20, 150, 9, 5];
    const places = differingPlaces(page([...words, own]), page([...words, others]), shiftBy(0, 0));
    expect(places.map(({ pixels, ofSecond }) => [pixels, ofSecond])).toEqual([
      [own[2] * own[3], 0],
      [others[2] * others[3], others[2] * others[3]],
    ]);
  });

  it('follow a map that is no shift, square by square', () => {
    const wider: Homography = [1.02, 0, 0, 0, 1, 0, 0, 0, 1];
    const stretched = words.map(([left, ...rest]): Box => [Math.round(1.02 * left), ...rest]);
    const second = page(stretched, [0, 0], FULL_INK, [WIDTH + 5, HEIGHT]);
    const places = differingPlaces(page([...words, own]), second, wider);
    expect(places.map(({ top }) => top)).toEqual([136]);
  });

  describe('where one page is denser, and its ink kept in fewer px', () => {
    const FEWER = 2 / 3;
    const few = (boxes: Box[]) =>
      page(
        boxes.map((box) => box.map((length) => Math.round(FEWER * length)) as Box),
        [0, 0],
        FULL_INK,
        [WIDTH, HEIGHT].map((length) => Math.round(FEWER * length)),
      );
    const zoom = (times: number): Homography => [times, 0, 0, 0, times, 0, 0, 0, 1];

    it.each([
      ['first', few([...words, own]), page(words), 1 / FEWER, FEWER],
      ['second', page([...words, own]), few(words), FEWER, 1],
    ] as const)(
      'are those of the ink that only one has, in px of the first: the %s',
      (_, first, second, times, px) => {
        const places = differingPlaces(first, second, zoom(times));
        expect(places).toHaveLength(1);
        const [{ left, top, right, bottom, pixels, ofSecond }] = places;
        expect(left).toBeLessThanOrEqual(px * own[0] + 2);
        expect(right).toBeGreaterThanOrEqual(px * (own[0] + own[2]) - 2);
        expect(top).toBeLessThanOrEqual(px * own[1] + 2);
        expect(bottom).toBeGreaterThanOrEqual(px * (own[1] + own[3]) - 2);
        expect(Math.abs(pixels / (px ** 2 * own[2] * own[3]) - 1)).toBeLessThan(0.25);
        expect(ofSecond).toBe(0);
      },
    );
  });

  it('are none for the tone of ink, and for a shift of a px', () => {
    expect(differingPlaces(page(words), page(words, [0, 0], PALE_INK), shiftBy(0, 0))).toEqual([]);
    expect(differingPlaces(page(words), page(words, [1, 1]), shiftBy(0, 0))).toEqual([]);
  });

  it('are all of the first page that lies beyond the second', () => {
    const places = differingPlaces(page([own]), page([], [0, 0], FULL_INK, [40, 40]), shiftBy(0, 0));
    expect(places.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(own[2] * own[3]);
  });
});
