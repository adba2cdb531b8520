import { cv, toRaster, withMats } from './opencv.js';
import { divideByLocalBackground } from './local-background.js';
import { reduced } from './orb-features.js';
import { compose, project, rescaled } from './projective.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { Homography, Raster } from './raster.js';

/**
 * Lays a page's ink onto a frame block by block: after the homography every block of the page looks for its
 * best place by normalized correlation, starting where its neighbours found theirs, so that the search follows
 * a curled sheet. Where ink agrees, the correlation says how well.
 */

/** Longest side of the page's copy on which blocks are matched, px: 50 px an inch of a Letter page. */
const SIDE = 550;
/** Longest side of the frame's copy they are matched in, px. */
const FRAME_SIDE = 1000;
/** Half the window of the background division of that copy, px. */
const BACKGROUND_RADIUS = 36;
/** Side of a block, px at SIDE: half an inch, some three lines of print. */
const BLOCK = 26;
/** A block without as much spread of ink (standard deviation, grey levels of 255) shows nothing. */
const MIN_SPREAD = 12;
/** Blocks search so far around the place their neighbours suggest, px at SIDE. */
const SEARCH = 3;
/** Margin around the warped page, px at SIDE; displacements end there. */
const MARGIN = 20;
/** A block this well matched leads its neighbours. */
const LEADING = 0.55;

/** A block may stray so far from the median of its neighbours, px at SIDE. */
const STRAY = 1.6;
/** Well matched blocks needed around one to say where it belongs. */
const MIN_NEIGHBOURS = 5;

/** A block of the page with ink in it, and what the frame shows in its place. */
export interface RegisteredBlock {
  /** Centre, px of the page as described. */
  x: number;
  y: number;
  /** Displacement from where the homography puts it, px of the page. */
  dx: number;
  dy: number;
  /** Normalized correlation of the page's ink and the frame, -1..1, at the best place. */
  correlation: number;
  /** What correlation the well matched blocks around it have; 0 when there are too few. */
  expected: number;
  /** Share of the block's ink that the frame shows there, 0..1, whatever else it shows. */
  found: number;
  /** Whether the whole block lies inside the frame. */
  visible: boolean;
  /** Ink on it, px of the copy. */
  ink: number;
}

/** A frame made ready for `registerInk`. */
export interface FlatFrame {
  flat: Raster;
  /** Px of the frame a px of the copy. */
  unit: number;
}

/** The frame's reduced copy with its local background divided out. */
export function flattenFrame(frame: Raster): FlatFrame {
  const small = reduced(frame, FRAME_SIDE);
  return { flat: divideByLocalBackground(small, BACKGROUND_RADIUS), unit: frame.width / small.width };
}

/**
 * @param page size of the page as described, px; `homography` takes its px to px of the frame
 * @returns the page's blocks that carry ink
 */
export function registerInk(
  frame: FlatFrame,
  page: { width: number; height: number },
  ink: InkBitmap,
  homography: Homography,
): RegisteredBlock[] {
  const model = inkCopy(ink);
  const unit = page.width / model.width;
  const map = rescaled(homography, 1 / unit, 1 / frame.unit);
  const shifted = compose(map, [1, 0, -MARGIN, 0, 1, -MARGIN, 0, 0, 1]);
  const view = withIntegrals(warp(frame.flat, shifted, model.width + 2 * MARGIN, model.height + 2 * MARGIN));
  const columns = Math.floor(model.width / BLOCK);
  const rows = Math.floor(model.height / BLOCK);
  const blocks: (BlockState | null)[] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) blocks.push(blockAt(model, frame.flat, map, c * BLOCK, r * BLOCK));
  grow(blocks, columns, rows, model, view);
  smooth(blocks, columns, rows, model, view);
  return blocks.flatMap((b) =>
    b
      ? [
          {
            x: (b.left + BLOCK / 2) * unit,
            y: (b.top + BLOCK / 2) * unit,
            dx: b.dx * unit,
            dy: b.dy * unit,
            correlation: b.correlation,
            expected: b.expected,
            found: b.found,
            visible: b.visible,
            ink: b.ink,
          },
        ]
      : [],
  );
}

interface BlockState {
  left: number;
  top: number;
  ink: number;
  /** Sum, and sum of squares about the mean, of the page's ink on the block. */
  sum: number;
  scatter: number;
  visible: boolean;
  dx: number;
  dy: number;
  correlation: number;
  settled: boolean;
  found: number;
  expected: number;
}

