import { BLOCK, MARGIN, type InkBlock, type KernelRaster } from './ink-block.js';
import type { Raster } from '../pixels/raster.js';

const { max, min, round, sqrt } = Math;

/** Px around ink that are close by it: paper there tells a stroke from a dark field. */
const CLOSE = 2;
/** Grey of the page's copy from which a px counts as ink. */
const INKED = 64;
/** ... and up to which as bare paper. */
const BARE = 8;
/** Px of ink, and of bare paper beside it, with fewer of which nothing is told of either. */
const MIN_COMPARED = 12;
/** Bare paper that is darker than this leaves less to show: nothing is told beyond chance there. */
const LEAST_LEFT = 0.1;
/** Less of its ink than this, shown, says nothing, whatever lies beside it. */
const LEAST_SHOWN = 0.5;

/** Room to mark the px on and close by a block's ink, and to gather them. */
const marks = new Uint8Array(BLOCK * BLOCK);
const places = new Int32Array(BLOCK * BLOCK);
const values = new Uint8Array(BLOCK * BLOCK);
/** Likewise for those with ink, and for those of bare paper. */
const inkPlaces = new Int32Array(BLOCK * BLOCK);
const inkLevels = new Uint8Array(BLOCK * BLOCK);
const barePlaces = new Int32Array(BLOCK * BLOCK);

/**
 * What a frame shows on and close by a block's ink, and nowhere else: what is written between the lines, and dark
 * fields, do not count.
 */
export interface CloseBy {
  /** Best correlation of the page's ink and the frame, 0..1. */
  correlation: number;
  /**
   * Share of the ink that the frame shows beyond what it shows of the paper beside it, in parts of what that leaves to
   * show (as Cohen's kappa, 1960, counts agreement beyond chance): writing over print, however dark, hides none of it
   * and adds as much beside it.
   */
  shown: number;
}

/**
 * Looks at most a px from (dx, dy). Anything dark fits a line somewhere, so it says something only where a place is
 * foretold.
 * @param gain see `gainOf`, of the print around the block; not above 0 where it is not known
 */
export function lookCloseBy(
  block: InkBlock,
  dx: number,
  dy: number,
  gain: number,
  model: Raster,
  view: KernelRaster,
): CloseBy {
  const gathered = gatherCloseBy(block, model, view.width);
  const { n, sum, squares } = gathered;
  const scatter = squares - (sum * sum) / max(1, n);
  const best = { correlation: 0, shown: 0 };
  for (let y = round(dy) - 1; y <= round(dy) + 1; y++)
    for (let x = round(dx) - 1; x <= round(dx) + 1; x++) {
      const left = block.left + MARGIN + x;
      const top = block.top + MARGIN + y;
      if (left < 0 || top < 0 || left + BLOCK > view.width || top + BLOCK > view.height) continue;
      const corner = top * view.width + left;
      let seen = 0;
      let seenSquares = 0;
      let products = 0;
      for (let k = 0; k < n; k++) {
        const v = view.data[corner + places[k]];
        seen += v;
        seenSquares += v * v;
        products += v * values[k];
      }
      const seenScatter = seenSquares - (seen * seen) / max(1, n);
      if (seenScatter > n)
        best.correlation = max(best.correlation, (products - (sum * seen) / n) / sqrt(scatter * seenScatter));
      if (gain > 0) best.shown = max(best.shown, shownBeyondChance(gathered, corner, gain, view));
    }
  return best;
}

/** Px on and close by a block's ink. */
interface Gathered {
  /** How many, and the sum of their ink and of its squares. */
  n: number;
  sum: number;
  squares: number;
  /** How many have ink, the sum of it, and how many are bare paper. */
  inked: number;
  ink: number;
  bare: number;
}

function gatherCloseBy(block: InkBlock, model: Raster, stride: number): Gathered {
  markCloseBy(block, model);
  let [n, sum, squares, inked, ink, bare] = [0, 0, 0, 0, 0, 0];
  for (let y = 0, i = 0; y < BLOCK; y++)
    for (let x = 0; x < BLOCK; x++, i++) {
      if (!marks[i]) continue;
      const level = model.data[(block.top + y) * model.width + block.left + x];
      const place = y * stride + x;
      places[n] = place;
      values[n++] = level;
      sum += level;
      squares += level * level;
      if (level >= INKED) {
        inkPlaces[inked] = place;
        inkLevels[inked++] = level;
        ink += level;
      } else if (level <= BARE) barePlaces[bare++] = place;
    }
  return { n, sum, squares, inked, ink, bare };
}

/**
 * See `CloseBy.shown`: of the px gathered, the block put with its upper left at `corner` of the view; 0 where it is
 * under LEAST_SHOWN.
 */
function shownBeyondChance(
  { inked, ink, bare }: Gathered,
  corner: number,
  gain: number,
  { data }: KernelRaster,
): number {
  if (min(inked, bare) < MIN_COMPARED) return 0;
  let found = 0;
  for (let k = 0; k < inked; k++) found += min(inkLevels[k], data[corner + inkPlaces[k]] / gain);
  if (found < LEAST_SHOWN * ink) return 0;
  const full = (gain * ink) / inked;
  let dark = 0;
  for (let k = 0; k < bare; k++) dark += min(1, data[corner + barePlaces[k]] / full);
  const chance = dark / bare;
  return (found / ink - chance) / max(LEAST_LEFT, 1 - chance);
}

/**
 * Levels that a frame shows more for each level of the page's ink: the slope of the one over the other where a block
 * was found.
 */
export function gainOf(block: InkBlock, model: Raster, view: KernelRaster): number {
  const x = round(block.left + MARGIN + block.dx);
  const y = round(block.top + MARGIN + block.dy);
  if (x < 0 || y < 0 || x + BLOCK > view.width || y + BLOCK > view.height) return 0;
  let shown = 0;
  let products = 0;
  for (let row = 0; row < BLOCK; row++) {
    const i = (block.top + row) * model.width + block.left;
    const j = (y + row) * view.width + x;
    for (let column = 0; column < BLOCK; column++) {
      const v = view.data[j + column];
      shown += v;
      products += v * model.data[i + column];
    }
  }
  return (products - (block.sum * shown) / BLOCK ** 2) / block.scatter;
}

function markCloseBy(block: InkBlock, model: Raster): void {
  marks.fill(0);
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0, o = (block.top + y) * model.width + block.left; x < BLOCK; x++, o++) {
      if (model.data[o] < INKED) continue;
      for (let v = max(0, y - CLOSE); v <= min(BLOCK - 1, y + CLOSE); v++)
        marks.fill(1, v * BLOCK + max(0, x - CLOSE), v * BLOCK + min(BLOCK, x + CLOSE + 1));
    }
}
