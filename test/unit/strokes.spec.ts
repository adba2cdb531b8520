import { strokesOfFrame, strokesOfPage } from '../../libs/vision/ink/strokes.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

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
  it('of a frame stay where they are, on paper as on a tint, and the tint goes', () => {
    const flat = drawn(200, [
      [60, 20, 80, 80, 150],
      [10, 50, 180, 3, 60],
    ]);
    const { flat: strokes } = strokesOfFrame({ flat, unit: 1, unitY: 1 });
    const at = (x: number, y: number) => strokes.data[y * WIDTH + x];
    expect(at(20, 20)).toBe(255);
    expect(at(100, 80)).toBe(255);
    expect(at(20, 51)).toBe(255 - 140);
    expect(at(100, 51)).toBe(255 - 90);
  });

  it('of a page, whose ink is light, stay and large areas go', () => {
    const strokes = strokesOfPage(
      drawn(0, [
        [60, 20, 80, 80, 255],
        [10, 10, 180, 3, 255],
      ]),
    );
    expect(strokes.data[11 * WIDTH + 100]).toBe(255);
    expect(strokes.data[60 * WIDTH + 100]).toBe(0);
  });
});
