import { commonSheet } from '../../libs/vision/outline/common-sheet.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';
import { photographPage } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { sheetSeen } from '../support/sheet-seen.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';

/** An outline of a sheet of so many mm, straight and seen all along, and the size of its picture. */
const outlineOf = (width: number, height: number) => ({
  ...sheetSeen({ width, height }, { tilt: 25, azimuth: 70, roll: 8 }),
  cut: [false, false, false, false],
  bow: 0.001,
  borne: 1,
});

const sheetOf = (outline: ReturnType<typeof outlineOf>): ReturnType<typeof commonSheet> =>
  commonSheet(outline, outline);

describe('an outline with the shape of a common sheet', () => {
  it('has its proportions by the perspective, and tells the longer sides', () => {
    expect(sheetOf(outlineOf(215.9, 279.4))).toEqual({ isHalfAlike: false, long: [1, 3] });
    expect(sheetOf(outlineOf(279.4, 215.9))).toEqual({ isHalfAlike: false, long: [0, 2] });
    expect(sheetOf(outlineOf(210, 297))).toEqual({ isHalfAlike: true, long: [1, 3] });
  });

  it('is none of other proportions', () => {
    expect(sheetOf(outlineOf(215.9, 139.7))).toBeNull();
    expect(sheetOf(outlineOf(210, 250))).toBeNull();
    expect(sheetOf(outlineOf(210, 99))).toBeNull();
  });

  it('is none with a side that is bent, cut off, or not seen all along', () => {
    const letter = outlineOf(215.9, 279.4);
    expect(sheetOf({ ...letter, bow: 0.004 })).toBeNull();
    expect(sheetOf({ ...letter, borne: 0.9 })).toBeNull();
    expect(sheetOf({ ...letter, cut: [false, false, true, false] })).toBeNull();
  });
});

describe('a page on stone that is as light as paper, and flecked as if it was printed', () => {
  function fleckedStone(): Raster {
    const [width, height, flecks] = [800, 600, 1200];
    const random = new Random(7);
    const light = new Float32Array(width * height).fill(1);
    for (let k = 0; k < flecks; k++) {
      const [left, top] = [random.int(0, width - 9), random.int(0, height - 7)];
      const [wide, high, level] = [random.int(3, 8), random.int(2, 6), random.between(0.45, 0.9)];
      for (let y = top; y < top + high; y++) light.fill(level, y * width + left, y * width + left + wide);
    }
    const data = new Uint8Array(width * height * 3);
    for (let y = 0, k = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (const tint of [225, 221, 213]) data[k++] = tint * light[y * width + x] + grainAt(x, y, 5);
    return { data, width, height, channels: 3 };
  }

  it.each([954, 964])('is relied on for its shape: seed %i', async (seed) => {
    const form = sampleForms()[seed % sampleForms().length];
    const page = await renderPdfPage(await form.pdf(), 1, 150);
    const { rgb, truth } = await photographPage(page, 150, {
      level: 'hard',
      seed,
      background: fleckedStone(),
      megapixels: 3,
    });
    const { outline, diagnostics } = normalizeFrame(rgb, null);
    expect(diagnostics.way).toBe('outline');
    expect(outlineJaccard(outline, truth)).toBeGreaterThan(0.98);
  });
});
