import { describePage } from '../../libs/vision/features/page-profile.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import { invert, project } from '../../libs/vision/geometry/projective.js';
import type { Homography, Point, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { lensBow } from '../../libs/vision/registration/lens-bow.js';
import { alignmentError, type AlignmentError } from '../bench/normalize-metrics.js';
import { photographPage, type BoothOptions } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('a known form in a picture that no pinhole gives', () => {
  let picture: Raster;

  beforeAll(async () => {
    picture = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
  });

  async function laid(options: BoothOptions): Promise<AlignmentError> {
    const photograph = await photographPage(picture, DPI, { megapixels: 4, ...options });
    const page = toGrey(picture);
    const normalized = normalizeFrame(photograph.rgb, { page, profile: describePage(page), dpi: DPI });
    expect(normalized.diagnostics.way).toBe('registered');
    expect(normalized.flag).toBeNull();
    return alignmentError(normalized, page, photograph.rgb, photograph.truth);
  }

  it.each([0.012, -0.012])(
    'lies in its own coordinates where the lens bows straight lines by %d',
    async (lens) => {
      const { sheet, ink } = await laid({ level: 'easy', seed: 21, lens });
      expect(sheet).toBeLessThan(0.2);
      expect(ink).toBeLessThan(0.15);
    },
  );

  it('lies in its own coordinates where the picture is bent as no paper bends', async () => {
    const { sheet, ink } = await laid({ level: 'easy', seed: 22, sway: 0.012 });
    expect(sheet).toBeLessThan(1);
    expect(ink).toBeLessThan(0.3);
  });
});

describe('the bow of a lens', () => {
  const page = { width: 1000, height: 1300 };
  const photo = { width: 3000, height: 4000 };
  const plane: Homography = [2.6, 0.1, 150, -0.05, 2.7, 200, 1e-5, 2e-5, 1];
  const random = new Random(5);
  const place = () => ({ x: random.between(60, 940), y: random.between(60, 1240) });
  const matches = (move: (x: number, y: number) => { x: number; y: number }) =>
    Array.from({ length: 120 }, () => {
      const at = place();
      const { x, y } = move(at.x, at.y);
      const noise = () => 0.1 * random.gauss();
      return { at, dx: x + noise(), dy: y + noise(), hold: [1, 0, 1] as const, weight: 0.9 };
    });

  it('is that of the lens where matches show one', () => {
    const back = invert(plane)!;
    const bowed = (x: number, y: number): Point => {
      const seen = project(plane, x, y);
      const [dx, dy] = [seen.x - (photo.width - 1) / 2, seen.y - (photo.height - 1) / 2];
      const more = 0.006 * (Math.hypot(dx, dy) / Math.hypot(photo.width, photo.height) / 0.5) ** 2;
      const to = project(back, seen.x + more * dx, seen.y + more * dy);
      return { x: to.x - x, y: to.y - y };
    };
    const bow = lensBow(page, photo, plane, matches(bowed))!;
    for (let k = 0; k < 50; k++) {
      const { x, y } = place();
      const [found, right] = [bow.displacement(x, y), bowed(x, y)];
      expect(Math.hypot(found.x - right.x, found.y - right.y)).toBeLessThan(0.15);
    }
  });

  it('is none where matches lie in the plane but for their noise, or for a tenth of false ones', () => {
    const found = matches(() => ({ x: 0, y: 0 }));
    expect(lensBow(page, photo, plane, found)).toBeNull();
    const some = found.map((m, k) => (k % 10 === 0 ? { ...m, dx: 2.5, dy: -2.5 } : m));
    expect(lensBow(page, photo, plane, some)).toBeNull();
  });

  it('is none where what says so is a line of print at the top', () => {
    const found = matches((x) => ({ x: 0, y: 1e-6 * (x - 500) ** 2 })).map((m) => ({
      ...m,
      at: { x: m.at.x, y: m.at.y / 20 },
    }));
    expect(lensBow(page, photo, plane, found)).toBeNull();
  });

  it('asks for places', () => {
    expect(lensBow(page, photo, [0, 0, 0, 0, 0, 0, 0, 0, 0], [])).toBeNull();
  });
});
