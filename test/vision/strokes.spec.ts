import type { Raster } from '../../libs/vision/pixels/raster.js';
import { strokesOf } from '../support/strokes-of.js';

const WIDTH = 200;
const HEIGHT = 120;

/** A raster of one level with areas of others. */
function drawn(
  paper: number,
  areas: [left: number, top: number, width: number, height: number, level: number][],
): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper);
  for (const [left, top, width, height, level] of areas)
    for (let y = top; y < top + height; y++) data.fill(level, y * WIDTH + left, y * WIDTH + left + width);
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

describe('strokes', () => {
  it('stay where they are, on paper as on a tint, and tints and large black areas go', () => {
    const strokes = strokesOf(
      drawn(55, [
        [60, 20, 80, 80, 105],
        [150, 20, 40, 20, 255],
        [10, 50, 180, 3, 195],
      ]),
    );
    const at = (x: number, y: number) => strokes.data[y * WIDTH + x];
    expect(at(20, 20)).toBe(0);
    expect(at(100, 80)).toBe(0);
    expect(at(170, 30)).toBe(0);
    expect(at(20, 51)).toBe(140);
    expect(at(100, 51)).toBe(90);
  });
});
