import type { Raster } from '../../libs/vision/pixels/raster.js';
import { bendsAtEdges } from '../../libs/vision/registration/edge-search.js';

const { max } = Math;

const WIDTH = 600;
const HEIGHT = 800;
const MARGIN = 100;
/** Levels. */
const SHADOW = 14;
/** Print ends here, px of the page from its head. */
const PRINTED = 300;

const PAGE: Raster = {
  data: new Uint8Array(WIDTH * HEIGHT).fill(255),
  width: WIDTH,
  height: HEIGHT,
  channels: 1,
};

/** Where a sheet's left side and foot lie, px beyond where its print's plane has them. */
interface Sheet {
  left(y: number): number;
  right(y: number): number;
  foot(x: number): number;
}

/**
 * A light sheet on a dark table.
 *
 * @param below another one under it, as light; the one on top throws a faint shadow on it
 */
function photograph({ left, right, foot }: Sheet, below?: Sheet): Raster {
  const width = WIDTH + 2 * MARGIN;
  const height = HEIGHT + 2 * MARGIN;
  const data = new Uint8Array(width * height);
  const share = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - MARGIN, y - MARGIN];
      const paper =
        share(u + 0.5 + left(v)) *
        share(WIDTH - 0.5 + right(v) - u) *
        share(v + 0.5) *
        share(HEIGHT - 0.5 + foot(u) - v);
      const under =
        below && u > -below.left(v) && v > 0 && u < WIDTH + below.right(u) && v < HEIGHT + below.foot(u);
      const beside = max(-left(v) - u, u - WIDTH - right(v), v - HEIGHT - foot(u));
      const around = under ? 230 - SHADOW * max(0, 1 - beside / 4) : 60;
      data[y * width + x] = around + (230 - around) * paper;
    }
  return { data, width, height, channels: 1 };
}

/** Whether the edges tell that a sheet is bent whose print, all found, lies in a plane. */
function bends(sheet: Sheet, below?: Sheet): boolean {
  const left = [];
  for (let y = 50; y < PRINTED; y += 50)
    for (let x = 50; x < WIDTH; x += 50)
      left.push({ at: { x, y }, dx: 0, dy: 0, hold: [1, 0, 1] as const, weight: 1 });
  return bendsAtEdges(PAGE, photograph(sheet, below), {
    homography: [1, 0, MARGIN, 0, 1, MARGIN, 0, 0, 1],
    grid: { step: 1000, cols: 2, rows: 2, dx: new Float64Array(4), dy: new Float64Array(4) },
    left,
    checked: left.length,
    confirmed: left.length,
  });
}

/** A side that bends inwards from below the print on. */
const bent = (y: number): number => -20 * Math.max(0, (y - 500) / 300) ** 2;
const straight = (): number => 0;

describe("the paper's edges about a plane's print", () => {
  it('tell a corner that is turned up: one side bends, the other stands aslant, straight as it is', () => {
    expect(bends({ left: bent, right: straight, foot: (x) => -20 * (1 - x / WIDTH) })).toBe(true);
  });

  it('tell a foot that is bent up at both sides', () => {
    expect(bends({ left: bent, right: bent, foot: () => -10 })).toBe(true);
  });

  it('are not believed where one of them alone bends', () => {
    expect(bends({ left: bent, right: straight, foot: straight })).toBe(false);
  });

  it('are not those of a sheet below, whose own are seen faintly in their place', () => {
    const flat = { left: straight, right: straight, foot: straight };
    const below = {
      left: (y: number) => 0.08 * (y - 450),
      right: straight,
      foot: (x: number) => 0.06 * (x - 200),
    };
    expect(bends(flat, below)).toBe(false);
    const hidden = {
      left: (y: number) => max(0, below.left(y)),
      right: straight,
      foot: (x: number) => max(0, below.foot(x)),
    };
    expect(bends(hidden)).toBe(true);
  });

  it('tell nothing of a flat sheet whose print stands askew on it', () => {
    const askew = (at: number): number => 0.02 * at;
    expect(bends({ left: askew, right: (y) => -askew(y), foot: askew })).toBe(false);
  });
});
