import { LEADING } from '../ink/block-growth.js';
import { BLOCK, BLOCK_PAGE_SIDE } from '../ink/ink-block.js';
import type { FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import type { PageProfile } from '../features/page-profile.js';
import { crop } from './ink-crop.js';
import { inkLook } from './ink-look.js';
import { fitSharedInk, frameAround, PAD, type SharedInk } from './shared-ink.js';

const { floor, hypot, max, min, round } = Math;

/** Side of the cells that are looked at, px of the ink: a letter or two of small print. */
const CELL = 13;
/** Ink of a cell to be looked for: sum of its levels squared, as of 12 px at half of full ink. */
const MIN_INK = 12 * 128 ** 2;
/** Cells with more px of ink than this are of a dark area, whose look depends on the light, not of print. */
const MAX_INKED = 0.7 * CELL ** 2;
/** Ink below this level, of 255, is pale, a tint perhaps that the light takes away, or the blur of ink beside it. */
const FAINT = 120;
/** A cell is missing when the frame shows less of its ink than this share. */
const SHOWN = 0.45;
/** ... or than this where that is a rule's: a camera that moved across a thin one leaves 0.23 to 0.45 of it. */
const SHOWN_OF_RULE = 0.22;
/** Blocks that are lost spoil those beside them, blocks' sides away. */
const BESIDE = 1.8;
/** Blocks asked at most, spread over the page. */
const MOST_ASKED = 120;
/** A block whose ink agrees less with the frame at this scale is blurred, or written over. */
const MIN_CORRELATION = 0.55;

/**
 * Share of a page's print, 0..1, that the frame does not show in the midst of print that it does: digits and words that
 * are on this page and not on the one photographed. Writing hides no print, and a photograph that is sharp enough to be
 * asked shows next to all of it: of 32 photographs of known pages, a part covered, 30 lacked none and two under 0.14 %,
 * other years of a form 0.5 to 1.4 %.
 * @param lost blocks that are known not to be in sight
 */
export function missingPrint(
  sampler: FrameSampler,
  { width }: PageProfile,
  ink: InkBitmap,
  lost: readonly RegisteredBlock[],
): number {
  const unit = width / ink.width;
  const side = (BLOCK * max(ink.width, ink.height)) / BLOCK_PAGE_SIDE;
  const { blur } = inkLook(sampler, ink, unit);
  const size = round(side);
  let cells = 0;
  let missing = 0;
  const asked = sampler.blocks.filter(
    (block) =>
      block.visible &&
      block.correlation >= LEADING &&
      lost.every(({ x, y }) => hypot(x - block.x, y - block.y) >= BESIDE * side * unit),
  );
  const every = max(1, asked.length / MOST_ASKED);
  for (let k = 0; k < asked.length; k += every) {
    const block = asked[floor(k)];
    const left = round(block.x / unit - size / 2);
    const top = round(block.y / unit - size / 2);
    const frame = frameAround(sampler, unit, left, top, size, size);
    if (!frame) continue;
    const page = crop(ink, left, top, size, size);
    const fit = fitSharedInk({ a: page, b: page, frame }, blur);
    if (!fit.reliable || fit.correlation < MIN_CORRELATION) continue;
    for (let y = 0; y + CELL <= size; y += CELL)
      for (let x = 0; x + CELL <= size; x += CELL) {
        const { inked, ofRules, all, shown } = inkOfCell(fit, frame, size, x, y);
        if (all < MIN_INK || inked > MAX_INKED) continue;
        cells++;
        if (shown < (2 * ofRules > inked ? SHOWN_OF_RULE : SHOWN) * all) missing++;
      }
  }
  return missing / max(1, cells);
}

/**
 * Px of ink of a cell, those of lines that cross it from side to side, its ink (levels squared), and what the frame
 * shows of it: at each px the darkest of those beside it, so that no misfit counts.
 */
function inkOfCell(
  { a, dx, dy, paper, gain }: SharedInk,
  frame: Float32Array,
  size: number,
  left: number,
  top: number,
): { inked: number; ofRules: number; all: number; shown: number } {
  const stride = size + 2 * PAD;
  const ofRow = new Uint8Array(CELL);
  const ofColumn = new Uint8Array(CELL);
  let inked = 0;
  let all = 0;
  let shown = 0;
  for (let y = top; y < top + CELL; y++)
    for (let x = left; x < left + CELL; x++) {
      const ink = a[y * size + x];
      if (ink < FAINT) continue;
      let darkest = 0;
      const at = (y + PAD + dy) * stride + x + PAD + dx;
      for (let row = at - stride; row <= at + stride; row += stride)
        for (let k = row - 1; k <= row + 1; k++) darkest = max(darkest, (frame[k] - paper) / gain);
      inked++;
      ofRow[y - top]++;
      ofColumn[x - left]++;
      all += ink * ink;
      shown += ink * min(ink, darkest);
    }
  const crossing = (lines: Uint8Array) => CELL * lines.filter((count) => count === CELL).length;
  return { inked, ofRules: max(crossing(ofRow), crossing(ofColumn)), all, shown };
}
