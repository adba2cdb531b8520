import { hasRightAngles, isBitonal, looksScanned, scanGoesOn } from '../../libs/vision/light/flat-scan.js';
import { paperLevels } from '../../libs/vision/light/illumination.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { toBitonal } from '../../libs/vision/light/bitonal.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshAt } from '../../libs/vision/pixels/warp-mesh.js';
import { pageAskew } from '../support/page-askew.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { abs, atan2, PI } = Math;

/** A page as a scanner set to black and white has it, lying askew by so many degrees before a black lid. */
function bitonalScan(page: Raster, degrees: number): Raster {
  const scan = toBitonal(pageAskew(page, degrees), 100);
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
    expect(isBitonal(toBitonal(page, 100))).toBe(true);
    const shaded = {
      ...page,
      data: page.data.map((level, k) => level * (0.6 + (0.3 * k) / page.data.length)),
    };
    expect(isBitonal(shaded)).toBe(false);
  });

  it.each([9, 33, -41, 152])('are turned straight and upright: %d degrees', (degrees) => {
    const { flag, mesh } = normalizeFrame(bitonalScan(page, degrees), null);
    expect(flag).toBe('already_flat');
    // Where a row of the image comes from.
    const [left, right] = [meshAt(mesh, 0, mesh.height / 2), meshAt(mesh, mesh.width - 1, mesh.height / 2)];
    const found = (atan2(right.y - left.y, right.x - left.x) * 180) / PI;
    expect(abs(found - degrees)).toBeLessThan(0.3);
  });

  it('that show nothing but the page are flat, whatever rectangle is printed there', () => {
    const { flag, diagnostics } = normalizeFrame(toBitonal(page, 100), null);
    expect(flag).toBe('already_flat');
    expect(abs(diagnostics.skew)).toBeLessThan(0.3);
  });

  it('are kept whole around a box in a pale tint', () => {
    const [width, height] = [1000, 1414];
    const data = new Uint8Array(width * height).fill(252);
    const box = (left: number, top: number, wide: number, high: number, level: number): void => {
      for (let y = top; y < top + high; y++) data.fill(level, y * width + left, y * width + left + wide);
    };
    const print = (left: number, top: number): void => {
      for (let k = 0; k < 30; k++) box(left + 9 * k, top + (k % 3), 2 + (k % 4), 6 + (k % 5), 20);
    };
    box(86, 296, 828, 628, 60);
    box(90, 300, 820, 620, 236);
    for (let top = 320; top < 900; top += 62) {
      box(90, top - 20, 820, 1, 60);
      print(110, top);
    }
    for (const top of [90, 120, 1200]) print(90, top);
    const scan: Raster = { data, width, height, channels: 1 };
    expect(isBitonal(scan)).toBe(true);
    const { flag, mesh } = normalizeFrame(scan, null);
    expect(flag).toBe('already_flat');
    expect(mesh.width / width).toBeCloseTo(1, 2);
    expect(mesh.height / height).toBeCloseTo(1, 2);
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

/** Part of a page's height that is left white above and below what is shaded, unless told. */
const MARGIN = 0.04;

/** The page with one part of it, from place to place as parts of its width, printed grey. */
function shaded(page: Raster, from: number, to: number, margin = MARGIN, grey = 0.72): Raster {
  const data = Uint8Array.from(page.data);
  const [top, bottom] = [margin * page.height, (1 - margin) * page.height];
  for (let y = Math.ceil(top); y < bottom; y++)
    for (let x = Math.round(from * page.width); x < to * page.width; x++) data[y * page.width + x] *= grey;
  return { ...page, data };
}

/** An outline all of which lies in its picture. */
const whole = (quad: Quad): { quad: Quad; cut: boolean[] } => ({ quad, cut: [false, false, false, false] });

/** A part of a page, from place to place as parts of its width, in px of its photograph. */
function partOf({ truth }: Photograph, page: Raster, from: number, to: number, margin = 0): Quad {
  const [left, right] = [from * page.width - 0.5, to * page.width - 0.5];
  const [top, bottom] = [margin * page.height - 0.5, (1 - margin) * page.height - 0.5];
  return [
    truth.pageToPhoto(left, top),
    truth.pageToPhoto(right, top),
    truth.pageToPhoto(right, bottom),
    truth.pageToPhoto(left, bottom),
  ];
}

describe('scans of pages with a part printed grey', () => {
  let page: Raster;
  const capture = (picture: Raster, level: 'scan' | 'easy', seed: number): Promise<Photograph> =>
    photographPage(picture, 100, { level, seed, megapixels: 2 });
  beforeAll(async () => {
    page = toGrey(await renderPdfPage(await sampleForms()[0].pdf(), 1, 100));
  });

  it('are kept whole, and not cut at the grey', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const { rgb } = await capture(shaded(page, 0.45, 0.95), 'scan', seed);
      const { flag, mesh } = normalizeFrame(rgb, null);
      expect(flag).toBe('already_flat');
      expect(mesh.width * mesh.height).toBeGreaterThan(0.75 * rgb.width * rgb.height);
    }
  });

  it('go on beyond the grey, and not beyond the page', async () => {
    const scan = await capture(shaded(page, 0.45, 0.95), 'scan', 1);
    expect(scanGoesOn(toGrey(scan.rgb), whole(partOf(scan, page, 0.45, 0.95)), true)).toBe(true);
    expect(scanGoesOn(toGrey(scan.rgb), whole(partOf(scan, page, 0, 1)), true)).toBe(false);
  });

  it('go on beyond the white beside grey that runs off the page, unless its outline is clear', async () => {
    const scan = await capture(shaded(page, 0.6, 1, 0, 0.4), 'scan', 1);
    expect(scanGoesOn(toGrey(scan.rgb), whole(partOf(scan, page, 0, 0.6)), false)).toBe(true);
    expect(scanGoesOn(toGrey(scan.rgb), whole(partOf(scan, page, 0, 0.6)), true)).toBe(false);
  });

  it('go on beyond grey that fills them up to their margins, but not beyond a small grey part', async () => {
    const scan = await capture(shaded(page, MARGIN, 1 - MARGIN, MARGIN, 0.5), 'scan', 1);
    expect(scanGoesOn(toGrey(scan.rgb), whole(partOf(scan, page, MARGIN, 0.92, MARGIN)), true)).toBe(true);
    const blank = { ...page, data: new Uint8Array(page.data.length).fill(255) };
    const card = await capture(shaded(blank, 0.2, 0.8, 0.3, 0.5), 'scan', 1);
    expect(scanGoesOn(toGrey(card.rgb), whole(partOf(card, page, 0.2, 0.8, 0.3)), true)).toBe(false);
  });

  it('are told from photographs of such pages', async () => {
    const beside = await capture(shaded(page, 0.45, 0.95), 'easy', 1);
    expect(scanGoesOn(toGrey(beside.rgb), whole(partOf(beside, page, 0.45, 0.95)), true)).toBe(false);
    const off = await capture(shaded(page, 0.6, 1, 0, 0.4), 'easy', 1);
    expect(scanGoesOn(toGrey(off.rgb), whole(partOf(off, page, 0, 0.6)), false)).toBe(false);
  });

  it('are told from level photographs, in which opposite sides are hardly ever equal', async () => {
    const scan = await capture(shaded(page, 0.45, 0.95), 'scan', 1);
    const [a, b, c, d] = partOf(scan, page, 0.45, 0.95);
    const leaning: Quad = [a, b, c, { x: d.x + 0.01 * (c.x - d.x), y: d.y + 0.01 * (c.y - d.y) }];
    expect(hasRightAngles(leaning, 1.5)).toBe(true);
    expect(scanGoesOn(toGrey(scan.rgb), whole(leaning), true)).toBe(false);
    expect(scanGoesOn(toGrey(scan.rgb), { quad: leaning, cut: [true, false, false, false] }, true)).toBe(
      true,
    );
  });

  it('are told from a cover on a white table, which no lamp lights as evenly as a scanner', () => {
    const [width, height] = [600, 800];
    const cover = { left: 40, top: 50, right: 560, bottom: 750 };
    const quad: Quad = [
      { x: cover.left, y: cover.top },
      { x: cover.right, y: cover.top },
      { x: cover.right, y: cover.bottom },
      { x: cover.left, y: cover.bottom },
    ];
    const seen = (falloff: number): Raster => {
      const data = new Uint8Array(width * height);
      for (let y = 0, k = 0; y < height; y++)
        for (let x = 0; x < width; x++, k++) {
          const onCover = x >= cover.left && x < cover.right && y >= cover.top && y < cover.bottom;
          data[k] = onCover ? 110 : Math.round(235 * (1 - (falloff * y) / height));
        }
      return { data, width, height, channels: 1 };
    };
    expect(scanGoesOn(seen(0.005), whole(quad), false)).toBe(true);
    expect(scanGoesOn(seen(0.05), whole(quad), false)).toBe(false);
  });
});

describe('a picture in which no page stands out', () => {
  const [width, height] = [600, 800];
  /** Paper, darker towards its foot by a part, with a dark lid along half of the rim. */
  const beforeLid = (falloff: number): Raster => {
    const data = new Uint8Array(width * height);
    for (let y = 0, k = 0; y < height; y++)
      for (let x = 0; x < width; x++, k++)
        data[k] = x < 20 || y < 20 ? 40 : Math.round(250 * (1 - (falloff * y) / height));
    return { data, width, height, channels: 1 };
  };
  const isScan = (picture: Raster): boolean => looksScanned(picture, paperLevels(picture));

  it('is a scan for as little of its rim as a dark lid leaves, where its light is all even', () => {
    expect(isScan(beforeLid(0))).toBe(true);
    expect(isScan(beforeLid(0.05))).toBe(false);
  });
});
