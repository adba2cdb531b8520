import { cv, toRaster, withMats } from './opencv.js';
import { divideByLocalBackground } from './local-background.js';
import { reduced } from './orb-features.js';
import {
  BLOCK,
  BLOCK_PAGE_SIDE,
  MARGIN,
  blockAt,
  foundInk,
  search,
  withIntegrals,
  type InkBlock,
  type View,
} from './ink-block.js';
import { compose, rescaled } from './projective.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { Homography, Raster } from './raster.js';

/**
 * Lays a page's ink onto a frame block by block: after the homography every block of the page looks for its
 * best place by normalized correlation, starting where its neighbours found theirs, so that the search follows
 * a curled sheet. Where ink agrees, the correlation says how well.
 */

/** Longest side of the frame's copy they are matched in, px. */
const FRAME_SIDE = 1000;
/** Half the window of the background division of that copy, px. */
const BACKGROUND_RADIUS = 36;
/** A block this well matched leads its neighbours. */
const LEADING = 0.55;

/** A block may stray so far from the median of its neighbours, px at BLOCK_PAGE_SIDE. */
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
  const blocks: (InkBlock | null)[] = [];
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

/** Ink as grey coverage, 0 paper to 255 ink, longest side BLOCK_PAGE_SIDE. */
function inkCopy(ink: InkBitmap): Raster {
  const data = new Uint8Array(ink.data.length);
  for (let i = 0; i < data.length; i++) data[i] = ink.data[i]! ? 255 : 0;
  return reduced({ data, width: ink.width, height: ink.height, channels: 1 }, BLOCK_PAGE_SIDE);
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

/**
 * Blocks are settled best first: a block searched from the homography's place may be searched again from a
 * better matched neighbour's displacement.
 */
function grow(blocks: (InkBlock | null)[], columns: number, rows: number, model: Raster, view: View): void {
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
function smooth(blocks: (InkBlock | null)[], columns: number, rows: number, model: Raster, view: View): void {
  const moves: { block: InkBlock; dx: number; dy: number }[] = [];
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
    // Where the correlation is high there is no doubt about it.
    if (block?.visible && block.correlation < LEADING) block.found = foundInk(block, model, view);
  });
}

/** Blocks with ink among the 24 around one. */
function neighbours(blocks: (InkBlock | null)[], columns: number, rows: number, at: number): InkBlock[] {
  const r = Math.floor(at / columns);
  const c = at % columns;
  const out: InkBlock[] = [];
  for (let nr = Math.max(0, r - 2); nr <= Math.min(rows - 1, r + 2); nr++)
    for (let nc = Math.max(0, c - 2); nc <= Math.min(columns - 1, c + 2); nc++) {
      const block = blocks[nr * columns + nc];
      if (block?.visible && nr * columns + nc !== at) out.push(block);
    }
  return out;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
