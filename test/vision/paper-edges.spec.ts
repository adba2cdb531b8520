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

/**
 * A light sheet with its rule on a darker table, its lower edge bowed, soft edges; beyond it lies a stripe that stands
 * out more.
 *
 * @param rule where the rule lies, px of the page
 * @param print so many px under it small print stands, 8 px high
 */
function photograph(rule: number, print = Infinity): Raster {
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
      const ruled = v >= rule && v < rule + 2 && u >= 0 && u < PAGE.width;
      const small = v >= rule + print && v < rule + print + 8 && u >= 30 && u < PAGE.width - 30;
      const ink = ruled || (small && (7 * u) % 10 < 4 && u % 60 < 45) ? 0.2 : 1;
      data[y * width + x] = table + (230 * ink - table) * paper;
    }
  return { data, width, height, channels: 1 };
}

describe("the paper's edges", () => {
  it('are found to a part of a px, the first step outwards before a larger one beyond, print left out', () => {
    expectEdges(photograph(463), 50);
  });

  it('are not taken for a rule with small print under it that lies elsewhere than the map has it', () => {
    expectEdges(photograph(425, 6), 90);
  });

  it('are not taken for the border of a fill that lies farther out than the map has it', () => {
    const fill = { left: 60, right: 360, top: 100, foot: 440 };
    const page = { ...PAGE, data: PAGE.data.slice() };
    for (let y = fill.top; y < fill.foot; y++) page.data.fill(140, 400 * y + fill.left, 400 * y + fill.right);
    const off = 24;
    // As drawn: the page that much farther to the right, on a table darker than its fill.
    const width = PAGE.width + 2 * MARGIN;
    const height = PAGE.height + 2 * MARGIN;
    const data = new Uint8Array(width * height).fill(60);
    for (let y = 0; y < PAGE.height; y++)
      for (let x = 0; x < PAGE.width; x++)
        data[(y + MARGIN) * width + x + MARGIN + off] = 0.9 * page.data[y * PAGE.width + x];
    const sides = findPaperEdges(
      page,
      { data, width, height, channels: 1 },
      { at: (x, y) => ({ x: x + MARGIN, y: y + MARGIN }) },
      () => ({ x: 0, y: 0 }),
      () => 60,
      1,
    );
    const right = sides.find(({ displacements: [{ at }] }) => at.x > PAGE.width - 1 && at.y < 100);
    for (const { dx } of right!.displacements) expect(Math.abs(dx - off)).toBeLessThan(1);
  });
});

/** That all four sides are found where they are. */
function expectEdges(frame: Raster, reach: number): void {
  const sides = findPaperEdges(
    PAGE,
    frame,
    { at: (x, y) => ({ x: x + MARGIN, y: y + MARGIN }) },
    () => ({ x: 0, y: 0 }),
    () => reach,
    1,
  );
  expect(sides.length).toBe(4);
  for (const { at, dx, dy, hold } of sides.flatMap((side) => side.displacements)) {
    const lower = at.y > PAGE.height - 1;
    // The frame is read to the nearest px, and the rule runs up to the edge.
    if (hold[0] === 0) expect(Math.abs(dy - (lower ? bow(at.x) : 0))).toBeLessThan(1);
    else expect(Math.abs(dx)).toBeLessThan(1);
  }
}
