import { describePage } from '../../libs/vision/features/page-profile.js';
import { paintRim } from '../../libs/vision/light/page-rim.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const [WIDTH, HEIGHT, DPI] = [160, 200, 150];
const PAPER = 250;

/** A blank page on which `draw` says what is not paper. */
function page(draw: (x: number, y: number) => number | null, channels: 1 | 3 = 3): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * channels);
  for (let k = 0; k < data.length; k++) {
    const px = Math.floor(k / channels);
    data[k] = draw(px % WIDTH, Math.floor(px / WIDTH)) ?? PAPER;
  }
  return { data, width: WIDTH, height: HEIGHT, channels };
}

/** The page lies in the middle of a larger frame, or fills it. */
function painted(image: Raster, border = 100): Raster {
  const copy = { ...image, data: image.data.slice() };
  const frame = { width: WIDTH + 2 * border, height: HEIGHT + 2 * border };
  paintRim(
    copy,
    DPI,
    meshFrom(WIDTH, HEIGHT, (x, y) => ({ x: x + border, y: y + border })),
    frame,
  );
  return copy;
}

const darkPx = ({ data }: Raster): number => data.filter((level) => level < PAPER).length;

describe('the rim of a photographed page', () => {
  it.each([1, 3] as const)('is paper where a little of the table was seen, in %d channels', (channels) => {
    const seen = page((x, y) => (x < 2 || x > WIDTH - 4 || y < 4 || y > HEIGHT - 3 ? 30 : null), channels);
    expect(darkPx(painted(seen))).toBe(0);
    const wedge = page((x, y) => (y > HEIGHT - 4 + x / 60 ? 90 : null), channels);
    expect(darkPx(painted(wedge))).toBe(0);
  });

  it('is paper where the table has a colour', () => {
    const seen = page(() => null);
    for (let y = 0; y < HEIGHT; y++) seen.data.set([250, 250, 120], 3 * y * WIDTH);
    expect(darkPx(painted(seen))).toBe(0);
  });

  it('keeps what is printed to the edge, and along it', () => {
    const band = page((_, y) => (y < 20 ? 60 : null));
    expect(painted(band).data).toEqual(band.data);
    const line = page((x) => (x === 2 ? 0 : null));
    expect(painted(line).data).toEqual(line.data);
  });

  it('leaves a mottled border as it is, of which a px here and there is as light as paper', () => {
    const mottled = page((x, y) => (x < 30 && (x * 7919 + y * 104729) % 5 < 2 ? 190 : null));
    const { data } = painted(mottled);
    const changed = data.filter((level, k) => level !== mottled.data[k]).length;
    expect(changed / (3 * HEIGHT)).toBeLessThan(0.02);
  });

  it('keeps what stands where the page leaves the frame', () => {
    const cut = page((x, y) => (x < 3 && y % 20 < 12 ? 0 : null));
    expect(painted(cut, 0).data).toEqual(cut.data);
  });

  it('is not seen on a page that lies on a dark table, known or not', async () => {
    const pdf = await sampleForms()[0].pdf();
    const printed = await renderPdfPage(pdf, 1, DPI);
    const reference = toGrey(printed);
    const { rgb } = await photographPage(printed, DPI, { level: 'curled', seed: 4, megapixels: 3 });
    const known = { page: reference, profile: describePage(reference), dpi: DPI };
    for (const { image } of [normalizeFrame(rgb, null), normalizeFrame(rgb, known)]) {
      const { data, width, height } = image;
      let dark = 0;
      for (let x = 0; x < width; x++)
        for (const y of [0, height - 1]) if (data[3 * (y * width + x)] < 200) dark++;
      for (let y = 0; y < height; y++)
        for (const x of [0, width - 1]) if (data[3 * (y * width + x)] < 200) dark++;
      expect(dark / (2 * (width + height))).toBeLessThan(0.01);
    }
  });
});