/** Ink as grey coverage, 0 paper to 255 ink, longest side SIDE. */
function inkCopy(ink: InkBitmap): Raster {
  const data = new Uint8Array(ink.data.length);
  for (let i = 0; i < data.length; i++) data[i] = ink.data[i]! ? 255 : 0;
  return reduced({ data, width: ink.width, height: ink.height, channels: 1 }, SIDE);
}

/** The frame as the map shows it, `map` taking px of the view to px of the frame; ink light as in `inkCopy`. */
function warp(flat: Raster, map: Homography, width: number, height: number): Raster {
  const view = withMats((scope) => {
    const target = scope.mat();
    const matrix = scope.fromArray(3, 3, cv.CV_64FC1, map);
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    const border = new cv.Scalar(255, 255, 255, 255);
    cv.warpPerspective(
      scope.fromRaster(flat),
      target,
      matrix,
      new cv.Size(width, height),
      flags,
      cv.BORDER_CONSTANT,
      border,
    );
    return toRaster(target);
  });
  for (let i = 0; i < view.data.length; i++) view.data[i] = 255 - view.data[i]!;
  return view;
}

function blockAt(
  model: Raster,
  frame: Raster,
  map: Homography,
  left: number,
  top: number,
): BlockState | null {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left, o = y * model.width + left; x < left + BLOCK; x++, o++) {
      const v = model.data[o]!;
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
    visible,
    dx: 0,
    dy: 0,
    correlation: 0,
    settled: false,
    found: 0,
    expected: 0,
  };
}

/**
 * Blocks are settled best first: a block searched from the homography's place may be searched again from a
 * better matched neighbour's displacement.
 */
function grow(
  blocks: (BlockState | null)[],
  columns: number,
  rows: number,
  model: Raster,
  view: Raster,
): void {
  for (const block of blocks) if (block?.visible) search(block, 0, 0, model, view);
  const queue = blocks.flatMap((b, i) => (b && b.correlation >= LEADING ? [i] : []));
  queue.sort((a, b) => blocks[b]!.correlation - blocks[a]!.correlation || a - b);
  for (let k = 0; k < queue.length; k++) {
    const i = queue[k]!;
    const leader = blocks[i]!;
    leader.settled = true;
    const r = Math.floor(i / columns);
    const c = i % columns;
    for (const [nr, nc] of [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ] as const) {
      const at = nr * columns + nc;
      const neighbour = nr >= 0 && nc >= 0 && nr < rows && nc < columns ? blocks[at] : null;
      if (!neighbour?.visible || neighbour.settled) continue;
      if (Math.max(Math.abs(leader.dx), Math.abs(leader.dy)) < 1 && neighbour.correlation >= LEADING)
        continue;
      const before = neighbour.correlation;
      search(neighbour, leader.dx, leader.dy, model, view);
      if (before < LEADING && neighbour.correlation >= LEADING) queue.push(at);
    }
  }
}

/**
 * Paper does not tear: a block that strayed from its well matched neighbours is put back among them, and
 * keeps what correlation it has there. What is left of it tells ink that the frame does not show.
 */
function smooth(
  blocks: (BlockState | null)[],
  columns: number,
  rows: number,
  model: Raster,
  view: View,
): void {
  const moves: { block: BlockState; dx: number; dy: number }[] = [];
  blocks.forEach((block, i) => {
    if (!block?.visible) return;
    const near = neighbours(blocks, columns, rows, i).filter((b) => b.correlation >= LEADING);
    if (near.length < MIN_NEIGHBOURS) return;
    block.expected = median(near.map((b) => b.correlation));
    const dx = median(near.map((b) => b.dx));
    const dy = median(near.map((b) => b.dy));
    if (Math.max(Math.abs(block.dx - dx), Math.abs(block.dy - dy)) > STRAY) moves.push({ block, dx, dy });
  });
  for (const { block, dx, dy } of moves) {
    block.correlation = -1;
    search(block, dx, dy, model, view, 1);
  }
  blocks.forEach((block) => {
    if (block?.visible) block.found = foundInk(block, model, view);
  });
}

/** Blocks with ink among the 24 around one. */
function neighbours(blocks: (BlockState | null)[], columns: number, rows: number, at: number): BlockState[] {
  const r = Math.floor(at / columns);
  const c = at % columns;
  const out: BlockState[] = [];
  for (let nr = Math.max(0, r - 2); nr <= Math.min(rows - 1, r + 2); nr++)
    for (let nc = Math.max(0, c - 2); nc <= Math.min(columns - 1, c + 2); nc++) {
      const block = blocks[nr * columns + nc];
      if (block?.visible && nr * columns + nc !== at) out.push(block);
    }
  return out;
}

