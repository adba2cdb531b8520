import { inkCopy } from '../../libs/vision/ink/ink-copy.js';
import { FULL_INK, PALE_INK } from '../../libs/vision/ink/ink-bitmap.js';
import { cv, toRaster, withMats } from '../../libs/vision/pixels/opencv.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { strokesOf } from '../support/strokes-of.js';
import { Random } from '../support/random.js';

const { max, min, round } = Math;

/** Levels from a list, a px each. */
function speckled(width: number, height: number, levels: number[]): Raster {
  const random = new Random(width + height);
  const data = Uint8Array.from({ length: width * height }, () => random.pick(levels));
  return { data, width, height, channels: 1 };
}

/** Each px the mean of the box it covers, px by px. */
function means({ data, width, height }: Raster, longSide: number): Raster {
  const scale = min(1, longSide / max(width, height));
  const [across, down] = [round(width * scale), round(height * scale)];
  const out = new Uint8Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const box: number[] = [];
      for (let v = round((y * height) / down); v < round(((y + 1) * height) / down); v++)
        for (let u = round((x * width) / across); u < round(((x + 1) * width) / across); u++)
          box.push(data[v * width + u]);
      out[y * across + x] = Math.floor(box.reduce((sum, level) => sum + level, 0) / box.length + 0.5);
    }
  return { data: out, width: across, height: down, channels: 1 };
}

/** Top-hat by OpenCV, the square 11 px wide. */
function topHat(raster: Raster): Raster {
  return withMats((scope) => {
    const out = scope.mat();
    const square = scope.own(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(11, 11)));
    cv.morphologyEx(scope.fromRaster(raster), out, cv.MORPH_TOPHAT, square);
    return toRaster(out);
  });
}

describe("a page's ink at the scale at which it is laid", () => {
  it.each([
    ['a third of its size', 641, 1650],
    ['half of its size and a little', 1070, 333],
    ['its own size', 97, 401],
  ])('is the strokes among means over boxes: %s', (_, width, height) => {
    const ink = speckled(width, height, [0, 0, PALE_INK, FULL_INK]);
    expect(inkCopy(ink)).toEqual(topHat(means(ink, 550)));
  });

  it.each([
    ['as wide as vectors', 64, 40],
    ['a px wider', 65, 41],
    ['smaller than the square', 7, 5],
    ['one px', 1, 1],
  ])('has the strokes that OpenCV finds, at the borders too: %s', (_, width, height) => {
    const picture = speckled(width, height, [0, 40, 41, 130, 200, 255]);
    expect(strokesOf(picture)).toEqual(topHat(picture));
  });
});
