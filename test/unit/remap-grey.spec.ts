import { GAIN_UNIT, greyRow, PLACE_UNIT, toneTable } from '../../libs/vision/pixels/bilinear-row.js';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { meshFrom, remapGrey, type WarpMesh } from '../../libs/vision/pixels/warp-mesh.js';

const { cos, floor, imul, max, min, sin } = Math;

/** Levels without order, the same each time. */
function speckled(channels: 1 | 3 | 4, width: number, height: number): Raster {
  let state = 3;
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return { data, width, height, channels };
}

/** The same, row by row, without tiles. */
function plainly(source: Raster, mesh: WarpMesh, outside: number): Uint8Array {
  const { width, height, step, cols } = mesh;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const v = (y % step) / step;
    const laid = (nodes: Float32Array): Int32Array =>
      Int32Array.from({ length: cols }, (_, i) => {
        const k = floor(y / step) * cols + i;
        return max(-30000, min(65535, nodes[k] + (nodes[k + cols] - nodes[k]) * v)) * PLACE_UNIT;
      });
    const gains = new Int32Array(cols).fill(GAIN_UNIT);
    const row = { step, width, x: laid(mesh.x), y: laid(mesh.y), gains, tone: toneTable(null), outside };
    greyRow(source, row, out, y * width);
  }
  return out;
}

const bent = (x: number, y: number): Point => ({
  x: 9 + 1.1 * x + 4 * sin(y / 30),
  y: 7 + 0.7 * y + 3 * cos(x / 40),
});
const turned = (x: number, y: number): Point => ({ x: 290 - 0.8 * y, y: 5 + 0.6 * x + 0.05 * y });
const across = (x: number, y: number): Point => ({ x: 1.4 * x - 40 + 0.1 * y, y: 1.2 * y - 30 });

describe('one channel seen through a mesh', () => {
  it.each([
    [1, 'bent', bent],
    [3, 'bent', bent],
    [3, 'turned', turned],
    [4, 'turned', turned],
    [1, 'reaching over the borders', across],
    [3, 'reaching over the borders', across],
  ] as const)('is what its rows give, of %d channels, %s', (channels, _, map) => {
    const source = speckled(channels, 300, 240);
    const mesh = meshFrom(261, 277, map);
    const { data, width, height } = remapGrey(source, mesh, 77);
    expect([width, height]).toEqual([261, 277]);
    const expected = plainly(source, mesh, 77);
    expect(data.findIndex((level, k) => level !== expected[k])).toBe(-1);
  });
});
