import { FULL_INK, inkOf, PALE_INK } from '../../libs/vision/ink/ink-bitmap.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const WIDTH = 1275;
const HEIGHT = 1650;
const BLACK = 20;
const PALE = 160;
const WHITE = 255;

type Box = [left: number, top: number, width: number, height: number, level: number];

function page(boxes: Box[], paper = WHITE): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper);
  for (const [left, top, width, height, level] of boxes)
    for (let y = top; y < top + height; y++) data.fill(level, y * WIDTH + left, y * WIDTH + left + width);
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** Rules of 5 px, 25 px apart both ways, over a field of 300 px. */
function grid(left: number, top: number, level: number): Box[] {
  return Array.from({ length: 12 }, (_, k): Box[] => [
    [left + 25 * k, top, 5, 300, level],
    [left, top + 25 * k, 300, 5, level],
  ]).flat();
}

/** Px of each level in a box. */
function levelsIn(data: Uint8Array, [left, top, width, height]: readonly number[]): Map<number, number> {
  const levels = new Map<number, number>();
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++)
      levels.set(data[y * WIDTH + x], (levels.get(data[y * WIDTH + x]) ?? 0) + 1);
  return levels;
}

describe('the ink of a reference page', () => {
  it('has pale print as wide as black, in a dense grid too, and says that it is pale', () => {
    const { data } = inkOf(page([...grid(200, 200, PALE), ...grid(700, 200, BLACK)]));
    const pale = levelsIn(data, [190, 190, 320, 320]);
    const black = levelsIn(data, [690, 190, 320, 320]);
    expect([...pale.keys()].sort()).toEqual([0, PALE_INK]);
    expect([...black.keys()].sort()).toEqual([0, FULL_INK]);
    expect(pale.get(PALE_INK)).toBe(black.get(FULL_INK));
  });

  it('has a thin line whether it falls on one row of px or between two', () => {
    const { data } = inkOf(
      page([
        [200, 200, 400, 1, 120],
        [200, 300, 400, 2, 180],
      ]),
    );
    expect(levelsIn(data, [200, 200, 400, 1]).get(0)).toBeUndefined();
    expect(levelsIn(data, [200, 300, 400, 2]).get(0)).toBeUndefined();
  });

  it('is print on a tint, not the tint; and a black bar, not the white print on it', () => {
    const { data } = inkOf(
      page([
        [200, 200, 400, 200, 190],
        [300, 300, 100, 3, BLACK],
        [200, 600, 400, 50, BLACK],
        [300, 620, 100, 3, WHITE],
      ]),
    );
    expect(levelsIn(data, [190, 190, 420, 220]).get(FULL_INK)).toBe(300);
    expect(levelsIn(data, [200, 600, 400, 50]).get(0)).toBe(300);
  });

  it('is none on grey, grainy paper', () => {
    const paper = page([], 180);
    paper.data.forEach((level, i) => (paper.data[i] = level + (Math.imul(i, 2654435761) >>> 28)));
    expect(inkOf(paper).data.some((level) => level > 0)).toBe(false);
  });
});
