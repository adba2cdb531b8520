import { hasRightAngles, isTwoTone } from '../../libs/vision/light/flat-scan.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { toBitonal } from '../../libs/vision/light/bitonal.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom, remap } from '../../libs/vision/pixels/warp-mesh.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

// Taken out of the global object, where a test's sandbox makes every look-up slow.
const { abs, cos, PI, sin } = Math;

/** A page as a scanner set to black and white has it, lying askew by so many degrees before a black lid. */
function bitonalScan(page: Raster, degrees: number): Raster {
  const angle = (-degrees * PI) / 180;
  const [c, s] = [cos(angle), sin(angle)];
  const skewed = remap(
    page,
    meshFrom(page.width, page.height, (x, y) => {
      const [u, v] = [x - page.width / 2, y - page.height / 2];
      return { x: page.width / 2 + u * c - v * s, y: page.height / 2 + u * s + v * c };
    }),
  );
  const scan = toBitonal(skewed, 100);
  // The lid's wedge hides a corner: no page's sides meet there at right angles.
  for (let y = 0; y < scan.height; y++)
    for (let x = scan.width - 1; x > scan.width - 90 + y / 8 && x >= 0; x--)
      scan.data[y * scan.width + x] = 0;
  return scan;
}

describe('scans in two tones', () => {
  let page: Raster;
  beforeAll(async () => {
    page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 100));
  });

  it('are told from pictures with tones between', () => {
    expect(isTwoTone(toBitonal(page, 100))).toBe(true);
    const shaded = {
      ...page,
      data: page.data.map((level, k) => level * (0.6 + (0.3 * k) / page.data.length)),
    };
    expect(isTwoTone(shaded)).toBe(false);
  });

  it('are turned straight, and not taken for a page seen from aside', () => {
    const { flag, diagnostics } = normalizeFrame(bitonalScan(page, 9), null);
    expect(flag).toBe('already_flat');
    expect(abs(diagnostics.skew - 9)).toBeLessThan(0.3);
  });

  it('that show nothing but the page are flat, whatever rectangle is printed there', () => {
    const { flag, diagnostics } = normalizeFrame(toBitonal(page, 100), null);
    expect(flag).toBe('already_flat');
    expect(abs(diagnostics.skew)).toBeLessThan(0.3);
  });

  it('show pages with right angles', () => {
    const quad = (lean: number) =>
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
        { x: 100 + lean, y: 140 },
        { x: lean, y: 140 },
      ] as const;
    expect(hasRightAngles([...quad(1)], 1.5)).toBe(true);
    expect(hasRightAngles([...quad(10)], 1.5)).toBe(false);
  });
});
