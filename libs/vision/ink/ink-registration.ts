import { LEADING, grow, smooth } from './block-growth.js';
import { DisplacementField } from '../geometry/displacement-field.js';
import { BLOCK, MARGIN, inKernels, unlaidBlocks, type InkBlock, type KernelRaster } from './ink-block.js';
import { rescaled } from '../geometry/projective.js';
import type { FlatCopy } from '../features/orb-features.js';
import type { InkBitmap } from './ink-bitmap.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import { inkCopy } from './ink-copy.js';
import { topHat } from './strokes.js';
import type { Homography, Raster, Size } from '../pixels/raster.js';

const { abs, ceil, floor, max, min } = Math;

/**
 * Lays a page's ink onto a frame block by block: after the homography every block of the page looks for its
 * best place by normalized correlation, starting where its neighbours found theirs, so that the search follows
 * a curled sheet. Where ink agrees, the correlation says how well.
 */

/** Times that the sheet is bent further, while that finds more of it. */
const ROUNDS = 8;
/** Share of well matched blocks at which a sheet is bent: with fewer there is nothing to go by, with more no need. */
const BENDABLE = 0.12;
const FOUND = 0.97;
/** ... and where most of it is found, while a round finds this share more of the blocks in sight. */
const MOSTLY_FOUND = 0.75;
const WORTH_A_ROUND = 0.01;
/** A block displaced so far, px, speaks for a bend; so large a share of them makes it one. */
const MOVED = 1;
const MOVED_SHARE = 0.1;

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
  /** Correlation on and close by its ink alone, where its neighbours expect it; 0 when it was not asked. */
  closeBy: number;
  /** Share of its ink that the frame shows beyond chance, 0..1, there (see `CloseBy`); 0 when it was not asked. */
  shown: number;
  /** Whether the whole block lies inside the frame. */
  visible: boolean;
  /** Ink on it, px of the copy. */
  ink: number;
}

/** Blocks that the frame surely shows. */
export function wellMatched(blocks: readonly RegisteredBlock[]): RegisteredBlock[] {
  return blocks.filter(({ visible, correlation }) => visible && correlation >= LEADING);
}

/** What is known of a sheet before a page is laid on it. */
export interface Sheet {
  /** False where it is flat. */
  mayBend?: boolean;
  /** Blocks that tell how it is bent, of a page that was found on it. */
  bentAs?: readonly RegisteredBlock[];
  /** Whether these tell it of nearly all of it: it is bent further for a page alone that is mostly found so. */
  isBendKnown?: boolean;
}

/** A page's ink laid onto a frame. */
export interface InkRegistration {
  /** The page's blocks that carry ink. */
  blocks: RegisteredBlock[];
  /** How sharply the sheet had to be bent, px of the copy a block; 0 when the homography was enough. */
  bend: number;
}

/**
 * @param frame the frame's flat copy
 * @param page size of the page as described, px; `homography` takes its px to px of the frame
 */
export function registerInk(
  frame: FlatCopy,
  page: Size,
  ink: InkBitmap,
  homography: Homography,
  sheet: Sheet = {},
): InkRegistration {
  return KernelMemory.borrow((memory) => laidInk(frame, page, ink, homography, sheet, memory));
}

function laidInk(
  frame: FlatCopy,
  page: Size,
  ink: InkBitmap,
  homography: Homography,
  { mayBend = true, bentAs = [], isBendKnown = false }: Sheet,
  memory: KernelMemory,
): InkRegistration {
  const copy = inkCopy(ink);
  const model = inKernels(copy, memory);
  const flat = inKernels(frame.flat, memory);
  const unit = page.width / model.width;
  const map = rescaled(homography, 1 / unit, 1 / frame.unit);
  const columns = floor(model.width / BLOCK);
  const rows = floor(model.height / BLOCK);
  const unlaid = unlaidBlocks(copy, model, frame.flat, map, columns, rows);
  const lay = (field: DisplacementField | null): Laid => {
    const view = viewOf(flat, map, field, model, memory);
    const blocks = unlaid.map((block) => block && { ...block });
    grow(blocks, columns, rows, view);
    return { blocks, view, field };
  };
  const bendable = isBendKnown ? MOSTLY_FOUND : BENDABLE;
  let laid = lay(fieldOf(bentAs, unit, model));
  for (let round = 0; mayBend && round < ROUNDS && isHalfFound(laid.blocks, bendable); round++) {
    const field = bentField(laid.blocks, laid.field, model);
    const bent = field && lay(field);
    const [before, after] = [leading(laid.blocks), bent ? leading(bent.blocks) : 0];
    if (!bent || after <= before) break;
    laid = bent;
    const inSight = visible(laid.blocks);
    if (after > MOSTLY_FOUND * inSight && after - before < WORTH_A_ROUND * inSight) break;
  }
  const { blocks, view, field } = laid;
  smooth(blocks, columns, rows, model, view);
  for (const block of blocks) if (block) displace(block, field);
  const registered = blocks.flatMap((b) =>
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
            closeBy: b.closeBy,
            shown: b.shown,
            visible: b.visible,
            ink: b.ink,
          },
        ]
      : [],
  );
  return { blocks: registered, bend: field?.bend ?? 0 };
}

