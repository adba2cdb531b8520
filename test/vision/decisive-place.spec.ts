import { unlikeMoved, voteOf, type PlaceWindow } from '../../libs/vision/matching/decisive-place.js';
import { fitSharedInk } from '../../libs/vision/matching/shared-ink.js';
import { gaussianBlur } from '../../libs/vision/pixels/gaussian-blur.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

/** A window is larger than what differs in it by this on each side, and the frame's by so much more, px of the ink. */
const CONTEXT = 26;
const PAD = 5;
const SIDE = 40 + 2 * CONTEXT;
const BLUR = 1.3;

/** Ink shared by all pages around the middle, and a mark of their own in it. */
function page(mark: [left: number, top: number, width: number, height: number][]): Raster {
  const data = new Uint8Array(SIDE * SIDE);
  const shared: [number, number, number, number][] = [
    [4, 6, 80, 3],
    [8, 14, 3, 70],
    [80, 10, 4, 60],
    [10, 82, 70, 3],
  ];
  for (const [left, top, width, height] of [...shared, ...mark])
    for (let y = top; y < top + height; y++) data.fill(255, y * SIDE + left, y * SIDE + left + width);
  return { data, width: SIDE, height: SIDE, channels: 1 };
}

/** A frame that shows a page blurred, dark on light. */
function shown(ink: Raster): Float32Array {
  const blurred = gaussianBlur(ink, BLUR);
  const side = SIDE + 2 * PAD;
  const frame = new Float32Array(side * side).fill(210);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) frame[(y + PAD) * side + x + PAD] = 210 - 0.6 * blurred[y * SIDE + x];
  return frame;
}

function asked(a: Raster, b: Raster, seen: Raster) {
  const context = { left: CONTEXT, top: CONTEXT, right: CONTEXT, bottom: CONTEXT };
  const window: PlaceWindow = { a, b, frame: shown(seen), context };
  return voteOf(window, fitSharedInk(window, BLUR), 0)!;
}

describe('a place where two pages differ', () => {
  const three = page([
    [40, 36, 3, 20],
    [50, 36, 3, 20],
  ]);
  const other = page([
    [36, 44, 22, 3],
    [36, 52, 22, 3],
  ]);
  const moved = page([
    [41, 36, 3, 20],
    [51, 36, 3, 20],
  ]);

  it('speaks for the page that the frame shows, as loud as it can', () => {
    const forFirst = asked(three, other, three);
    const forSecond = asked(three, other, other);
    expect(forFirst.power).toBeGreaterThan(0.5);
    expect(forFirst.vote / forFirst.power).toBeGreaterThan(0.8);
    expect(forSecond.vote / forSecond.power).toBeLessThan(-0.8);
  });

  it('has no power where the pages differ by a shift that it takes out itself', () => {
    expect(asked(three, moved, three).power).toBeLessThan(0.1);
  });

  it('counts little where all that is there has moved, also further than the place takes out itself', () => {
    const left = (a: Raster, b: Raster) =>
      unlikeMoved(fitSharedInk({ a, b, frame: shown(a) }, BLUR), SIDE, SIDE);
    const heading = (x: number): Raster => {
      const data = new Uint8Array(SIDE * SIDE);
      for (let y = 36; y < 56; y++)
        for (const stroke of [x, x + 10]) data.fill(255, y * SIDE + stroke, y * SIDE + stroke + 6);
      return { data, width: SIDE, height: SIDE, channels: 1 };
    };
    expect(left(heading(40), heading(43))).toBeLessThan(0.1);
    expect(left(three, moved)).toBeGreaterThan(0.5);
    expect(left(three, other)).toBeGreaterThan(0.5);
  });
});
