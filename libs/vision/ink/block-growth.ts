import { gainOf, lookCloseBy } from './close-by.js';
import { median } from '../geometry/median.js';
import { expectedPlace } from './expected-place.js';
import { foundInk, search, type InkBlock, type KernelRaster } from './ink-block.js';
import type { Raster } from '../pixels/raster.js';

const { abs, floor, max, min } = Math;

/** A block this well matched leads its neighbours. */
export const LEADING = 0.55;
/** A block matched better than this needs no second look. */
const CLEAR = 0.65;
/** A block may stray so far from where its neighbours expect it, px at BLOCK_PAGE_SIDE. */
const STRAY = 1.6;
/**
 * A block under writing leads its neighbours too when this share of its ink is shown beyond chance: as of wrong pages 2
 * in 100 are.
 */
const SURELY_SHOWN = 0.8;
/** Writing is followed so many times at most, two blocks further each time. */
const MAX_ROUNDS = 4;
/** Well matched blocks needed around one to say where it belongs. */
const MIN_NEIGHBOURS = 5;

/**
 * Blocks are settled best first: a block searched from the homography's place may be searched again from where
 * the settled blocks around it say the sheet goes on.
 */
export function grow(blocks: (InkBlock | null)[], columns: number, rows: number, view: KernelRaster): void {
  for (const block of blocks) if (block?.visible) search(block, 0, 0, view);
  const queue = blocks.flatMap((b, i) => (b && b.correlation >= LEADING ? [i] : []));
  queue.sort((a, b) => blocks[b]!.correlation - blocks[a]!.correlation || a - b);
  for (let k = 0; k < queue.length; k++) {
    const i = queue[k];
    const leader = blocks[i]!;
    leader.settled = true;
    const r = floor(i / columns);
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
      const place = expectedPlace(
        neighbour,
        neighbours(blocks, columns, rows, at).filter((b) => b.settled),
      );
      // A neighbour that was searched from the same place already has its best.
      if (max(abs(place.dx), abs(place.dy)) < 1) continue;
      const apart = max(abs(place.dx - neighbour.dx), abs(place.dy - neighbour.dy));
      if (neighbour.correlation >= LEADING && (apart < STRAY || neighbour.correlation > leader.correlation))
        continue;
      const before = neighbour.correlation;
      search(neighbour, place.dx, place.dy, view);
      if (before < LEADING && neighbour.correlation >= LEADING) queue.push(at);
    }
  }
}

/** A block and where its neighbours expect it, px. */
interface Move {
  block: InkBlock;
  dx: number;
  dy: number;
}

/**
 * Paper does not tear: a block that strayed from its well matched neighbours is put back among them, and
 * keeps what correlation it has there. What is left of it tells ink that the frame does not show.
 */
export function smooth(
  blocks: (InkBlock | null)[],
  columns: number,
  rows: number,
  model: Raster,
  view: KernelRaster,
): void {
  const moves: Move[] = [];
  blocks.forEach((block, i) => {
    if (!block?.visible) return;
    const near = neighbours(blocks, columns, rows, i).filter(isLeading);
    if (near.length < MIN_NEIGHBOURS) return;
    block.expected = median(near.map((b) => b.correlation));
    moves.push(...lookAmong(block, near, model, view));
  });
  putBack(moves, view);
  followWriting(blocks, columns, rows, model, view);
  blocks.forEach((block) => {
    // Where the correlation is high there is no doubt about it.
    if (block?.visible && block.correlation < LEADING) block.found = foundInk(block, model, view);
  });
}

/**
 * Goes on under writing: blocks that have too few well matched neighbours are expected where those of which the ink is
 * surely shown say. That nothing is found there says nothing against the page.
 */
function followWriting(
  blocks: (InkBlock | null)[],
  columns: number,
  rows: number,
  model: Raster,
  view: KernelRaster,
): void {
  let known = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shown = blocks.filter((block) => block && isShown(block)).length;
    if (shown === known) return;
    known = shown;
    const moves: Move[] = [];
    blocks.forEach((block, i) => {
      if (!block?.visible || block.expected > 0 || block.correlation >= CLEAR || isShown(block)) return;
      const near = neighbours(blocks, columns, rows, i).filter((b) => isLeading(b) || isShown(b));
      if (near.length >= MIN_NEIGHBOURS) moves.push(...lookAmong(block, near, model, view));
    });
    putBack(moves, view);
  }
}

/** Looks for a block's ink where its neighbours expect it; the move back there if it has strayed. */
function lookAmong(block: InkBlock, near: readonly InkBlock[], model: Raster, view: KernelRaster): Move[] {
  const { dx, dy } = expectedPlace(block, near);
  if (block.correlation < CLEAR) {
    const leading = near.filter(isLeading);
    for (const b of leading) b.gain ??= gainOf(b, model, view);
    const { correlation, shown } = lookCloseBy(
      block,
      dx,
      dy,
      median(leading.map((b) => b.gain ?? 0)),
      model,
      view,
    );
    block.closeBy = correlation;
    block.shown = shown;
  }
  return max(abs(block.dx - dx), abs(block.dy - dy)) > STRAY ? [{ block, dx, dy }] : [];
}

function putBack(moves: readonly Move[], view: KernelRaster): void {
  for (const { block, dx, dy } of moves) {
    block.correlation = -1;
    search(block, dx, dy, view, 1);
  }
}

function isLeading({ correlation }: InkBlock): boolean {
  return correlation >= LEADING;
}

function isShown({ shown }: InkBlock): boolean {
  return shown >= SURELY_SHOWN;
}

/** Blocks with ink among the 24 around one. */
function neighbours(blocks: (InkBlock | null)[], columns: number, rows: number, at: number): InkBlock[] {
  const r = floor(at / columns);
  const c = at % columns;
  const out: InkBlock[] = [];
  for (let nr = max(0, r - 2); nr <= min(rows - 1, r + 2); nr++)
    for (let nc = max(0, c - 2); nc <= min(columns - 1, c + 2); nc++) {
      const block = blocks[nr * columns + nc];
      if (block?.visible && nr * columns + nc !== at) out.push(block);
    }
  return out;
}
