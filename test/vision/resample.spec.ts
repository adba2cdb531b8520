import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, reduceGreyByBoxes } from '../../libs/vision/pixels/resample.js';

const { floor, imul, round } = Math;

/** Levels without order, the same each time. */
function speckled(channels: 1 | 3 | 4, width: number, height: number): Raster {
  let state = 5;
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return { data, width, height, channels };
}

/** The rounded mean of a channel over the box that a px of the copy covers. */
function mean(
  { data, width, height, channels }: Raster,
  copy: Raster,
  x: number,
  y: number,
  channel: number,
): number {
  const [left, right] = [x, x + 1].map((k) => round((k * width) / copy.width));
  const [top, bottom] = [y, y + 1].map((k) => round((k * height) / copy.height));
  const area = (right - left) * (bottom - top);
  let sum = floor(area / 2);
  for (let py = top; py < bottom; py++)
    for (let px = left; px < right; px++) sum += data[(py * width + px) * channels + channel];
  return floor(sum / area);
}

describe('a smaller copy', () => {
  it.each([
    [1, 83, 61, 40],
    [3, 61, 97, 40],
    [3, 200, 31, 199],
    [4, 90, 70, 33],
    [3, 9, 1900, 4],
  ] as const)(
    'of %d channels and %d x %d px has the means of boxes, %d px long',
    (channels, width, height, side) => {
      const picture = speckled(channels, width, height);
      const { raster, scaleX, scaleY } = reduceByBoxes(picture, side);
      expect([raster.width / width, raster.height / height]).toEqual([scaleX, scaleY]);
      expect(raster.channels).toBe(channels === 1 ? 1 : 3);
      const grey = reduceGreyByBoxes(picture, side).raster;
      const expected: number[] = [];
      const expectedGrey: number[] = [];
      for (let y = 0; y < raster.height; y++)
        for (let x = 0; x < raster.width; x++) {
          for (let c = 0; c < raster.channels; c++) expected.push(mean(picture, raster, x, y, c));
          expectedGrey.push(mean(picture, raster, x, y, channels === 1 ? 0 : 1));
        }
      expect([...raster.data]).toEqual(expected);
      expect([...grey.data]).toEqual(expectedGrey);
    },
  );

  it('is the picture itself where that is small enough', () => {
    const picture = speckled(3, 30, 20);
    expect(reduceByBoxes(picture, 30).raster).toBe(picture);
  });
});