/** The blocks as one view of the frame shows them. */
interface Laid {
  blocks: (InkBlock | null)[];
  view: KernelRaster;
  field: DisplacementField | null;
}

function visible(blocks: (InkBlock | null)[]): number {
  return blocks.filter((b) => b?.visible).length;
}

function leading(blocks: (InkBlock | null)[]): number {
  return blocks.filter((b) => b?.visible && b.correlation >= LEADING).length;
}

/** Whether enough of the page is found to be bent further, but not all, and what is found says it is bent. */
function isHalfFound(blocks: (InkBlock | null)[], enough: number): boolean {
  const found = leading(blocks);
  const share = found / max(1, visible(blocks));
  if (share < enough || share > FOUND) return false;
  const moved = blocks.filter(
    (b) => b?.visible && b.correlation >= LEADING && max(abs(b.dx), abs(b.dy)) >= MOVED,
  ).length;
  return moved > MOVED_SHARE * found;
}

/** The bend that well matched blocks of a registration show; null when there are too few. */
function fieldOf(
  blocks: readonly RegisteredBlock[],
  unit: number,
  { width, height }: Raster,
): DisplacementField | null {
  const places = wellMatched(blocks).map(({ x, y, dx, dy, correlation }) => ({
    ...{ x: x / unit, y: y / unit, dx: dx / unit, dy: dy / unit },
    weight: correlation,
  }));
  return DisplacementField.fit(places, width, height, BLOCK);
}

/** The field by which the well matched blocks say the sheet is bent, what was known of it included. */
function bentField(
  blocks: (InkBlock | null)[],
  known: DisplacementField | null,
  model: Raster,
): DisplacementField | null {
  const places = blocks.flatMap((b) => {
    if (!b?.visible || b.correlation < LEADING) return [];
    const x = b.left + BLOCK / 2;
    const y = b.top + BLOCK / 2;
    const before = known?.at(x, y) ?? { dx: 0, dy: 0 };
    return [{ x, y, dx: before.dx + b.dx, dy: before.dy + b.dy, weight: b.correlation }];
  });
  return DisplacementField.fit(places, model.width, model.height, BLOCK);
}

function displace(block: InkBlock, field: DisplacementField | null): void {
  if (!field) return;
  const { dx, dy } = field.at(block.left + BLOCK / 2, block.top + BLOCK / 2);
  block.dx += dx;
  block.dy += dy;
}

/** Places of a row are followed exactly every so many px, and straight between: a bend over 8 px is under 0.01 px. */
const WARP_STEP = 8;

/**
 * What a frame shows of ink in the page's coordinates, MARGIN px larger than its copy on each side; ink light, as in
 * `inkCopy`.
 */
function viewOf(
  frame: KernelRaster,
  h: Homography,
  field: DisplacementField | null,
  model: Raster,
  memory: KernelMemory,
): KernelRaster {
  const width = model.width + 2 * MARGIN;
  const height = model.height + 2 * MARGIN;
  const address = memory.take(width * height);
  KernelMemory.borrow((scratch) => {
    const nodesARow = ceil(width / WARP_STEP) + 1;
    const nodes = scratch.take(16 * nodesARow * height);
    const picture = scratch.take(width * height);
    placesOf(h, field, nodesARow, scratch.doubles(nodes, 2 * nodesARow * height));
    const { address: from, width: stride, height: rows } = frame;
    kernels.viewPage(from, stride, rows, nodes, nodesARow, WARP_STEP, width, height, picture);
    topHat(picture, width, height, address);
  });
  return { data: memory.bytes(address, width * height).slice(), width, height, channels: 1, address };
}

/**
 * Places in the frame of every WARP_STEP-th px of the view's rows, x and y in turn, 256ths of a px; far off where there
 * is none.
 */
function placesOf(
  h: Homography,
  field: DisplacementField | null,
  nodesARow: number,
  places: Float64Array,
): void {
  const dx = new Float32Array(nodesARow);
  const dy = new Float32Array(nodesARow);
  for (let row = 0, k = 0; k < places.length; row++) {
    field?.alongRow(row - MARGIN, -MARGIN, dx, dy, WARP_STEP);
    for (let node = 0; node < nodesARow; node++) {
      const x = node * WARP_STEP - MARGIN + dx[node];
      const y = row - MARGIN + dy[node];
      // Behind the horizon there is none.
      const w = h[6] * x + h[7] * y + h[8];
      places[k++] = w > 0 ? max(-FAR, min(FAR, (h[0] * x + h[1] * y + h[2]) / w)) * 256 : -FAR * 256;
      places[k++] = w > 0 ? max(-FAR, min(FAR, (h[3] * x + h[4] * y + h[5]) / w)) * 256 : -FAR * 256;
    }
  }
}

/** Beyond any frame, px. */
const FAR = 30_000;
