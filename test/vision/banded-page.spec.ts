import { normalizeFrame } from '../../libs/vision/normalize.js';
import { areBandsOfOne } from '../../libs/vision/outline/bands-in-line.js';
import { isBandOfPage } from '../../libs/vision/outline/band-of-page.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { cropped } from '../support/cropped.js';
import { photographPage } from '../support/photo-booth/index.js';
import { withRows } from '../support/printed-rows.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const GREEN = [30, 90, 60];
const ROWS = [
  [0.22, 0.28],
  [0.5, 0.56],
  [0.74, 0.8],
] as const;

/** What a photograph shows about a quad, with a narrow rim of the table. */
function croppedTo(photo: Raster, quad: Quad): { rgb: Raster; quad: Quad } {
  const { width, height } = photo;
  const rim = 0.015 * Math.max(width, height);
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs) - rim));
  const top = Math.max(0, Math.floor(Math.min(...ys) - rim));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + rim));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + rim));
  return {
    rgb: cropped(photo, { left, top, right, bottom }),
    quad: quad.map(({ x, y }) => ({ x: x - left, y: y - top })) as Quad,
  };
}

const boxOf = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

/** A grey table with boxes of some level on it. */
function tableWith(...boxes: (readonly [box: Quad, level: number])[]): Raster {
  const [width, height] = [400, 500];
  const data = new Uint8Array(width * height).fill(90);
  for (const [[from, , to], level] of boxes)
    for (let y = from.y; y < to.y; y++) data.fill(level, y * width + from.x, y * width + to.x);
  return { data, width, height, channels: 1 };
}

describe('a curled page with rows printed from side to side that fills the picture', () => {
  it.each([2, 3])('is cut out whole (seed %d)', async (seed) => {
    const page = withRows(await renderPdfPage(await sampleForms()[3].pdf(), 1, DPI), ROWS, GREEN);
    const photo = await photographPage(page, DPI, { level: 'curled', seed, megapixels: 3 });
    const { rgb, quad } = croppedTo(photo.rgb, photo.truth.quad);
    const { outline, flag } = normalizeFrame(rgb, null);
    expect(flag).not.toBe('several_sheets');
    expect(outlineJaccard(outline, { ...photo.truth, quad })).toBeGreaterThan(0.98);
  });
});

describe('what lies in line', () => {
  const [upper, lower] = [boxOf(60, 40, 340, 200), boxOf(60, 240, 340, 400)];

  it('is one page where something else than the table lies between', () => {
    const page = tableWith([upper, 240], [lower, 240], [boxOf(60, 200, 340, 240), 40]);
    expect(areBandsOfOne(upper, lower, page)).toBe(true);
  });

  it('is two sheets where the table shows between', () => {
    expect(areBandsOfOne(upper, lower, tableWith([upper, 240], [lower, 240]))).toBe(false);
  });

  it('is two sheets where sides do not meet', () => {
    const aside = boxOf(110, 240, 390, 400);
    expect(areBandsOfOne(upper, aside, tableWith([upper, 240], [aside, 240]))).toBe(false);
  });
});

describe('an outline from border to border', () => {
  const [band, below] = [boxOf(8, 60, 392, 250), boxOf(8, 250, 392, 440)];
  const closed = tableWith([band, 240], [below, 225]);
  const plain = (...lines: number[]): Raster =>
    tableWith(
      [band, 240],
      [below, 225],
      ...lines.map((y) => [boxOf(40, y, 360, y + 4), 30] as [Quad, number]),
    );

  it('is a band where print lies beyond it, and it is not clear', () => {
    const picture = plain(100, 140, 300, 340);
    expect(isBandOfPage({ quad: band, confidence: 0.8 }, closed, picture)).toBe(true);
    expect(isBandOfPage({ quad: band, confidence: 0.95 }, closed, picture)).toBe(false);
  });

  it('is none where all print lies on it', () => {
    expect(isBandOfPage({ quad: band, confidence: 0.8 }, closed, plain(100, 140))).toBe(false);
  });
});
