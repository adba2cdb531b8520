import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { joined } from '../../libs/vision/pixels/joined-picture.js';
import { warpSplit } from '../../libs/vision/pixels/split-picture.js';
import type { SplitPlanes } from '../../libs/vision/pixels/split-planes.js';
import { evenGreen, layEvening, type Evening } from '../../libs/vision/pixels/split-treatment.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { meshFrom, type WarpMesh } from '../../libs/vision/pixels/warp-mesh.js';

const { abs, exp, floor, imul, max, min, round, sin } = Math;

/** A picture whose levels rise evenly, each channel another way: any mix of its px is known. */
const slope = (x: number, y: number, channel: number): number =>
  [40 + 2 * x + y, 30 + x + 2 * y, 200 - x - y][channel];

function sloped(channels: 1 | 3 | 4, width = 60, height = 50): Raster {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) data[k++] = c === 3 ? 255 : slope(x, y, channels === 1 ? 1 : c);
  return { data, width, height, channels };
}

/** A mesh that turns, shifts and stretches. */
const turned = (width: number, height: number): WarpMesh =>
  meshFrom(width, height, (x, y) => ({ x: 50.3 - 0.9 * y, y: 5.2 + 0.8 * x }));

const EVEN = { cols: 2, rows: 2, channels: 1, factors: Float32Array.of(1, 1, 1, 1) };
const SAME = Uint8Array.from({ length: 256 }, (_, level) => level);
const AS_IT_IS = { gain: EVEN, tone: SAME };

/** A picture seen through a mesh, evened and joined. */
function finished(source: Raster, mesh: WarpMesh, evening: Evening = AS_IT_IS): Raster {
  return KernelMemory.borrow((memory) => {
    const picture = warpSplit(memory, source, mesh);
    const laid = layEvening(picture, evening);
    evenGreen(picture, laid);
    return joined(picture, laid, mesh);
  });
}

/** Looks at the planes of a picture seen through a mesh. */
function looked(source: Raster, mesh: WarpMesh, look: (planes: SplitPlanes) => void): void {
  KernelMemory.borrow((memory) => {
    look(warpSplit(memory, source, mesh).planes);
  });
}

/** Levels without order, the same each time. */
function speckled(channels: 1 | 3 | 4, width: number, height: number): Raster {
  let state = 7;
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return { data, width, height, channels };
}

/** A channel of a place rounded to a part of a px, bilinear. */
function mixedAt(
  { data, width, channels }: Raster,
  x: number,
  y: number,
  channel: number,
  parts: number,
): number {
  const left = floor(x / 32768);
  const top = floor(y / 32768);
  const u = floor((x % 32768) / (32768 / parts));
  const v = floor((y % 32768) / (32768 / parts));
  const at = (px: number, py: number): number => data[(py * width + px) * channels + channel];
  const upper = at(left, top) * (parts - u) + at(left + 1, top) * u;
  const lower = at(left, top + 1) * (parts - u) + at(left + 1, top + 1) * u;
  return floor((upper * (parts - v) + lower * v) / (parts * parts) + 0.5);
}

/** A channel of a place rounded to a 256th of a px, bicubic, its shares in 256ths. */
function cubicAt({ data, width, channels }: Raster, x: number, y: number, channel: number): number {
  const left = floor(x / 32768) - 1;
  const top = floor(y / 32768) - 1;
  const across = sharesAt(x);
  const down = sharesAt(y);
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    let row = 0;
    for (let i = 0; i < 4; i++) row += across[i] * data[((top + j) * width + left + i) * channels + channel];
    sum += down[j] * floor(row / 4);
  }
  return max(0, min(255, floor(sum / 16384 + 0.5)));
}

/** Shares of four px in a row in the level at `t`, from the second (0) to the third (1), by Keys (1981). */
function cubicShares(t: number): [number, number, number, number] {
  // Within a px of it, and within two.
  const near = (d: number): number => 1 - 2.5 * d * d + 1.5 * d ** 3;
  const far = (d: number): number => 2 - 4 * d + 2.5 * d * d - 0.5 * d ** 3;
  return [far(1 + t), near(t), near(1 - t), far(2 - t)];
}

