import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { meshAt } from '../../libs/vision/pixels/warp-mesh.js';
import { photographPage, type SheetKind } from '../support/photo-booth/index.js';

const DPI = 150;
const BLANK: Raster = {
  width: 1275,
  height: 1650,
  channels: 3,
  data: new Uint8Array(1275 * 1650 * 3).fill(255),
};
const { hypot, min, max } = Math;

/**
 * A blank sheet, photographed and normalized: whether it was rolled out, and how far the middles of the image's sides
 * lie off those of the sheet, as a part of its diagonal in the picture.
 */
async function normalizedBlank(sheet: SheetKind, seed: number) {
  const { rgb, truth } = await photographPage(BLANK, DPI, { level: 'curled', sheet, seed, megapixels: 3 });
  const { mesh, image, diagnostics } = normalizeFrame(rgb, null);
  const middlesOf = (width: number, height: number, show: (x: number, y: number) => Point): Point[] => [
    show(width / 2, 0),
    show(width, height / 2),
    show(width / 2, height),
    show(0, height / 2),
  ];
  const true4 = middlesOf(BLANK.width, BLANK.height, (x, y) => truth.pageToPhoto(x - 0.5, y - 0.5));
  // Which way up a blank sheet stands nobody can tell.
  const off = middlesOf(image.width, image.height, (x, y) => meshAt(mesh, x - 0.5, y - 0.5)).map((p) =>
    min(...true4.map((q) => hypot(p.x - q.x, p.y - q.y))),
  );
  const [a, , c] = truth.quad;
  const { width, height } = image;
  return {
    rolledOut: diagnostics.rolledOut,
    off: max(...off) / hypot(c.x - a.x, c.y - a.y),
    proportions: min(width, height) / max(width, height) / (BLANK.width / BLANK.height),
  };
}

describe('a curled page without print', () => {
  it.each([
    ['rolled', 24],
    ['creased', 204],
  ] as const)('is rolled out by its borders alone: %s, seed %d', async (sheet, seed) => {
    const { rolledOut, off, proportions } = await normalizedBlank(sheet, seed);
    expect(rolledOut).toBe(true);
    expect(off).toBeLessThan(0.005);
    expect(Math.abs(proportions - 1)).toBeLessThan(0.01);
  });
});
