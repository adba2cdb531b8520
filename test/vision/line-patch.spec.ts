import type { Raster } from '../../libs/vision/pixels/raster.js';
import { centredOnLines, showsLines } from '../../libs/vision/registration/line-patch.js';
import { PatchCutter, type Patch } from '../../libs/vision/registration/patch.js';
import { matchAcross, SearchedPicture, type PatchMatch } from '../../libs/vision/registration/patch-match.js';

const SIDE = 120;
const RADIUS = 15;

/** White, with a ruled line whose edges are as soft as told; `at` is its middle, px from the top. */
function ruled(at: number, softness: number): Raster {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 0, k = 0; y < SIDE; y++) {
    const ink = 220 * Math.exp(-(((y - at) / softness) ** 2));
    for (let x = 0; x < SIDE; x++, k++) data[k] = 250 - ink;
  }
  return { data, width: SIDE, height: SIDE, channels: 1 };
}

const cut = (page: Raster, x: number, y: number): Patch =>
  PatchCutter.over(page, RADIUS, (cutter) => cutter.cut(x, y))!;

const centred = (page: Raster, patch: Patch): Patch | null =>
  PatchCutter.over(page, RADIUS, (cutter) => centredOnLines(cutter, patch, RADIUS));

const foundAcross = (patch: Patch, image: Raster, x: number, y: number): PatchMatch | null =>
  SearchedPicture.of(image, RADIUS + 6, (picture) => matchAcross(patch, RADIUS, picture, x, y, 6));

describe('a patch of a ruled line', () => {
  it('is told from letters, and cut with the line in its middle', () => {
    const page = ruled(72, 1.5);
    const patch = cut(page, 60, 60);
    expect(showsLines(patch)).toBe(true);
    expect(centred(page, patch)!.centre).toEqual({ x: 60, y: 72 });
  });

  it('is found across the line, also where the frame is blurred', () => {
    const page = ruled(72, 1.5);
    const patch = centred(page, cut(page, 60, 60))!;
    const found = foundAcross(patch, ruled(74.4, 4), 60, 72)!;
    expect(found.dx).toBe(0);
    expect(Math.abs(found.dy - 2.4)).toBeLessThan(0.3);
    expect(found.lead).toBeGreaterThan(0.06);
  });

  it('is not found where the line lies beyond the search', () => {
    const page = ruled(60, 1.5);
    const patch = cut(page, 60, 60);
    expect(foundAcross(patch, ruled(69, 1.5), 60, 60)).toBeNull();
  });
});
