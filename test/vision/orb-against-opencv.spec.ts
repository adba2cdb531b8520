import { cornerPoints } from '../../libs/vision/features/corner-points.js';
import { describePoints } from '../../libs/vision/features/rotated-brief.js';
import { emptyLevel, scalePyramid, type PyramidLevel } from '../../libs/vision/features/scale-pyramid.js';
import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { cv, toRaster, withMats, type MatScope } from '../../libs/vision/pixels/opencv.js';
import { TWO_PX } from '../../libs/vision/pixels/soft-copy.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const LEVELS = 8;
const FACTOR = 1.2;
const WANTED = 3000;

/** What a level holds, without its margin. */
function levelPixels({ picture, stride, width, height }: PyramidLevel, memory: KernelMemory): Raster {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) data.set(memory.bytes(picture + y * stride, width), y * width);
  return { data, width, height, channels: 1 };
}

function differingPixels(a: Raster, b: Raster): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  return a.data.reduce((count, value, i) => count + Number(value !== b.data[i]), 0);
}

/** OpenCV's features of one octave. */
interface Octave {
  x: number[];
  y: number[];
  response: number[];
  angle: number[];
  /** 32 bytes each. */
  descriptors: Uint8Array[];
}

function openCvFeatures(page: Raster, scope: MatScope): Octave[] {
  const orb = scope.own(new cv.ORB(WANTED, FACTOR, LEVELS, 15, 0, 2, cv.ORB_HARRIS_SCORE, 31, 10));
  const points = scope.own(new cv.KeyPointVector());
  const described = scope.mat();
  orb.detectAndCompute(scope.fromRaster(page), scope.mat(), points, described);
  const octaves = Array.from({ length: LEVELS }, (): Octave => ({
    x: [],
    y: [],
    response: [],
    angle: [],
    descriptors: [],
  }));
  for (let i = 0; i < described.rows; i++) {
    const { pt, octave, response, angle } = points.get(i);
    const into = octaves[octave];
    into.x.push(Math.round(pt.x / FACTOR ** octave));
    into.y.push(Math.round(pt.y / FACTOR ** octave));
    into.response.push(response);
    into.angle.push(angle);
    into.descriptors.push(described.data.slice(32 * i, 32 * i + 32));
  }
  return octaves;
}

const bitsSet = (byte: number): number => byte.toString(2).replaceAll('0', '').length;

describe('the vector kernels do what OpenCV does', () => {
  let page: Raster;
  beforeAll(async () => {
    // An odd width: the last vector of a row is not full.
    page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 73));
    expect(page.width % 8).not.toBe(0);
  });

  it('reducing a picture, and blurring it, to the last level of grey', () =>
    KernelMemory.borrow((memory) =>
      withMats((scope) => {
        let before = scope.fromRaster(page);
        scalePyramid(page, LEVELS, FACTOR, memory).forEach((level, octave) => {
          const { stride, width, height } = level;
          const size = new cv.Size(width, height);
          const expected = octave === 0 ? before : scope.mat();
          if (octave > 0) cv.resize(before, expected, size, 0, 0, cv.INTER_LINEAR_EXACT);
          expect(differingPixels(levelPixels(level, memory), toRaster(expected))).toBe(0);

          const blurred = emptyLevel(width, height, memory);
          const scratch = memory.take(2 * stride * (height + 6));
          kernels.blurSeven(level.picture, stride, width, height, blurred.picture, scratch, ...TWO_PX);
          const smooth = scope.mat();
          cv.GaussianBlur(expected, smooth, new cv.Size(7, 7), 2, 2, cv.BORDER_REFLECT_101);
          expect(differingPixels(levelPixels(blurred, memory), toRaster(smooth))).toBe(0);
          before = expected;
        });
      }),
    ));

  it('finding the strongest corners of each level, and describing them', () =>
    KernelMemory.borrow((memory) =>
      withMats((scope) => {
        const theirs = openCvFeatures(page, scope);
        scalePyramid(page, LEVELS, FACTOR, memory).forEach((level, octave) => {
          const { x, y, response, angle, descriptors } = theirs[octave];
          expect(x.length).toBeGreaterThan(40);
          // More than are asked for where some are as strong as the last.
          const share = (WANTED * (1 - 1 / FACTOR)) / (1 - FACTOR ** -LEVELS) / FACTOR ** octave;
          const ours = cornerPoints(level, Math.round(share), memory);
          const named = (px: ArrayLike<number>, py: ArrayLike<number>, strength: ArrayLike<number>) =>
            Array.from(px, (_, i) => `${px[i]} ${py[i]} ${strength[i]}`).sort();
          if (octave < LEVELS - 1)
            expect(named(ours.x, ours.y, ours.response)).toEqual(named(x, y, response));

          const described = describePoints(level, x, y, memory);
          const bytes = new Uint8Array(described.descriptors.buffer);
          let differing = 0;
          let turned = 0;
          x.forEach((_, i) => {
            const turn = Math.abs(described.angle[i] - angle[i]);
            turned = Math.max(turned, Math.min(turn, 360 - turn));
            descriptors[i].forEach((byte, b) => (differing += bitsSet(byte ^ bytes[32 * i + b])));
          });
          expect(turned).toBeLessThan(0.001);
          // OpenCV blurs for its descriptors in floating point: a level of grey more or less here and there.
          expect(differing / x.length).toBeLessThan(1.5);
        });
      }),
    ));
});
