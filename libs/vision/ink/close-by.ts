import { BLOCK, MARGIN, type InkBlock, type KernelRaster } from './ink-block.js';
import type { Raster } from '../pixels/raster.js';

const { max, min, round, sqrt } = Math;

/** Px around ink that are close by it: paper there tells a stroke from a dark field. */
const CLOSE = 2;
/** Grey of the page's copy from which a px counts as ink. */
const INKED = 64;

/** Room to mark the px on and close by a block's ink, and to gather them. */
const marks = new Uint8Array(BLOCK * BLOCK);
const places = new Int32Array(BLOCK * BLOCK);
const values = new Uint8Array(BLOCK * BLOCK);

/**
 * Best correlation, 0..1, of the page's ink and the frame at most a px from (dx, dy), on the ink and close by it alone:
 * what is written between the lines, and dark fields, do not count. Anything dark fits a line somewhere, so it says
 * something only where a place is foretold.
 */
export function correlationCloseBy(
  block: InkBlock,
  dx: number,
  dy: number,
  model: Raster,
  view: KernelRaster,
): number {
  markCloseBy(block, model);
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (let y = 0, i = 0; y < BLOCK; y++)
    for (let x = 0; x < BLOCK; x++, i++) {
      if (!marks[i]) continue;
      const ink = model.data[(block.top + y) * model.width + block.left + x];
      places[n] = y * view.width + x;
      values[n++] = ink;
      sum += ink;
      squares += ink * ink;
    }
  const scatter = squares - (sum * sum) / max(1, n);
  let best = 0;
  for (let y = round(dy) - 1; y <= round(dy) + 1; y++)
    for (let x = round(dx) - 1; x <= round(dx) + 1; x++) {
      const left = block.left + MARGIN + x;
      const top = block.top + MARGIN + y;
      if (left < 0 || top < 0 || left + BLOCK > view.width || top + BLOCK > view.height) continue;
      const corner = top * view.width + left;
      let shown = 0;
      let shownSquares = 0;
      let products = 0;
      for (let k = 0; k < n; k++) {
        const v = view.data[corner + places[k]];
        shown += v;
        shownSquares += v * v;
        products += v * values[k];
      }
      const shownScatter = shownSquares - (shown * shown) / max(1, n);
      if (shownScatter > n) best = max(best, (products - (sum * shown) / n) / sqrt(scatter * shownScatter));
    }
  return best;
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
