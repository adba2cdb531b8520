import { findFeatures } from '../../libs/vision/features/orb-features.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

/** Squares scattered on paper, so much darker than it. */
function squares(darker: number): Raster {
  const [width, height] = [400, 300];
  const data = new Uint8Array(width * height).fill(200);
  const random = new Random(7);
  for (let k = 0; k < 60; k++) {
    const [left, top] = [random.int(20, width - 40), random.int(20, height - 40)];
    for (let y = top; y < top + 11; y++) data.fill(200 - darker, y * width + left, y * width + left + 11);
  }
  return { data, width, height, channels: 1 };
}

describe('ORB features', () => {
  it.each([150, 16])('are found on print %i levels darker than the paper', (darker) => {
    const { count } = findFeatures({ flat: squares(darker), unit: 1, unitY: 1 }, 300);
    expect(count).toBeGreaterThan(200);
  });

  it('are none on paper', () => {
    expect(findFeatures({ flat: squares(0), unit: 1, unitY: 1 }, 300).count).toBe(0);
  });
});
