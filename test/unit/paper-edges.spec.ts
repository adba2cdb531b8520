import type { Raster } from '../../libs/vision/pixels/raster.js';
import { findPaperEdges } from '../../libs/vision/registration/paper-edges.js';

/** Blank but for a rule near its foot. */
const PAGE: Raster = {
  data: new Uint8Array(400 * 500).fill(255).fill(0, 400 * 460, 400 * 462),
  width: 400,
  height: 500,
  channels: 1,
};
const MARGIN = 100;

/** How far the paper's lower edge lies below where a plane has it, px: it bows. */
const bow = (x: number): number => 12 * Math.sin((Math.PI * x) / PAGE.width);

/** A light sheet with its rule on a darker table, its lower edge bowed, soft edges; beyond it lies a stripe that stands out more. */
function photograph(): Raster {
  const width = PAGE.width + 2 * MARGIN;
  const height = PAGE.height + 2 * MARGIN;
  const data = new Uint8Array(width * height);
  const share = (inside: number): number => 1 / (1 + Math.exp(-inside / 0.7));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - MARGIN, y - MARGIN];
      const paper =
        share(u + 0.5) * share(PAGE.width - 0.5 - u) * share(v + 0.5) * share(PAGE.height - 0.5 + bow(u) - v);
      const table = v > PAGE.height + 30 ? 10 : 130;
      const ink = v >= 463 && v < 465 && u >= 0 && u < PAGE.width ? 0.2 : 1;
      data[y * width + x] = table + (230 * ink - table) * paper;
    }
  return { data, width, height, channels: 1 };
}

describe("the paper's edges", () => {
  it('are found to a part of a px, the first step outwards before a larger one beyond, print left out', () => {
    const sides = findPaperEdges(
      PAGE,
      photograph(),
      (x, y) => ({ x: x + MARGIN, y: y + MARGIN }),
      () => ({ x: 0, y: 0 }),
      () => 50,
      1,
    );
    expect(sides.length).toBe(4);
    for (const { at, dx, dy, hold } of sides.flatMap((side) => side.displacements)) {
      const lower = at.y > PAGE.height - 1;
      // The frame is read to the nearest px.
      if (hold[0] === 0) expect(Math.abs(dy - (lower ? bow(at.x) : 0))).toBeLessThan(0.7);
      else expect(Math.abs(dx)).toBeLessThan(0.7);
    }
  });
});
