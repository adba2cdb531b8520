import { resizeMap } from '../../libs/vision/geometry/plane-geometry.js';
import { PlaneMap } from '../../libs/vision/geometry/point-map.js';
import { compose, project } from '../../libs/vision/geometry/projective.js';
import type { Homography, Point, Raster } from '../../libs/vision/pixels/raster.js';
import { remap } from '../../libs/vision/pixels/remap.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { copiesOf } from '../../libs/vision/registration/page-copies.js';
import { measureAround } from '../../libs/vision/registration/place-measurement.js';
import { Random } from '../support/random.js';

const { hypot } = Math;

const [WIDTH, HEIGHT] = [1240, 1754];
const MARGIN = 90;

/** A page to write on: a heading at the top, and rules from border to border down to the foot. */
function ruledPage(): Raster {
  const random = new Random(7);
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const box = (left: number, top: number, width: number, height: number): void => {
    for (let y = top; y < top + height; y++) data.fill(20, y * WIDTH + left, y * WIDTH + left + width);
  };
  for (const top of [70, 110])
    for (let left = MARGIN; left < 900; left += 13) {
      box(left, top + random.int(0, 5), random.int(3, 5), random.int(10, 18));
      box(left, top + random.int(0, 16), random.int(5, 9), 3);
    }
  for (let top = 190; top < HEIGHT - MARGIN; top += 46) box(0, top, WIDTH, 2);
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

describe('a page of rules under a heading', () => {
  it('is laid by its rules down to the foot, and not by what its heading says of that', () => {
    const page = ruledPage();
    // Turned by half a degree, as a fax has it: coarse, and in two tones.
    const toFrame: Homography = [0.68, -0.006, 26, 0.006, 0.68, 20, 0, 0, 1];
    const [width, height] = [880, 1240];
    const fromFrame = (x: number, y: number): Point => {
      const [a, b] = [toFrame[0], toFrame[3]];
      const [u, v] = [x - toFrame[2], y - toFrame[5]];
      return { x: (a * u + b * v) / (a * a + b * b), y: (a * v - b * u) / (a * a + b * b) };
    };
    const seen = remap(page, meshFrom(width, height, fromFrame));
    const random = new Random(8);
    const data = seen.data.map((level) => (level + random.int(-40, 40) < 150 ? 0 : 255));
    const frame = { ...seen, data };
    const lay: Homography = [0.68, -0.0057, 26.3, 0.0063, 0.6795, 20.3, 0, 0, 1];
    const copies = copiesOf(page);
    const { scaleX, scaleY } = copies.fine;
    const toStored = resizeMap(1 / scaleX, 1 / scaleY);
    const measured = measureAround(
      copies.fine.raster,
      copies.finePatches('all'),
      frame,
      new PlaneMap(compose(lay, toStored)),
      6,
    );
    for (const y of [100, HEIGHT / 2, HEIGHT - 100])
      for (const x of [200, WIDTH - 200]) {
        const laid = project(measured!.homography, x * scaleX, y * scaleY);
        const truth = project(toFrame, x, y);
        expect(hypot(laid.x - truth.x, laid.y - truth.y)).toBeLessThan(1.5);
      }
  });
});
