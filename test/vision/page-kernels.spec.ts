import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import { darkestOf, TILE, tileRidges } from '../../libs/vision/light/inked-tiles.js';
import { inkBoxes, type InkBox } from '../../libs/vision/orientation/ink-boxes.js';
import { close, erode } from '../../libs/vision/pixels/morphology.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

const { abs, ceil, floor, max, min, round } = Math;

function randomRaster(width: number, height: number, channels: 1 | 3, random: Random): Raster {
  const data = Uint8Array.from({ length: width * height * channels }, () => random.int(0, 255));
  return { data, width, height, channels };
}

describe('grey closing, and erosion', () => {
  const extremum = (raster: Raster, radius: number, best: (a: number, b: number) => number): Raster => {
    const { data, width, height, channels } = raster;
    const out = data.map((own, k) => {
      const [c, x, y] = [k % channels, floor(k / channels) % width, floor(k / channels / width)];
      let level = own;
      for (let v = max(0, y - radius); v <= min(height - 1, y + radius); v++)
        for (let u = max(0, x - radius); u <= min(width - 1, x + radius); u++)
          level = best(level, data[(v * width + u) * channels + c]);
      return level;
    });
    return { ...raster, data: out };
  };

  it.each([
    [40, 23, 1, 3],
    [37, 30, 3, 2],
    [5, 4, 3, 3],
    [1, 1, 1, 1],
    [64, 9, 1, 8],
  ] as const)(
    'of %d by %d px in %d channels by a radius of %d is the least of the greatest, or just the least',
    (...of) => {
      const [width, height, channels, radius] = of;
      const raster = randomRaster(width, height, channels, new Random(width));
      const plain = extremum(extremum(raster, radius, max), radius, min);
      expect(close(raster, radius)).toEqual(plain);
      expect(erode(raster, radius)).toEqual(extremum(raster, radius, min));
    },
  );
});

describe("the paper's level in cells", () => {
  it.each([
    [50, 33, 3, 6],
    [33, 47, 1, 8],
    [5, 3, 3, 8],
  ] as const)('of %d by %d px in %d channels is the mean of what is near the upper levels', (...of) => {
    const [width, height, channels, cell] = of;
    const { data } = randomRaster(width, height, channels, new Random(height));
    const cols = max(2, ceil(width / cell));
    const rows = max(2, ceil(height / cell));
    const found = KernelMemory.borrow((memory) => {
      const picture = memory.take(data.length);
      const cells = memory.take(cols * rows * channels);
      const scratch = memory.take((3 * channels + 1) * (width + 32) * 8);
      memory.bytes(picture, data.length).set(data);
      kernels.paperCells(picture, width, height, channels, cell, 0.8, 6, 0.06, cells, cols, rows, scratch);
      return memory.bytes(cells, cols * rows * channels).slice();
    });
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < cols; i++) {
        const [x1, y1] = [min(width, (i + 1) * cell), min(height, (j + 1) * cell)];
        const px: { level: number; colour: number[] }[] = [];
        for (let y = max(0, y1 - cell); y < y1; y++)
          for (let x = max(0, x1 - cell); x < x1; x++) {
            const at = (y * width + x) * channels;
            const colour = [...data.subarray(at, at + channels)];
            const [r, g, b] = colour;
            px.push({ level: channels === 1 ? r : (77 * r + 150 * g + 29 * b) >> 8, colour });
          }
        const sorted = px.map(({ level }) => level).sort((a, b) => a - b);
        const high = sorted[floor(0.8 * (sorted.length - 1))];
        const paper = px.filter(({ level }) => level >= high - max(6, 0.06 * high));
        for (let c = 0; c < channels; c++) {
          const mean = round(paper.reduce((sum, { colour }) => sum + colour[c], 0) / paper.length);
          expect([i, j, c, found[(j * cols + i) * channels + c]]).toEqual([i, j, c, mean]);
        }
      }
  });
});

