import { hasRightAngles, isTwoTone, paperGoesOn } from '../../libs/vision/light/flat-scan.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { toBitonal } from '../../libs/vision/light/bitonal.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom, remap } from '../../libs/vision/pixels/warp-mesh.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
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

/** The page with one part of it, from place to place as parts of its width, printed grey. */
function shaded(page: Raster, from: number, to: number): Raster {
  const data = Uint8Array.from(page.data);
  const margin = 0.04 * page.height;
  for (let y = Math.ceil(margin); y < page.height - margin; y++)
    for (let x = Math.round(from * page.width); x < to * page.width; x++) data[y * page.width + x] *= 0.72;
  return { ...page, data };
}

/** A part of a page, from place to place as parts of its width, in px of its photograph. */
function partOf({ truth }: Photograph, page: Raster, from: number, to: number): Quad {
  const [left, right, bottom] = [from * page.width - 0.5, to * page.width - 0.5, page.height - 0.5];
  return [
    truth.pageToPhoto(left, -0.5),
    truth.pageToPhoto(right, -0.5),
    truth.pageToPhoto(right, bottom),
    truth.pageToPhoto(left, bottom),
  ];
}

describe('scans of pages with a part printed grey', () => {
  let page: Raster;
  const capture = (level: 'scan' | 'easy', seed: number): Promise<Photograph> =>
    photographPage(shaded(page, 0.45, 0.95), 100, { level, seed, megapixels: 2 });
  beforeAll(async () => {
    page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 100));
  });

  it('are kept whole, and not cut at the grey', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const { rgb } = await capture('scan', seed);
      const { flag, mesh } = normalizeFrame(rgb, null);
      expect(flag).toBe('already_flat');
      expect(mesh.width * mesh.height).toBeGreaterThan(0.75 * rgb.width * rgb.height);
    }
  });

  it('go on beyond the grey, and not beyond the page', async () => {
    const scan = await capture('scan', 1);
    expect(paperGoesOn(toGrey(scan.rgb), partOf(scan, page, 0.45, 0.95))).toBe(true);
    expect(paperGoesOn(toGrey(scan.rgb), partOf(scan, page, 0, 1))).toBe(false);
  });

  it('are told from photographs of such pages', async () => {
    const photograph = await capture('easy', 1);
    expect(paperGoesOn(toGrey(photograph.rgb), partOf(photograph, page, 0.45, 0.95))).toBe(false);
  });
});
