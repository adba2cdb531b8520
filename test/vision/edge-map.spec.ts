import { findEdges } from '../../libs/vision/outline/edge-map.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const { abs, atan2, floor, fround, hypot, imul, min, PI, round, sin } = Math;

const WIDTH = 75;
const HEIGHT = 52;

/** Soft blots with grain, each channel its own. */
function picture(channels: 1 | 3): Raster {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * channels }, (_, k) => {
    const x = floor(k / channels) % WIDTH;
    const y = floor(k / channels / WIDTH);
    return 128 + 90 * sin(x / 7 + (k % channels)) * sin(y / 9 - (k % channels) / 2) + (imul(k, 40503) >>> 28);
  });
  return { data, width: WIDTH, height: HEIGHT, channels };
}

/** Sobel's gradient of the channel that changes most, levels per px. */
function gradient({ data, channels }: Raster, x: number, y: number): [number, number, number] {
  let most: [number, number, number] = [0, 0, -1];
  for (let c = 0; c < channels; c++) {
    const at = (u: number, v: number): number => data[((y + v) * WIDTH + x + u) * channels + c];
    const dx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    const dy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    if (hypot(dx, dy) > most[2]) most = [dx, dy, hypot(dx, dy)];
  }
  return [most[0], most[1], fround(most[2] / 8)];
}

describe('edges of a picture', () => {
  it.each([1, 3] as const)('are the ridges of its gradient, of %d channels', (channels) => {
    const source = picture(channels);
    const { strength, direction } = findEdges(source, 3);
    let edges = 0;
    for (let y = 2; y < HEIGHT - 2; y++)
      for (let x = 2; x < WIDTH - 2; x++) {
        const [dx, dy, size] = gradient(source, x, y);
        const k = y * WIDTH + x;
        if (strength[k] === 0) continue;
        edges++;
        expect(strength[k]).toBe(floor(min(255, size)));
        expect(size).toBeGreaterThanOrEqual(3);
        const turn = ((atan2(dy, dx) + PI) / PI) % 1;
        const gap = abs(direction[k] - round(turn * 256));
        expect(min(gap, 256 - gap)).toBeLessThanOrEqual(1);
        // Along the gradient, to the nearest of eight neighbours, nothing is steeper.
        const stepX = abs(dx) * 2.414 < abs(dy) ? 0 : Math.sign(dx);
        const stepY = abs(dy) * 2.414 < abs(dx) ? 0 : Math.sign(dy);
        for (const side of [-1, 1])
          expect(gradient(source, x + side * stepX, y + side * stepY)[2]).toBeLessThanOrEqual(size);
      }
    expect(edges).toBeGreaterThan(200);
  });

  it('are none where nothing changes by as much as the threshold', () => {
    const even = { ...picture(3), data: new Uint8Array(WIDTH * HEIGHT * 3).fill(200) };
    expect(findEdges(even, 1).strength.every((level) => level === 0)).toBe(true);
  });
});
