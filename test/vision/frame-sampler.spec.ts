import { project } from '../../libs/vision/geometry/projective.js';
import { localView } from '../../libs/vision/ink/frame-sampler.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { levelBetween } from '../../libs/vision/pixels/level-between.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

const [WIDTH, HEIGHT] = [320, 240];
const plane: Homography = [0.8, -0.1, 60, 0.12, 0.7, 20, 1e-4, -2e-4, 1];

function noise(): Raster {
  const random = new Random(3);
  const data = Uint8Array.from({ length: WIDTH * HEIGHT }, () => random.int(0, 255));
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** Blocks of a sheet that is moved as a whole. */
function movedBy(dx: number, dy: number): RegisteredBlock[] {
  const rest = { correlation: 0.9, expected: 0, found: 0, closeBy: 0, shown: 0, visible: true, ink: 9 };
  return [0, 100, 200].flatMap((y) => [0, 100, 200].map((x) => ({ ...rest, x, y, dx, dy })));
}

describe('a window of a page as a frame shows it', () => {
  const frame = noise();

  it.each([
    ['an even number of px wide', 24, 13, 1],
    ['an odd one', 25, 12, 1],
    ['one px', 1, 1, 1],
    ['of ink that is larger than the page', 31, 30, 0.55],
  ])('is what lies between the px of the frame: %s', (_, width, height, unit) => {
    const [left, top, dx, dy] = [70, 60, 2.3, -1.6];
    const view = localView(
      { frame, homography: plane, blocks: movedBy(dx, dy) },
      unit,
      left,
      top,
      width,
      height,
    );
    expect(view).toHaveLength(width * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [u, v] = [(left + x + 0.5) * unit - 0.5 + dx, (top + y + 0.5) * unit - 0.5 + dy];
        const at = project(plane, u, v);
        expect(view![y * width + x]).toBeCloseTo(levelBetween(frame, at.x, at.y), 3);
      }
  });

  it('is none where a part of it lies outside, or beyond the horizon', () => {
    const blocks = movedBy(0, 0);
    const at = (homography: Homography, left: number, top: number) =>
      localView({ frame, homography, blocks }, 1, left, top, 20, 20);
    expect(at(plane, 100, 100)).not.toBeNull();
    expect(at(plane, -100, 100)).toBeNull();
    expect(at(plane, 380, 100)).toBeNull();
    expect(at(plane, 100, 400)).toBeNull();
    expect(at([1, 0, 0, 0, 1, 0, -1 / 110, 0, 1], 100, 100)).toBeNull();
  });
});
