import { project } from '../geometry/projective.js';
import type { Homography, Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, floor, max, min, round, sqrt } = Math;

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
  /** Its px with ink, counted from its corner in a view of the frame, and how much each has; the rest adds nothing. */
  places: Int32Array;
  values: Uint8Array;
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

/** Room to gather a block's ink in. */
const inkPlaces = new Int32Array(BLOCK * BLOCK);
const inkValues = new Uint8Array(BLOCK * BLOCK);

/** The block of the page's copy at (left, top); null when there is no ink to speak of. `map` takes px of the copy to px of the frame. */
export function blockAt(
  model: Raster,
  frame: Raster,
  map: Homography,
  left: number,
  top: number,
): InkBlock | null {
  let sum = 0;
  let squares = 0;
  let inked = 0;
  const stride = model.width + 2 * MARGIN;
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0, o = (top + y) * model.width + left; x < BLOCK; x++, o++) {
      const v = model.data[o];
      if (v === 0) continue;
      inkPlaces[inked] = y * stride + x;
      inkValues[inked++] = v;
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
  const scatter = squares - (sum * sum) / n;
  return {
    left,
    top,
    ink: sum / 255,
    sum,
    scatter,
    places: inkPlaces.slice(0, inked),
    values: inkValues.slice(0, inked),
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
export function search(block: InkBlock, dx: number, dy: number, view: View, reach = SEARCH): void {
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
function correlation(block: InkBlock, view: View, x: number, y: number): number {
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return -1;
  const { places, values } = block;
  const { data } = view;
  const corner = y * view.width + x;
  let ab = 0;
  for (let k = 0; k < places.length; k++) ab += values[k] * data[corner + places[k]];
  const n = BLOCK * BLOCK;
  const sum = boxSum(view.sums, view.width, x, y);
  const scatter = boxSum(view.squares, view.width, x, y) - (sum * sum) / n;
  return scatter > n ? (ab - (block.sum * sum) / n) / sqrt(block.scatter * scatter) : 0;
}

/**
 * The frame as the page's coordinates show it, with integral images of its grey and of its square, modulo 2^32: a
 * block's own sums are far below that, so that their differences come out right all the same.
 */
export interface View extends Raster {
  sums: Int32Array;
  squares: Int32Array;
}

export function withIntegrals(raster: Raster): View {
  const { data, width, height } = raster;
  const stride = width + 1;
  const sums = new Int32Array(stride * (height + 1));
  const squares = new Int32Array(stride * (height + 1));
  for (let y = 0, i = 0, o = stride + 1; y < height; y++, o++) {
    let sum = 0;
    let square = 0;
    for (const end = i + width; i < end; i++, o++) {
      const v = data[i];
      sum += v;
      square = (square + v * v) | 0;
      sums[o] = (sums[o - stride] + sum) | 0;
      squares[o] = (squares[o - stride] + square) | 0;
    }
  }
  return { ...raster, sums, squares };
}

function boxSum(integral: Int32Array, width: number, x: number, y: number): number {
  const o = y * (width + 1) + x;
  const below = o + BLOCK * (width + 1);
  return (integral[below + BLOCK] - integral[below] - integral[o + BLOCK] + integral[o]) | 0;
}

/**
 * Share of the block's ink that the frame shows, 0..1: writing over it takes nothing away. The frame's
 * contrast is taken as that of the darkest px, as many as make half of the page's ink or a twentieth of the block, whichever is
 * less, against its lightest third.
 */
export function foundInk(block: InkBlock, model: Raster, view: View): number {
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
  const dark = ink.length - 1 - floor(min(0.05 * ink.length, block.places.length / 2));
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
