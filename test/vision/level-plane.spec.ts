import { boxOn } from '../../libs/vision/dewarp/level-plane.js';
import { leaning, poseOf, TYPICAL_FOCAL } from '../../libs/vision/dewarp/sheet-pose.js';
import { frameQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { normalizeFrame, type NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { offLevel } from '../bench/normalize-metrics.js';
import { pageAskew } from '../support/page-askew.js';
import { photographPage, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

/** Photographs of a page that fills more than the picture, by a camera that leans. */
const CLOSE = { fill: [1.3, 1.4], tilt: [14, 18] } as const;

describe('a page that fills more than the picture', () => {
  let page: Raster;
  let off: (photo: Photograph, shown: NormalizedFrame) => ReturnType<typeof offLevel>;

  beforeAll(async () => {
    page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    off = ({ rgb, truth }, shown) => offLevel(shown, page, rgb, truth);
  });

  it.each([31, 32])('is level by its own lines: seed %i', async (seed) => {
    const photo = await photographPage(page, DPI, { level: 'easy', seed, megapixels: 3, stance: CLOSE });
    const shown = normalizeFrame(photo.rgb, null);
    expect(shown.diagnostics).toMatchObject({ way: 'whole', levelled: true });
    const { rows, columns } = off(photo, shown);
    expect(rows).toBeLessThan(0.2);
    expect(columns).toBeLessThan(1.5);
  });

  it('lies as it came where it was seen straight on', async () => {
    const straight = { fill: [1.3, 1.4], tilt: [0, 0.2], askew: 1 } as const;
    const photo = await photographPage(page, DPI, {
      level: 'easy',
      seed: 34,
      megapixels: 3,
      stance: straight,
    });
    const shown = normalizeFrame(photo.rgb, null);
    expect(shown.diagnostics).toMatchObject({ way: 'whole', levelled: false });
    expect(off(photo, shown).rows).toBeLessThan(0.5);
  });

  it('is no scan that lies askew: that one is turned alone', () => {
    const { diagnostics, flag } = normalizeFrame(pageAskew(page, 3), null);
    expect(diagnostics.levelled).toBe(false);
    expect(flag).toBe('already_flat');
  });
});

describe('the rectangle of a plane about a picture', () => {
  const [width, height] = [1500, 2000];
  const pose = poseOf(
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    width,
    height,
    { x: (width - 1) / 2, y: (height - 1) / 2 },
    TYPICAL_FOCAL * height,
  );
  const level = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const boxAt = (degrees: number) =>
    pose && boxOn(pose, leaning(level, (degrees * Math.PI) / 180), frameQuad(width, height));

  it.each([12, -12])('holds all of it where the plane leans by %i degrees', (degrees) => {
    const box = boxAt(degrees);
    expect(box?.grown).toBeGreaterThan(1);
    expect(box?.grown).toBeLessThan(1.5);
    const xs = (box?.quad ?? []).map(({ x }) => x);
    expect(Math.min(...xs)).toBeLessThanOrEqual(0.001);
    expect(Math.max(...xs)).toBeGreaterThanOrEqual(width - 1.001);
  });

  it.each([75, -75, 85])('is none where the plane goes past the camera: %i degrees', (degrees) => {
    expect(boxAt(degrees)).toBeNull();
  });
});