describe('over-relaxation of a lattice', () => {
  it('gives each colour of its chessboard what the rule says, to the last bit', () => {
    const [cols, rows, kept, rounds] = [9, 6, -0.93, 7];
    const random = new Random(5);
    const wide = cols + 2;
    const plain = new Float64Array(wide * (rows + 2));
    const share = new Float64Array(plain.length);
    const steps = new Float64Array(plain.length);
    const inside: number[] = [];
    for (let j = 1; j <= rows; j++)
      for (let i = 1; i <= cols; i++) {
        inside.push(j * wide + i);
        share[j * wide + i] = random.between(0.4, 0.9);
        steps[j * wide + i] = random.between(-1, 1);
      }
    for (let turn = 0; turn < 2 * rounds; turn++)
      for (const k of inside)
        if ((((k % wide) + floor(k / wide)) & 1) !== (turn & 1)) {
          const around = plain[k - 1] + plain[k + 1] + plain[k - wide] + plain[k + wide] + steps[k];
          plain[k] = kept * plain[k] + share[k] * around;
        }
    const half = 2 * ceil(wide / 4);
    const placed = (k: number): number => {
      const [i, j] = [k % wide, floor(k / wide)];
      return (2 * j + ((i + j + 1) & 1)) * half + (i >> 1);
    };
    const count = 2 * half * (rows + 2);
    KernelMemory.borrow((memory) => {
      const [value, shares, step] = [0, 1, 2].map(() => memory.take(8 * count));
      const values = memory.doubles(value, count).fill(0);
      memory.doubles(shares, count).fill(0);
      memory.doubles(step, count).fill(0);
      for (const k of inside) {
        memory.doubles(shares, count)[placed(k)] = share[k];
        memory.doubles(step, count)[placed(k)] = steps[k];
      }
      kernels.overRelax(value, shares, step, half, rows + 2, kept, rounds);
      expect(inside.map((k) => values[placed(k)])).toEqual(inside.map((k) => plain[k]));
    });
  });
});

describe('what is looked at in a tile', () => {
  const tile = randomRaster(TILE, TILE, 1, new Random(11)).data.map((level) => 100 + (level >> 2));

  it('has ridges where the change of level is a peak', () => {
    const least = 4;
    const { across, down } = tileRidges(tile, least);
    let count = 0;
    for (let y = 1; y < TILE - 2; y++)
      for (let x = 1; x < TILE - 2; x++)
        for (const [ridges, step] of [
          [across, 1],
          [down, TILE],
        ] as const) {
          const i = y * TILE + x;
          const change = abs(tile[i + step] - tile[i]);
          const isPeak =
            change >= least &&
            change >= abs(tile[i] - tile[i - step]) &&
            change > abs(tile[i + 2 * step] - tile[i + step]);
          if (ridges[i] !== (isPeak ? change : 0)) throw new Error(`${x}, ${y}: ${ridges[i]}`);
          if (isPeak) count++;
        }
    expect(count).toBeGreaterThan(1000);
  });

  it('has a darkest level', () => {
    expect(darkestOf(tile)).toBe(100);
    for (const level of [0, 1, 77, 254, 255]) {
      const light = new Uint8Array(64).fill(255);
      light[37] = level;
      expect(darkestOf(light)).toBe(level);
    }
  });
});

describe('boxes of connected ink', () => {
  it.each([97, 80])('are those of a search from px to px, on a page %d px wide', (width) => {
    const height = 83;
    const random = new Random(width);
    const data = new Uint8Array(width * height).fill(250);
    for (let k = 0; k < data.length; k++) if (random.chance(0.33)) data[k] = 30;
    // The last column is inked too, and a part has no ink at all.
    for (let y = 0; y < height; y++) data[y * width + width - 1] = 20;
    for (let y = 40; y < 80; y++) data.fill(250, y * width, y * width + 40);
    const seen = new Uint8Array(data.length);
    const boxes: InkBox[] = [];
    for (let start = 0; start < data.length; start++) {
      if (data[start] > 100 || seen[start]) continue;
      seen[start] = 1;
      const piece = [start];
      for (let n = 0; n < piece.length; n++)
        for (let v = -1; v <= 1; v++)
          for (let u = -1; u <= 1; u++) {
            const [x, y] = [(piece[n] % width) + u, floor(piece[n] / width) + v];
            const k = y * width + x;
            if (x < 0 || y < 0 || x >= width || y >= height || seen[k] || data[k] > 100) continue;
            seen[k] = 1;
            piece.push(k);
          }
      const xs = piece.map((k) => k % width);
      const ys = piece.map((k) => floor(k / width));
      boxes.push({
        left: min(...xs),
        top: min(...ys),
        right: max(...xs),
        bottom: max(...ys),
        area: piece.length,
      });
    }
    const order = (a: InkBox, b: InkBox): number =>
      a.top - b.top || a.left - b.left || a.right - b.right || a.bottom - b.bottom || a.area - b.area;
    expect(boxes.length).toBeGreaterThan(20);
    expect(inkBoxes({ data, width, height, channels: 1 }).sort(order)).toEqual(boxes.sort(order));
  });
});
