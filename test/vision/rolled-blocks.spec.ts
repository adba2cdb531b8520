import { homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { invert, project } from '../../libs/vision/geometry/projective.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { rolledOut } from '../../libs/vision/matching/rolled-blocks.js';
import type { Point } from '../../libs/vision/pixels/raster.js';
import { PAGE, PHOTO, sheetUnder } from '../support/rolled-sheet.js';

const { hypot, max } = Math;

/** Px of the page between blocks. */
const STEP = 78;

describe('blocks of a sheet that is rolled about a tube', () => {
  const shown = sheetUnder(4000).rolled(80, 1800);
  const places: Point[] = [];
  for (let y = STEP; y < PAGE.height; y += STEP)
    for (let x = STEP; x < PAGE.width; x += STEP) places.push({ x, y });
  // As features place a page: by a part of the sheet.
  const part = places.filter(({ y }) => y < 500);
  const plane = homographyFromPoints(
    part,
    part.map(({ x, y }) => shown(x, y)),
  )!;
  const toPage = invert(plane)!;

  function blockAt({ x, y }: Point, isFound: boolean): RegisteredBlock {
    const seen = shown(x, y);
    const there = project(toPage, seen.x, seen.y);
    return {
      ...{ x, y, dx: isFound ? there.x - x : 0, dy: isFound ? there.y - y : 0 },
      ...{ correlation: isFound ? 0.9 : 0.1, expected: 0, found: 0, closeBy: 0, shown: 0 },
      ...{ visible: true, ink: 100 },
    };
  }

  /** How far beside its place the farthest block of some is expected. */
  function farthestOff(blocks: readonly RegisteredBlock[]): number {
    return max(
      ...blocks.map((block) => {
        const there = blockAt(block, true);
        return hypot(block.dx - there.dx, block.dy - there.dy);
      }),
    );
  }

  it('are expected where they lie, in a wide gap of what is found', () => {
    const blocks = places.map((place) => blockAt(place, place.y < 600 || place.y > 1200));
    const expected = rolledOut(blocks, PAGE, PHOTO, plane)!;
    expect(farthestOff(blocks)).toBeGreaterThan(50);
    expect(farthestOff(expected)).toBeLessThan(12);
  });

  it('are not foretold by a few', () => {
    const blocks = places.map((place) => blockAt(place, place.y < 100));
    expect(rolledOut(blocks, PAGE, PHOTO, plane)).toBeNull();
  });
});