/**
 * Share of the block's ink that the frame shows, 0..1: writing over it takes nothing away. The frame's
 * contrast is taken as the darkest tenth of the block against its lightest third.
 */
function foundInk(block: BlockState, model: Raster, view: View): number {
  const x = Math.round(block.left + MARGIN + block.dx);
  const y = Math.round(block.top + MARGIN + block.dy);
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return 0;
  const frame: number[] = [];
  const page: number[] = [];
  for (let row = 0; row < BLOCK; row++)
    for (let k = 0; k < BLOCK; k++) {
      page.push(model.data[(block.top + row) * model.width + block.left + k]!);
      frame.push(view.data[(y + row) * view.width + x + k]!);
    }
  const quantile = (values: number[], q: number) =>
    [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))]!;
  const paper = quantile(frame, 0.33);
  const contrast = (quantile(frame, 0.95) - paper) / Math.max(1, quantile(page, 0.95) - quantile(page, 0.33));
  if (contrast <= 0) return 0;
  let all = 0;
  let found = 0;
  page.forEach((m, i) => {
    const shown = Math.max(0, (frame[i]! - paper) / contrast);
    all += m * m;
    found += m * Math.min(m, shown);
  });
  return all > 0 ? found / all : 0;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Moves a block to the best place around (dx, dy), if it is better than the one it has. */
function search(block: BlockState, dx: number, dy: number, model: Raster, view: View, reach = SEARCH): void {
  const cx = Math.round(dx);
  const cy = Math.round(dy);
  const size = 2 * reach + 1;
  const values = new Float64Array(size * size).fill(-1);
  let best = -1;
  for (let sy = -reach; sy <= reach; sy++)
    for (let sx = -reach; sx <= reach; sx++) {
      const x = block.left + MARGIN + cx + sx;
      const y = block.top + MARGIN + cy + sy;
      if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) continue;
      const k = (sy + reach) * size + sx + reach;
      values[k] = correlation(block, model, view, x, y);
      if (best < 0 || values[k]! > values[best]!) best = k;
    }
  if (best < 0 || values[best]! <= block.correlation) return;
  const bx = best % size;
  const by = Math.floor(best / size);
  block.correlation = values[best]!;
  block.dx =
    cx +
    bx -
    reach +
    (bx > 0 && bx < size - 1 ? peak(values[best - 1]!, values[best]!, values[best + 1]!) : 0);
  block.dy =
    cy +
    by -
    reach +
    (by > 0 && by < size - 1 ? peak(values[best - size]!, values[best]!, values[best + size]!) : 0);
}

/** Where between -0.5 and 0.5 a parabola through three neighbouring values has its top. */
function peak(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : 0;
}

/** Correlation of a block with the view at (x, y). */
function correlation(block: BlockState, model: Raster, view: View, x: number, y: number): number {
  let ab = 0;
  for (let row = 0; row < BLOCK; row++) {
    let i = (block.top + row) * model.width + block.left;
    let j = (y + row) * view.width + x;
    for (let k = 0; k < BLOCK; k++) ab += model.data[i++]! * view.data[j++]!;
  }
  const n = BLOCK * BLOCK;
  const sum = boxSum(view.sums, view.width, x, y);
  const scatter = boxSum(view.squares, view.width, x, y) - (sum * sum) / n;
  return scatter > n ? (ab - (block.sum * sum) / n) / Math.sqrt(block.scatter * scatter) : 0;
}

/** The frame as the page's coordinates show it, with integral images of its grey and of its square. */
interface View extends Raster {
  sums: Float64Array;
  squares: Float64Array;
}

function withIntegrals(raster: Raster): View {
  const { data, width, height } = raster;
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let square = 0;
    for (let x = 0; x < width; x++) {
      const v = data[y * width + x]!;
      sum += v;
      square += v * v;
      const o = (y + 1) * stride + x + 1;
      sums[o] = sums[o - stride]! + sum;
      squares[o] = squares[o - stride]! + square;
    }
  }
  return { ...raster, sums, squares };
}

function boxSum(integral: Float64Array, width: number, x: number, y: number): number {
  const o = y * (width + 1) + x;
  const below = o + BLOCK * (width + 1);
  return integral[below + BLOCK]! - integral[below]! - integral[o + BLOCK]! + integral[o]!;
}