/** Shares of four px in 256ths: the third has what rounding leaves. */
function sharesAt(place: number): number[] {
  const [first, second, , last] = cubicShares(floor((place % 32768) / 128) / 256).map((share) =>
    // Halves are rounded to the even number, as WebAssembly does.
    roundToEven(256 * share),
  );
  return [first, second, 256 - first - second - last, last];
}

function roundToEven(value: number): number {
  const below = floor(value);
  if (value - below !== 0.5) return round(value);
  return below % 2 === 0 ? below : below + 1;
}

/**
 * Places in 1/32768 px of a row of a cell: the first and the way to the next, whole numbers, of a corner's coordinate.
 */
function rowOf(
  nodes: Float32Array,
  node: number,
  cols: number,
  step: number,
  down: number,
  density: number,
): number[] {
  const [a, b, c, d] = [nodes[node], nodes[node + 1], nodes[node + cols], nodes[node + cols + 1]].map(
    (v) => v * 32768,
  );
  const across = (b - a) / step + (((d - c) / step - (b - a) / step) / step) * down;
  const half = density === 1 ? 64 : across / 2 + 1024;
  return [Math.trunc(a + ((c - a) / step) * down + half), Math.trunc(density * across)];
}

describe('a picture warped in green and half of its colours', () => {
  it.each([3, 4] as const)('shows what the mesh says, of odd size too, from %d channels', (channels) => {
    const out = finished(sloped(channels), turned(41, 35));
    expect([out.width, out.height, out.channels]).toEqual([41, 35, 3]);
    for (let y = 0, k = 0; y < 35; y++)
      for (let x = 0; x < 41; x++, k += 3)
        for (let c = 0; c < 3; c++)
          // Colours are a px of the output coarser; the slopes are 2 levels a px.
          expect(abs(out.data[k + c] - slope(50.3 - 0.9 * y, 5.2 + 0.8 * x, c))).toBeLessThan(3.5);
  });

  it('shows grey stripes of a px as grey, wherever the mesh meets them', () => {
    const stripes = sloped(3);
    stripes.data.forEach((_, k) => (stripes.data[k] = floor(k / 180) % 3 === 0 ? 30 : 240));
    const { data } = finished(stripes, turned(40, 35));
    for (let k = 0; k < data.length; k += 3) {
      expect(abs(data[k] - data[k + 1])).toBeLessThanOrEqual(1);
      expect(abs(data[k + 2] - data[k + 1])).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [
      1,
      'sloping along',
      (x: number, y: number) => ({ x: 9 + 0.8 * x + 3 * sin(y / 30), y: 6 + 0.9 * y + 0.1 * x }),
    ],
    [
      3,
      'sloping along',
      (x: number, y: number) => ({ x: 9 + 0.8 * x + 3 * sin(y / 30), y: 6 + 0.9 * y + 0.1 * x }),
    ],
    [3, 'turned', (x: number, y: number) => ({ x: 280 - 0.7 * y + 2 * sin(x / 40), y: 7 + 0.6 * x })],
    [4, 'turned', (x: number, y: number) => ({ x: 280 - 0.7 * y + 2 * sin(x / 40), y: 7 + 0.6 * x })],
  ] as const)('mixes px of %d channels to the last bit, %s, over several tiles', (channels, _, map) => {
    const source = speckled(channels, 300, 320);
    const mesh = meshFrom(331, 295, map);
    looked(source, mesh, ({ width, height, green, colours }) => {
      const { step, cols } = mesh;
      const origin = channels === 1 ? 0 : 1;
      let wrong = 0;
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const node = floor(y / step) * cols + floor(x / step);
          const [fromX, dx] = rowOf(mesh.x, node, cols, step, y % step, 1);
          const [fromY, dy] = rowOf(mesh.y, node, cols, step, y % step, 1);
          const level = cubicAt(source, fromX + dx * (x % step), fromY + dy * (x % step), origin);
          if (green[y * width + x] !== level) wrong++;
        }
      expect([width, height, wrong]).toEqual([332, 296, 0]);
      for (let y = 0; colours && y < height / 2; y++)
        for (let x = 0; x < width / 2; x++) {
          const node = floor((2 * y) / step) * cols + floor((2 * x) / step);
          const [fromX, dx] = rowOf(mesh.x, node, cols, step, ((2 * y) % step) + 0.5, 2);
          const [fromY, dy] = rowOf(mesh.y, node, cols, step, ((2 * y) % step) + 0.5, 2);
          const right = x % (step / 2);
          const levels = [0, 1, 2].map((c) => mixedAt(source, fromX + dx * right, fromY + dy * right, c, 16));
          const k = (y * width) / 2 + x;
          if (levels.join() !== [colours.red[k], colours.green[k], colours.blue[k]].join()) wrong++;
        }
      expect(wrong).toBe(0);
    });
  });

  it('shows a thin line as wide and as dark wherever it lies between px', () => {
    // A line as a lens blurs it (standard deviation 0.7 px), which the mesh meets at a small angle.
    const lineAt = (y: number): number => 250 - 200 * exp(-((y - 30) ** 2) / (2 * 0.7 ** 2));
    const data = Uint8Array.from({ length: 400 * 60 }, (_, k) => lineAt(floor(k / 400)) + 0.5);
    const mesh = meshFrom(360, 40, (x, y) => ({ x: x + 20, y: y + 10 + x / 90 }));
    looked({ data, width: 400, height: 60, channels: 1 }, mesh, ({ green, width }) => {
      let furthest = 0;
      for (let y = 10; y < 30; y++)
        for (let x = 0; x < 360; x++)
          furthest = max(furthest, abs(green[y * width + x] - lineAt(y + 10 + x / 90)));
      // Bilinear, up to 22 levels of the 200 are missing.
      expect(furthest).toBeLessThan(13);
    });
  });

  it('stays grey where the source is', () => {
    const out = finished(sloped(1), turned(40, 35));
    expect(out.channels).toBe(1);
    for (let y = 0, k = 0; y < 35; y++)
      for (let x = 0; x < 40; x++, k++)
        expect(abs(out.data[k] - slope(50.3 - 0.9 * y, 5.2 + 0.8 * x, 1))).toBeLessThan(1);
  });

  it('is white outside of the source and goes on to its border', () => {
    const dark: Raster = { ...sloped(3), data: new Uint8Array(60 * 50 * 3).fill(9) };
    const mesh = meshFrom(100, 40, (x, y) => ({ x: x - 20, y }));
    looked(dark, mesh, ({ green, colours }) => {
      const row = green.subarray(20 * 100, 21 * 100);
      expect([...row.subarray(0, 19)].every((level) => level === 255)).toBe(true);
      expect([...row.subarray(20, 79)].every((level) => level === 9)).toBe(true);
      expect([...row.subarray(81)].every((level) => level === 255)).toBe(true);
      for (const plane of [colours!.red, colours!.green, colours!.blue]) {
        const half = [...plane.subarray(10 * 50, 11 * 50)];
        expect(half.slice(0, 9).every((level) => level === 255)).toBe(true);
        expect(half.slice(10, 39).every((level) => level === 9)).toBe(true);
        expect(half.slice(41).every((level) => level === 255)).toBe(true);
      }
    });
  });

  it('takes gain before tone and never wraps around white', () => {
    const source = sloped(3);
    const mesh = meshFrom(48, 40, (x, y) => ({ x: x + 2, y: y + 2 }));
    const gain = { cols: 2, rows: 2, channels: 3, factors: new Float32Array(12).fill(2) };
    const out = finished(source, mesh, { gain, tone: SAME.map((level) => 255 - level) });
    for (let y = 0, k = 0; y < 40; y++)
      for (let x = 0; x < 48; x++, k += 3)
        for (let c = 0; c < 3; c++) {
          const level = 255 - min(255, 2 * slope(x + 2, y + 2, c));
          expect(abs(out.data[k + c] - level)).toBeLessThan(9);
        }
  });
});
