import { cv, toRaster, withMats } from '../../libs/vision/pixels/opencv.js';
import { MOST_REDUCED, reduceByArea, reduceToSize } from '../../libs/vision/pixels/reduce-area.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

function noise(width: number, height: number): Raster {
  const random = new Random(width * height);
  return {
    data: Uint8Array.from({ length: width * height }, () => random.int(0, 255)),
    width,
    height,
    channels: 1,
  };
}

function byOpenCv(raster: Raster, width: number, height: number): Raster {
  return withMats((scope) => {
    const target = scope.mat();
    cv.resize(scope.fromRaster(raster), target, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    return toRaster(target);
  });
}

describe('area reduction', () => {
  it.each([
    ['a photograph as it is described', [330, 248], [220, 165]],
    ['hardly at all', [331, 250], [330, 249]],
    ['along one axis only', [301, 40], [299, 40]],
    ['by a whole number along one axis', [200, 77], [100, 40]],
    ['nearly as much as it can', [401, 333], [115, 96]],
    ['a single row', [250, 1], [167, 1]],
    ['to fewer px than are computed together', [5, 9], [3, 4]],
  ])('gives what OpenCV gives: %s', (_, [fullWidth, fullHeight], [width, height]) => {
    expect(fullWidth / width).toBeLessThan(MOST_REDUCED);
    const raster = noise(fullWidth, fullHeight);
    expect(reduceToSize(raster, width, height)).toEqual(byOpenCv(raster, width, height));
  });

  it.each([
    ['a little', 350, 240],
    ['to a half', 480, 240],
    ['more than the kernel can', 1201, 300],
  ])('of a raster to a longest side, %s, is the same too', (_, side, to) => {
    const raster = noise(side, side >> 1);
    expect(reduceByArea(raster, to)).toEqual(byOpenCv(raster, to, Math.round((to * (side >> 1)) / side)));
  });
});
