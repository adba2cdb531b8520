import { kernels, type KernelMemory } from '../kernels/kernels.js';
import { project } from '../geometry/projective.js';
import type { Homography, Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, floor, max, min, round } = Math;

/** Longest side of the page's copy on which blocks are matched, px: 50 px an inch of a Letter page. */
export const BLOCK_PAGE_SIDE = 550;
/** Side of a block, px of that copy: half an inch, some three lines of print. */
export const BLOCK = 26;
/** Margin around the page in the view of the frame, px; displacements end there. */
export const MARGIN = 20;
/** Blocks search so far around the place their neighbours suggest, px. */
const SEARCH = 3;
/** A block without as much spread of ink (standard deviation, grey levels of 255) shows nothing. */
const MIN_SPREAD = 12;

/** A block of the page with ink on it, and where the frame shows it so far; px of the page's copy. */
export interface InkBlock {
  left: number;
  top: number;
  ink: number;
  /** Sum, and sum of squares about the mean, of the page's ink on the block. */
  sum: number;
  scatter: number;
  /** Px with ink. */
  inked: number;
  /** Address of its ink in the kernels' memory, and bytes from row to row. */
  address: number;
  stride: number;
  visible: boolean;
  dx: number;
  dy: number;
  correlation: number;
  settled: boolean;
  found: number;
  expected: number;
  /** Correlation on and close by the ink alone; 0 when it was not asked. */
  closeBy: number;
}

/**
 * The block of the page's copy at (left, top); null when there is no ink to speak of. `map` takes px of the copy to px of the frame. The
 * model must stay in the kernels' memory while the block is in use.
 */
export function blockAt(
  model: KernelRaster,
  frame: Raster,
  map: Homography,
  left: number,
  top: number,
): InkBlock | null {
  let sum = 0;
  let squares = 0;
  let inked = 0;
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0, o = (top + y) * model.width + left; x < BLOCK; x++, o++) {
      const v = model.data[o];
      if (v === 0) continue;
      inked++;
      sum += v;
      squares += v * v;
    }
  const n = BLOCK * BLOCK;
  if (squares / n - (sum / n) ** 2 < MIN_SPREAD * MIN_SPREAD) return null;
  const visible = [0, BLOCK].every((oy) =>
    [0, BLOCK].every((ox) => {
      const p = project(map, left + ox, top + oy);
      return p.x >= 0 && p.y >= 0 && p.x < frame.width && p.y < frame.height;
    }),
  );
  return {
    left,
    top,
    ink: sum / 255,
    sum,
    scatter: squares - (sum * sum) / n,
    inked,
    address: model.address + top * model.width + left,
    stride: model.width,
    visible,
    dx: 0,
    dy: 0,
    correlation: 0,
    settled: false,
    found: 0,
    expected: 0,
    closeBy: 0,
  };
}

/** Moves a block to the best place around (dx, dy), if it is better than the one it has. */
export function search(block: InkBlock, dx: number, dy: number, view: KernelRaster, reach = SEARCH): void {
  const x0 = block.left + MARGIN + round(dx);
  const y0 = block.top + MARGIN + round(dy);
  const size = 2 * reach + 1;
  const values = new Float64Array(size * size).fill(UNSEEN);
  const value = (sx: number, sy: number): number => {
    if (max(abs(sx), abs(sy)) > reach) return UNSEEN;
    const k = (sy + reach) * size + sx + reach;
    if (values[k] === UNSEEN) values[k] = correlation(block, view, x0 + sx, y0 + sy);
    return values[k];
  };
  let [bx, by, best] = [0, 0, value(0, 0)];
  const consider = (sx: number, sy: number): void => {
    const found = value(sx, sy);
    if (found > best) [bx, by, best] = [sx, sy, found];
  };
  // Every other place first: print at this size is smooth enough for the top not to hide between them.
  for (let sy = -reach; sy <= reach; sy += 2) for (let sx = -reach; sx <= reach; sx += 2) consider(sx, sy);
  const [mx, my] = [bx, by];
  for (let sy = my - 1; sy <= my + 1; sy++) for (let sx = mx - 1; sx <= mx + 1; sx++) consider(sx, sy);
  if (best <= block.correlation) return;
  block.correlation = best;
  const around = (before: number, after: number) =>
    before === UNSEEN || after === UNSEEN ? 0 : peak(before, best, after);
  block.dx = round(dx) + bx + around(value(bx - 1, by), value(bx + 1, by));
  block.dy = round(dy) + by + around(value(bx, by - 1), value(bx, by + 1));
}

/** Marks a place not looked at; below any correlation. */
const UNSEEN = -2;

/** Where between -0.5 and 0.5 a parabola through three neighbouring values has its top. */
function peak(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after;
  return bend < 0 ? max(-0.5, min(0.5, (0.5 * (before - after)) / bend)) : 0;
}

/** Correlation of a block with the view at (x, y). */
function correlation(
  { address, stride, sum, scatter }: InkBlock,
  view: KernelRaster,
  x: number,
  y: number,
): number {
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return -1;
  return kernels.blockCorrelation(
    address,
    stride,
    sum,
    scatter,
    view.address + y * view.width + x,
    view.width,
  );
}

/** A raster, grey, here and in the kernels' memory. */
export interface KernelRaster extends Raster {
  address: number;
}

/** @param memory must not be given back while the raster is in use */
export function inKernels(raster: Raster, memory: KernelMemory): KernelRaster {
  const address = memory.take(raster.data.length);
  memory.bytes(address, raster.data.length).set(raster.data);
  return { ...raster, address };
}

/**
 * Share of the block's ink that the frame shows, 0..1: writing over it takes nothing away. The frame's
 * contrast is taken as that of the darkest px, as many as make half of the page's ink or a twentieth of the block, whichever is
 * less, against its lightest third.
 */
export function foundInk(block: InkBlock, model: Raster, view: KernelRaster): number {
  const x = round(block.left + MARGIN + block.dx);
  const y = round(block.top + MARGIN + block.dy);
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return 0;
  const page = new Uint8Array(BLOCK * BLOCK);
  const frame = new Uint8Array(BLOCK * BLOCK);
  for (let row = 0; row < BLOCK; row++) {
    const i = (block.top + row) * model.width + block.left;
    const j = (y + row) * view.width + x;
    page.set(model.data.subarray(i, i + BLOCK), row * BLOCK);
    frame.set(view.data.subarray(j, j + BLOCK), row * BLOCK);
  }
  const shade = frame.slice().sort();
  const ink = page.slice().sort();
  const dark = ink.length - 1 - floor(min(0.05 * ink.length, block.inked / 2));
  const light = floor(0.33 * ink.length);
  const paper = shade[light];
  const contrast = (shade[dark] - paper) / max(1, ink[dark] - ink[light]);
  if (contrast <= 0) return 0;
  let all = 0;
  let found = 0;
  page.forEach((m, i) => {
    const shown = max(0, (frame[i] - paper) / contrast);
    all += m * m;
    found += m * min(m, shown);
  });
  return all > 0 ? found / all : 0;
}
