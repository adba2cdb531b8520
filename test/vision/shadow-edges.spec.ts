import type { PaperLevels } from '../../libs/vision/light/paper-levels.js';
import { withShadowEdges } from '../../libs/vision/light/shadow-edges.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [COLS, ROWS, CELL] = [40, 60, 5];

/** The light at a place of the preview, each channel's. */
type LightAt = (x: number, y: number) => readonly [number, number, number];

const grey = (level: number): [number, number, number] => [level, level, level];
/** In a shadow from the column on, its edge so many px wide. */
const shadedFrom =
  (column: number, wide = 1): LightAt =>
  (x) =>
    grey(200 - 110 * Math.max(0, Math.min(1, (x - column) / wide)));

/** A preview with a line of dashes, and the levels of its cells as they are, and as they would be smoothed. */
function lit(lightAt: LightAt): { paper: PaperLevels; cells: Float32Array; preview: Raster } {
  const [width, height] = [COLS * CELL, ROWS * CELL];
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const level of lightAt(x, y)) data[k++] = y % 20 < 2 && x % 8 < 5 ? level / 4 : level;
  const cells = new Float32Array(3 * COLS * ROWS);
  for (let row = 0, k = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++)
      for (const level of lightAt(col * CELL + 2, row * CELL + 2)) cells[k++] = level;
  const levels = cells.map((_, k) => {
    const row = Math.floor(k / 3 / COLS) * COLS;
    const col = Math.floor(k / 3) - row;
    const near = [-2, -1, 0, 1, 2].map((d) => row + Math.max(0, Math.min(COLS - 1, col + d)));
    return near.reduce((sum, at) => sum + cells[3 * at + (k % 3)], 0) / near.length;
  });
  const paper = { cols: COLS, rows: ROWS, channels: 3, levels, coloured: false };
  return { paper, cells, preview: { data, width, height, channels: 3 } };
}

const evened = ({ paper, cells, preview }: ReturnType<typeof lit>): PaperLevels =>
  withShadowEdges(paper, cells, CELL, preview);

describe('the light beside a shadow’s hard edge', () => {
  it('is that of the one side up to the edge, and that of the other from there on', () => {
    const { cols, rows, levels } = evened(lit(shadedFrom(103)));
    expect([cols, rows]).toEqual([100, 150]);
    for (const row of [3, 75, 140]) {
      const at = (x: number): number => levels[3 * (row * cols + x / 2)];
      for (const x of [10, 80, 94, 100]) expect(at(x)).toBeCloseTo(200, 0);
      for (const x of [106, 112, 130, 190]) expect(at(x)).toBeCloseTo(90, 0);
    }
  });

  it('stays as it was smoothed without one, at a soft one, and about what lies on the page', () => {
    const box = (x: number, y: number): boolean => x > 40 && x < 140 && y > 60 && y < 200;
    for (const light of [
      () => grey(200),
      shadedFrom(60, 90),
      (x, y) => grey(box(x, y) ? 90 : 200),
      (x) => (x < 103 ? grey(200) : [150, 95, 70]),
      (x) => grey(x < 197 ? 200 : 90),
    ] satisfies LightAt[]) {
      const page = lit(light);
      expect(evened(page)).toBe(page.paper);
    }
  });

  it('is told on a page of one colour, and on a black one', () => {
    const { paper, cells, preview } = lit(() => grey(0));
    expect(withShadowEdges(paper, cells, CELL, preview)).toBe(paper);
    const halfBlack = evened(lit((x) => grey(x < 100 ? 180 : 0)));
    expect(halfBlack.levels.every((level) => level >= 0 && level <= 180.5)).toBe(true);
  });
});

it('a normalized page is white up to the edge of the shadow that fell on it', () => {
  const [width, height] = [900, 1200];
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const onPage = x >= 80 && x < 820 && y >= 80 && y < 1120;
      const isInk = x > 140 && x < 760 && y > 140 && y < 700 && y % 26 < 4 && x % 17 < 10;
      const level = (onPage ? (isInk ? 50 : 225) : 70) * (x < 470 ? 1 : 0.5) + grainAt(x, y, 3);
      for (let c = 0; c < 3; c++) data[k++] = level;
    }
  const { image, diagnostics } = normalizeFrame({ data, width, height, channels: 3 }, null);
  expect(diagnostics.way).toBe('outline');
  const row = Math.round(0.8 * image.height);
  const edge = Math.round((image.width * (470 - 80)) / (820 - 80));
  const levels = Array.from({ length: 80 }, (_, k) => {
    let sum = 0;
    for (let y = row - 20; y < row + 20; y++) sum += image.data[3 * (y * image.width + edge - 40 + k)];
    return sum / 40;
  });
  expect(levels.filter((level) => level < 235).length).toBeLessThan(8);
});
