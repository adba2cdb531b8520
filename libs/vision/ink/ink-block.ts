import { kernels, type KernelMemory } from '../kernels/kernels.js';
import { project } from '../geometry/projective.js';
import type { Homography, Raster } from '../pixels/raster.js';

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
  /** See `CloseBy.shown`; 0 when it was not asked. */
  shown: number;
  /** See `gainOf`; null as long as it was not asked. */
  gain: number | null;
}

/** Ink of a block of the page's copy: what of it is the same wherever a frame shows it. */
type BlockInk = Pick<InkBlock, 'sum' | 'scatter' | 'inked'>;

/** Ink of the blocks of copies that someone keeps, row by row. */
const inks = new WeakMap<Raster, (BlockInk | null)[]>();

/**
 * The blocks of a page's copy, row by row, not looked for yet; null where there is no ink to speak of. `map` takes px
 * of the copy to px of the frame. The model must stay in the kernels' memory while the blocks are in use.
 * @param copy the model as `inkCopy` gives it
 */
export function unlaidBlocks(
  copy: Raster,
  model: KernelRaster,
  frame: Raster,
  map: Homography,
  columns: number,
  rows: number,
): (InkBlock | null)[] {
  const ink = inks.get(copy) ?? inkOfBlocks(copy, columns, rows);
  inks.set(copy, ink);
  const corners = new Uint8Array((columns + 1) * (rows + 1));
  for (let r = 0, k = 0; r <= rows; r++)
    for (let c = 0; c <= columns; c++, k++) {
      const { x, y } = project(map, c * BLOCK, r * BLOCK);
      if (x >= 0 && y >= 0 && x < frame.width && y < frame.height) corners[k] = 1;
    }
  const isSeen = (corner: number) => corners[corner] & corners[corner + 1];
  return ink.map((block, at) => {
    if (!block) return null;
    const row = floor(at / columns);
    const left = (at % columns) * BLOCK;
    const top = row * BLOCK;
    return {
      left,
      top,
      ink: block.sum / 255,
      sum: block.sum,
      scatter: block.scatter,
      inked: block.inked,
      address: model.address + top * model.width + left,
      stride: model.width,
      visible: (isSeen(at + row) & isSeen(at + row + columns + 1)) === 1,
      dx: 0,
      dy: 0,
      correlation: 0,
      settled: false,
      found: 0,
      expected: 0,
      closeBy: 0,
      shown: 0,
      gain: null,
    };
  });
}

function inkOfBlocks(copy: Raster, columns: number, rows: number): (BlockInk | null)[] {
  return Array.from({ length: columns * rows }, (_, at) =>
    inkOfBlock(copy, (at % columns) * BLOCK, floor(at / columns) * BLOCK),
  );
}

function inkOfBlock({ data, width }: Raster, left: number, top: number): BlockInk | null {
  let sum = 0;
  let squares = 0;
  let inked = 0;
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0, o = (top + y) * width + left; x < BLOCK; x++, o++) {
      const v = data[o];
      if (v === 0) continue;
      inked++;
      sum += v;
      squares += v * v;
    }
  const n = BLOCK * BLOCK;
  if (squares / n - (sum / n) ** 2 < MIN_SPREAD * MIN_SPREAD) return null;
  return { sum, scatter: squares - (sum * sum) / n, inked };
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
 * Share of the block's ink that the frame shows, 0..1: writing over it takes nothing away. The frame's contrast is
 * taken as that of the darkest px, as many as make half of the page's ink or a twentieth of the block, whichever is
 * less, against its lightest third.
 */
export function foundInk(block: InkBlock, model: Raster, view: KernelRaster): number {
  const x = round(block.left + MARGIN + block.dx);
  const y = round(block.top + MARGIN + block.dy);
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return 0;
  const n = BLOCK * BLOCK;
  pageCounts.fill(0);
  frameCounts.fill(0);
  for (let row = 0, k = 0; row < BLOCK; row++) {
    const i = (block.top + row) * model.width + block.left;
    const j = (y + row) * view.width + x;
    for (let column = 0; column < BLOCK; column++, k++) {
      pageCounts[(pageLevels[k] = model.data[i + column])]++;
      frameCounts[(frameLevels[k] = view.data[j + column])]++;
    }
  }
  const dark = n - 1 - floor(min(0.05 * n, block.inked / 2));
  const light = floor(0.33 * n);
  const paper = levelOfRank(frameCounts, light);
  const full = levelOfRank(pageCounts, dark) - levelOfRank(pageCounts, light);
  const contrast = (levelOfRank(frameCounts, dark) - paper) / max(1, full);
  if (contrast <= 0) return 0;
  let all = 0;
  let found = 0;
  for (let k = 0; k < n; k++) {
    const ink = pageLevels[k];
    if (ink === 0) continue;
    all += ink * ink;
    found += ink * min(ink, max(0, (frameLevels[k] - paper) / contrast));
  }
  return all > 0 ? found / all : 0;
}

/** Room for a block's levels, and how often there is each. */
const pageLevels = new Uint8Array(BLOCK * BLOCK);
const frameLevels = new Uint8Array(BLOCK * BLOCK);
const pageCounts = new Uint16Array(256);
const frameCounts = new Uint16Array(256);

/** The level that comes at a rank, from 0, when all are in order. */
function levelOfRank(counts: Uint16Array, rank: number): number {
  let level = 0;
  for (let below = counts[0]; below <= rank; below += counts[level]) level++;
  return level;
}
