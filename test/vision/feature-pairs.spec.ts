import { guidedPairs, isClearlyNearest, nearestPairs } from '../../libs/vision/features/feature-pairs.js';
import { DESCRIPTOR_WORDS, type Features } from '../../libs/vision/features/orb-features.js';
import type { PageProfile } from '../../libs/vision/features/page-profile.js';
import { PointGrid } from '../../libs/vision/geometry/point-grid.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Homography } from '../../libs/vision/pixels/raster.js';
import { hamming, hammingBelow } from '../support/hamming.js';
import { Random } from '../support/random.js';

const [WIDTH, HEIGHT] = [850, 1100];
/** Turned by a quarter, half as large. */
const MAP: Homography = [0, -0.52, 640, 0.5, 0, 60, 0, 0, 1];
const QUARTER = 64;

/** Features anywhere on a page, of any look. */
function anywhere(count: number, random: Random): Features {
  const words = Uint32Array.from({ length: count * DESCRIPTOR_WORDS }, () => random.int(0, 0xffffffff));
  return {
    count,
    unit: 1,
    x: Float32Array.from({ length: count }, () => random.between(0, WIDTH - 1)),
    y: Float32Array.from({ length: count }, () => random.between(0, HEIGHT - 1)),
    angle: Uint8Array.from({ length: count }, () => random.int(0, 255)),
    octave: new Uint8Array(count),
    descriptors: words,
  };
}

/** The same features as a map shows them, some bits turned over, some px off, a few turned; and as many others. */
function shownBy(map: Homography, page: Features, random: Random): Features {
  const shown = anywhere(2 * page.count, random);
  for (let i = 0; i < page.count; i++) {
    const { x, y } = project(map, page.x[i], page.y[i]);
    shown.x[i] = x + random.between(-12, 12);
    shown.y[i] = y + random.between(-12, 12);
    shown.angle[i] = page.angle[i] + QUARTER + random.int(-30, 30);
    for (let k = 0; k < DESCRIPTOR_WORDS; k++)
      shown.descriptors[DESCRIPTOR_WORDS * i + k] =
        page.descriptors[DESCRIPTOR_WORDS * i + k] ^ (0xffffffff >>> random.int(18, 31));
  }
  return shown;
}

const seeds = [1, 2, 3];

describe('pairs of features', () => {
  it.each(seeds)('are those whose nearest is clearly nearer than the next (seed %i)', (seed) => {
    const random = new Random(seed);
    const page = anywhere(250, random);
    const frame = shownBy(MAP, page, random);
    const expected: [number, number][] = [];
    for (let i = 0; i < page.count; i++) {
      let [best, second, at] = [83, 83, -1];
      for (let j = 0; j < frame.count; j++) {
        const far = hammingBelow(second, page.descriptors, 8 * i, frame.descriptors, 8 * j);
        if (far < best) [best, second, at] = [far, best, j];
        else if (far < second) second = far;
      }
      if (isClearlyNearest(best, second)) expected.push([i, at]);
    }
    const found = nearestPairs(frame, page);
    expect(Array.from(found.page, (i, k) => [i, found.frame[k]])).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.length).toBeLessThan(250);
  });

  it.each(seeds)('are the likest near where a map expects them, each used once (seed %i)', (seed) => {
    const random = new Random(seed);
    const page = anywhere(250, random);
    const features = shownBy(MAP, page, random);
    const grid = new PointGrid(features.x, features.y, WIDTH, HEIGHT, 55);
    const profile = { width: WIDTH, height: HEIGHT, features: page } as PageProfile;
    const radius = 24;
    const reach = radius * Math.sqrt(Math.abs(MAP[0] * MAP[4] - MAP[1] * MAP[3]));
    const owners = new Map<number, { i: number; far: number }>();
    let visible = 0;
    for (let i = 0; i < page.count; i++) {
      const { x, y } = project(MAP, page.x[i], page.y[i]);
      if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
      visible++;
      let [best, at] = [81, -1];
      for (let j = 0; j < features.count; j++) {
        if (Math.hypot(features.x[j] - x, features.y[j] - y) > reach) continue;
        const off = (features.angle[j] - page.angle[i] - QUARTER + 128) & 255;
        if (Math.abs(off - 128) > 24) continue;
        const far = hamming(page.descriptors, 8 * i, features.descriptors, 8 * j);
        if (far < best) [best, at] = [far, j];
      }
      const owner = owners.get(at);
      if (at >= 0 && !(owner && owner.far <= best)) owners.set(at, { i, far: best });
    }
    const found = guidedPairs({ width: WIDTH, height: HEIGHT, features, grid }, profile, MAP, radius);
    const pairs = found.frame.map((j, k) => [j, found.page[k]]);
    expect(pairs).toEqual([...owners].sort(([a], [b]) => a - b).map(([j, { i }]) => [j, i]));
    expect(found.visible).toBe(visible);
    expect(pairs.length).toBeGreaterThan(60);
    expect(pairs.length).toBeLessThan(visible);
  });

  it('are none where there is nothing to pair', () => {
    const random = new Random(4);
    const [none, some] = [anywhere(0, random), anywhere(40, random)];
    expect(nearestPairs(none, some)).toEqual({ page: [], frame: [] });
    expect(nearestPairs(some, none)).toEqual({ page: [], frame: [] });
    const grid = new PointGrid(none.x, none.y, WIDTH, HEIGHT, 55);
    const profile = { width: WIDTH, height: HEIGHT, features: some } as PageProfile;
    const found = guidedPairs({ width: WIDTH, height: HEIGHT, features: none, grid }, profile, MAP, 30);
    expect(found).toMatchObject({ page: [], frame: [] });
  });
});
