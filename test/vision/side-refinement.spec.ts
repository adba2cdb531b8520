import { refineSides } from '../../libs/vision/outline/side-refinement.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [480, 640];
const [PAPER, TABLE] = [220, 60];
/** The page's left, top, right and bottom, px. */
const [LEFT, TOP, RIGHT, BOTTOM] = [60, 30, 420, 610];
const QUAD: Quad = [
  { x: LEFT, y: TOP },
  { x: RIGHT, y: TOP },
  { x: RIGHT, y: BOTTOM },
  { x: LEFT, y: BOTTOM },
];

/**
 * A page on a table whose left side is bent.
 *
 * @param offAt px by which it stands off its line at 0..1 of it from the top; null where what lies beside is as light
 */
function pageWith(offAt: (t: number) => number | null): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++) {
    const off = offAt((y - TOP) / (BOTTOM - TOP));
    const left = off === null ? 0 : LEFT + off;
    for (let x = 0; x < WIDTH; x++) {
      const isPaper = x >= left && x < RIGHT && y >= TOP && y < BOTTOM;
      const level = (isPaper ? PAPER : TABLE) + grainAt(x, y, 2);
      for (let c = 0; c < 3; c++) data[k++] = level;
    }
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

const refined = (picture: Raster) => refineSides(picture, QUAD, [false, false, false, false], 1, [], true);

/** px off the line, of a side that waves in its lower half. */
const wave = (t: number): number => 4 * Math.sin(2 * Math.PI * ((t - 0.45) / 0.4));

/** px by which the corner that is furthest off lies off its place. */
const furthestOff = (quad: Quad): number =>
  Math.max(...quad.map(({ x, y }, i) => Math.hypot(x - QUAD[i].x, y - QUAD[i].y)));

describe('a side that is bent', () => {
  it('runs between its corners, its bow told', () => {
    const { quad, bow } = refined(pageWith((t) => 4 * Math.sin(Math.PI * t)));
    expect(furthestOff(quad)).toBeLessThan(4);
    expect(bow * (BOTTOM - TOP)).toBeGreaterThan(3);
  });

  it.each([
    ['upper', (t: number) => (t < 0.45 ? null : wave(t))],
    ['lower', (t: number) => (t > 0.55 ? null : wave(1 - t))],
  ])('is not made up where it is not seen: its %s half', (_, offAt) => {
    expect(furthestOff(refined(pageWith(offAt)).quad)).toBeLessThan(20);
  });
});
