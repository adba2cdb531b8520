import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { softCopy, TWO_PX } from '../../libs/vision/pixels/soft-copy.js';
import { copiesOf } from '../../libs/vision/registration/page-copies.js';
import { registerFlat } from '../../libs/vision/registration/flat-registration.js';
import { photographPage } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { max, min } = Math;

const DPI = 150;
/** px along which a hand's shake smears the photograph, and levels by which its px are noisy. */
const SMEAR = 9;
const NOISE = 12;

/** A photograph, in grey, as if the hand had moved along its rows, in little light. */
function smeared(photo: Raster): Raster {
  const { data, width, height } = toGrey(photo);
  const draw = new Random(5);
  const out = new Uint8Array(data.length).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = SMEAR, k = y * width, sum = 0; x <= width; x++, k++) {
      if (x === SMEAR) for (let d = 0; d < SMEAR; d++) sum += data[k + d];
      else sum += data[k + SMEAR - 1] - data[k - 1];
      out[k + (SMEAR >> 1)] = max(0, min(255, sum / SMEAR + NOISE * (2 * draw.next() - 1)));
    }
  return { data: out, width, height, channels: 1 };
}

describe('patches as soft as the frame', () => {
  it('lay a flat page that is smeared as the plane it is', async () => {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { truth, rgb } = await photographPage(page, DPI, { level: 'easy', seed: 3, megapixels: 4 });
    const corners = frameQuad(page.width, page.height);
    const guess = homographyFromPoints(corners, truth.quad)!;
    const grey = toGrey(page);
    const { registration, copies } = registerFlat(grey, smeared(rgb), guess);
    expect(copies).not.toBe(copiesOf(grey));
    expect(registration).not.toBeNull();
    expect(registration!.agreement).toBeGreaterThan(0.9);
    for (const { x, y } of corners) {
      const seen = truth.pageToPhoto(x, y);
      const laid = registration!.toFrame.at(x, y);
      expect(Math.hypot(laid.x - seen.x, laid.y - seen.y)).toBeLessThan(0.6);
    }
  });

  it('stay as they are where the frame is sharp', async () => {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { truth, rgb } = await photographPage(page, DPI, { level: 'easy', seed: 4, megapixels: 4 });
    const guess = homographyFromPoints(frameQuad(page.width, page.height), truth.quad)!;
    const grey = toGrey(page);
    expect(registerFlat(grey, rgb, guess).copies).toBe(copiesOf(grey));
  });
});

describe('a soft copy', () => {
  const dot = (): Raster => {
    const data = new Uint8Array(21 * 15).fill(255);
    data[7 * 21 + 10] = 0;
    return { data, width: 21, height: 15, channels: 1 };
  };

  it('spreads a dot by the weights, and leaves paper white up to the border', () => {
    const { data, width } = softCopy(dot(), TWO_PX);
    const darkness = (x: number, y: number): number => 255 - data[y * width + x];
    for (const [k, weight] of TWO_PX.entries())
      expect(darkness(10 + k, 7)).toBeCloseTo((255 * weight * TWO_PX[0]) / 65536, 0);
    expect(darkness(7, 4)).toBe(darkness(13, 10));
    expect(darkness(14, 7)).toBe(0);
    expect(darkness(0, 0)).toBe(0);
    expect(darkness(20, 14)).toBe(0);
  });

  it('is softer the more often it is blurred', () => {
    const once = softCopy(dot(), TWO_PX);
    const twice = softCopy(dot(), TWO_PX, 2);
    const middle = 7 * 21 + 10;
    expect(twice.data[middle]).toBeGreaterThan(once.data[middle]);
    expect(twice.data[middle + 4]).toBeLessThan(255);
  });
});
