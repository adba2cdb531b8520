import { describePage } from '../../libs/vision/features/page-profile.js';
import { withoutUnseen } from '../../libs/vision/light/unseen-part.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { paperLight } from '../bench/normalize-metrics.js';
import { cropped } from '../support/cropped.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

/** What a photograph shows of a page and of nothing else. @param quad the page's corners */
function withinPage(photo: Raster, quad: Quad): Raster {
  const inner = (values: number[]): [number, number] => {
    const [, from, to] = values.sort((a, b) => a - b);
    const margin = 0.02 * (to - from);
    return [Math.ceil(from + margin), Math.floor(to - margin)];
  };
  const [left, right] = inner(quad.map(({ x }) => x));
  const [top, bottom] = inner(quad.map(({ y }) => y));
  return cropped(photo, { left, top, right, bottom });
}

describe('a known page that goes on beyond the frame', () => {
  it.each([41, 42, 43])('has white paper (seed %i)', async (seed) => {
    const [form] = sampleForms();
    const page = await renderPdfPage(await form.pdf(), 1, DPI);
    const photo = await photographPage(page, DPI, { level: 'easy', seed, megapixels: 4 });
    const frame = withinPage(photo.rgb, photo.truth.quad);
    const grey = toGrey(page);
    const result = normalizeFrame(frame, { page: grey, profile: describePage(grey), dpi: DPI });
    expect(result.diagnostics.way).toBe('registered');
    const light = paperLight(result, page, frame);
    expect(light?.median).toBeGreaterThanOrEqual(245);
    expect(light?.spread).toBeLessThanOrEqual(6);
  });
});

describe('a page that the frame shows a part of', () => {
  /** 60 px a side; the frame shows all but 10 px above and 20 px on the left of it. */
  const mesh = meshFrom(60, 60, (x, y) => ({ x: x - 20, y: y - 10 }));
  const frame = { width: 100, height: 100 };
  const grey = (levelAt: (x: number, y: number) => number): Raster => ({
    data: Uint8Array.from({ length: 3600 }, (_, k) => levelAt(k % 60, Math.floor(k / 60))),
    width: 60,
    height: 60,
    channels: 1,
  });

  it('goes on with the paper at the frame’s border, not with a letter there', () => {
    const preview = grey((x, y) => {
      if (x < 20 || y < 10) return 255;
      return x < 26 && y % 5 === 0 ? 30 : 150 + y;
    });
    const { data } = withoutUnseen(preview, mesh, frame);
    for (let y = 12; y < 60; y++)
      for (let x = 0; x < 22; x++) expect(Math.abs(data[y * 60 + x] - (150 + y))).toBeLessThanOrEqual(1);
    for (let x = 30; x < 60; x++) expect(data[x]).toBeGreaterThanOrEqual(160);
    expect(Math.max(...data.subarray(0, 600))).toBeLessThan(190);
  });

  it('is left as it is where the frame shows all of it, or none', () => {
    const preview = grey(() => 200);
    const all = meshFrom(60, 60, (x, y) => ({ x: x + 5, y: y + 5 }));
    const none = meshFrom(60, 60, (x, y) => ({ x: x - 500, y }));
    expect(withoutUnseen(preview, all, frame)).toBe(preview);
    expect(withoutUnseen(preview, none, frame)).toBe(preview);
  });
});
