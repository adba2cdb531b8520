import type { Quad } from '../../libs/vision/pixels/raster.js';
import { pageProportions } from '../../libs/vision/outline/page-proportions.js';
import { sheetSeen } from '../support/sheet-seen.js';

const LETTER = { width: 215.9, height: 279.4 };

describe('proportions from the perspective', () => {
  const truth = LETTER.width / LETTER.height;

  it.each([
    [10, 30],
    [25, 100],
    [35, 200],
  ])('are those of the sheet, the camera tilted by %i degrees', (tilt, azimuth) => {
    const { quad, width, height } = sheetSeen(LETTER, { tilt, azimuth });
    const found = pageProportions(quad, width, height);
    expect(found.sheet).toBe('Letter');
    expect(found.ratio / truth).toBeCloseTo(1, 3);
  });

  it.each([
    [25, 100],
    [35, 200],
  ])('are those of the sheet in a picture that was cropped, tilt %i degrees', (tilt, azimuth) => {
    const { quad } = sheetSeen(LETTER, { tilt, azimuth });
    const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)];
    // Hardly any margin on two sides: the middle of what is left is not the camera's.
    const left = Math.min(...xs) - 30;
    const top = Math.min(...ys) - 30;
    const width = Math.round(Math.max(...xs) + 330 - left);
    const height = Math.round(Math.max(...ys) + 420 - top);
    const cropped = quad.map(({ x, y }) => ({ x: x - left, y: y - top })) as Quad;
    const found = pageProportions(cropped, width, height);
    expect(found.sheet).toBe('Letter');
    expect(found.ratio / truth).toBeCloseTo(1, 3);
  });
});
