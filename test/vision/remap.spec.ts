import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { remap, remapGrey } from '../../libs/vision/pixels/remap.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';

const { abs, cos, floor, imul, sin } = Math;

/** Levels without order, the same each time. */
function speckled(channels: 1 | 3 | 4, width: number, height: number): Raster {
  let state = 3;
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return { data, width, height, channels };
}

/** The exact bilinear mix of one channel; null at the border and outside. */
function exact({ data, width, height, channels }: Raster, { x, y }: Point, channel: number): number | null {
  const [x0, y0] = [floor(x), floor(y)];
  if (x0 < 0 || y0 < 0 || x0 > width - 2 || y0 > height - 2) return null;
  const at = (px: number, py: number): number => data[(py * width + px) * channels + channel];
  const top = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * (x - x0);
  const bottom = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * (x - x0);
  return top + (bottom - top) * (y - y0);
}

const sloping = (x: number, y: number): Point => ({ x: 9 + 1.1 * x, y: 7 + 0.7 * y + 0.05 * x });
const turned = (x: number, y: number): Point => ({ x: 290 - 0.8 * y, y: 5 + 0.6 * x + 0.05 * y });
const across = (x: number, y: number): Point => ({ x: 1.4 * x - 40 + 0.1 * y, y: 1.2 * y - 30 });

const maps = [
  [1, 'sloping', sloping],
  [3, 'sloping', sloping],
  [3, 'turned', turned],
  [4, 'turned', turned],
  [1, 'reaching over the borders', across],
  [3, 'reaching over the borders', across],
] as const;

describe('a picture seen through a mesh', () => {
  it.each(maps)('is its bilinear mix in one channel, of %d channels, %s', (channels, _, map) => {
    const source = speckled(channels, 300, 240);
    const { data, ...size } = remapGrey(source, meshFrom(261, 277, map));
    expect(size).toEqual({ width: 261, height: 277, channels: 1 });
    let compared = 0;
    let furthest = 0;
    data.forEach((level, k) => {
      const mixed = exact(source, map(k % 261, floor(k / 261)), channels === 1 ? 0 : 1);
      if (mixed === null) return;
      compared++;
      furthest = Math.max(furthest, abs(level - mixed));
    });
    expect(compared).toBeGreaterThan(30_000);
    // Places are rounded to a 256th of a px, of levels up to 255 apart, and to whole levels.
    expect(furthest).toBeLessThan(2.5);
  });

  it.each(maps)('is its bilinear mix in all channels, of %d channels, %s', (channels, _, map) => {
    const source = speckled(channels, 300, 240);
    const { data, ...size } = remap(source, meshFrom(261, 277, map));
    expect(size).toEqual({ width: 261, height: 277, channels });
    let compared = 0;
    let furthest = 0;
    data.forEach((level, k) => {
      const px = floor(k / channels);
      const mixed = exact(source, map(px % 261, floor(px / 261)), k % channels);
      if (mixed === null) return;
      compared++;
      furthest = Math.max(furthest, abs(level - mixed));
    });
    expect(compared).toBeGreaterThan(30_000);
    expect(furthest).toBeLessThan(0.51);
  });

  it('is what the mesh says where that bends', () => {
    const level = (x: number, y: number): number => 20 + 0.4 * x + 0.3 * y;
    const data = new Uint8Array(300 * 300);
    for (let k = 0; k < data.length; k++) data[k] = level(k % 300, floor(k / 300)) + 0.5;
    const bent = (x: number, y: number): Point => ({
      x: 9 + x + 4 * sin(y / 30),
      y: 7 + 0.7 * y + 3 * cos(x / 40),
    });
    const seen = remapGrey({ data, width: 300, height: 300, channels: 1 }, meshFrom(261, 277, bent));
    for (let y = 0; y < 277; y += 3)
      for (let x = 0; x < 261; x += 3) {
        const place = bent(x, y);
        expect(abs(seen.data[y * 261 + x] - level(place.x, place.y))).toBeLessThan(2);
      }
  });

  it('goes on to the border of the source and is white outside', () => {
    const dark = (channels: 1 | 3): Raster => ({
      data: new Uint8Array(60 * 50 * channels).fill(9),
      width: 60,
      height: 50,
      channels,
    });
    const mesh = meshFrom(100, 40, (x, y) => ({ x: x - 20, y }));
    for (const out of [remapGrey(dark(1), mesh), remapGrey(dark(3), mesh), remap(dark(3), mesh)]) {
      const { channels } = out;
      const row = [...out.data.subarray(20 * 100 * channels, 21 * 100 * channels)];
      expect(row.slice(0, 19 * channels).every((level) => level === 255)).toBe(true);
      expect(row.slice(20 * channels, 79 * channels).every((level) => level === 9)).toBe(true);
      expect(row.slice(81 * channels).every((level) => level === 255)).toBe(true);
    }
  });
});
