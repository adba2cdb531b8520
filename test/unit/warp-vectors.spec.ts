import type { Raster } from '../../libs/vision/pixels/raster.js';
import { meshFrom, remap, type PixelTreatment } from '../../libs/vision/pixels/warp-mesh.js';

/** A smooth coloured picture, whose levels tell the place. */
function picture(width: number, height: number, channels: 3 | 4): Raster {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k += channels) {
      data[k] = 40 + (120 * x) / width;
      data[k + 1] = 40 + (120 * y) / height;
      data[k + 2] = 100 + 60 * Math.sin((x + y) / 40);
      if (channels === 4) data[k + 3] = 255;
    }
  return { data, width, height, channels };
}

const TREATMENT: PixelTreatment = {
  gain: {
    cols: 3,
    rows: 4,
    channels: 3,
    factors: Float32Array.from({ length: 36 }, (_, i) => 0.9 + 0.02 * i),
  },
  tone: Uint8Array.from({ length: 256 }, (_, i) => Math.round(255 * (i / 255) ** 0.8)),
};

function largestDifference(a: Raster, b: Raster): number {
  let most = 0;
  for (let i = 0; i < a.data.length; i++) {
    const difference = a.data[i] - b.data[i];
    if (difference > most) most = difference;
    else if (-difference > most) most = -difference;
  }
  return most;
}

describe('a colour picture seen through a mesh', () => {
  // A picture with alpha is moved px by px in JavaScript; without, by vectors where the tile lies inside.
  for (const degrees of [0, 7, 90, 200])
    it(`is the same by vectors as px by px, turned by ${degrees} degrees`, () => {
      const angle = (degrees * Math.PI) / 180;
      const mesh = meshFrom(700, 620, (x, y) => ({
        x: 600 + Math.cos(angle) * (x - 350) * 0.9 - Math.sin(angle) * (y - 310) * 1.1,
        y: 500 + Math.sin(angle) * (x - 350) * 0.9 + Math.cos(angle) * (y - 310) * 1.1,
      }));
      const vectors = remap(picture(1200, 1000, 3), mesh, TREATMENT);
      const each = remap(picture(1200, 1000, 4), mesh, TREATMENT);
      expect(vectors.channels).toBe(3);
      expect(largestDifference(vectors, each)).toBeLessThanOrEqual(3);
    });

  it('is white beyond the source, whichever way it was moved', () => {
    const mesh = meshFrom(1100, 300, (x, y) => ({ x: x + 300, y: y + 20 }));
    const { data } = remap(picture(1200, 400, 3), mesh);
    expect([...data.subarray(1099 * 3, 1100 * 3)]).toEqual([255, 255, 255]);
    expect(data[0]).toBe(Math.floor(40 + (120 * 300) / 1200));
  });
});
