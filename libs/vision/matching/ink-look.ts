import { median } from '../geometry/median.js';
import type { FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { isTwoTone } from '../ink/kept-ink.js';
import { crop } from './ink-crop.js';
import { fitSharedInk, frameAround, type InkWindow } from './shared-ink.js';

const { max, min, round } = Math;

/** Blurs (standard deviation, px of the ink) tried to make ink look as in the frame. */
const BLURS = [0.8, 1.3, 2, 3];
/** Blocks on which the blur is measured, and half a window's side there, px of the ink. */
const BLUR_BLOCKS = 5;
const BLUR_REACH = 36;

/** How a frame shows ink. */
export interface InkLook {
  /** Standard deviation, px of the ink, of the blur that makes a page's ink look most like the frame. */
  blur: number;
  /** Grey of the frame that full ink adds to paper's; negative, 0 when it cannot be told. */
  gain: number;
  /** See `isTwoTone`: of such a frame only differences in the ink that it keeps say anything. */
  isTwoTone: boolean;
}

/** Measures how a frame shows a page's ink, where that is clearest. */
export function inkLook(sampler: FrameSampler, ink: InkBitmap, unit: number): InkLook {
  const clearest = sampler.blocks.filter((b) => b.visible).sort((p, q) => q.correlation - p.correlation);
  const windows: InkWindow[] = [];
  for (const block of clearest) {
    if (windows.length === BLUR_BLOCKS) break;
    const left = max(0, min(ink.width - 2 * BLUR_REACH, round(block.x / unit) - BLUR_REACH));
    const top = max(0, min(ink.height - 2 * BLUR_REACH, round(block.y / unit) - BLUR_REACH));
    const width = min(2 * BLUR_REACH, ink.width);
    const height = min(2 * BLUR_REACH, ink.height);
    const frame = frameAround(sampler, unit, left, top, width, height);
    const a = crop(ink, left, top, width, height);
    // A rule alone is found as clearly as anything, and tells next to nothing of blur.
    if (frame && fitSharedInk({ a, b: a, frame }, BLURS[0]).reliable) windows.push({ a, b: a, frame });
  }
  let best: InkLook = { blur: BLURS[0], gain: 0, isTwoTone: isTwoTone(sampler.frame) };
  let most = -Infinity;
  for (const blur of BLURS) {
    const fits = windows.map((window) => fitSharedInk(window, blur));
    const sum = fits.reduce((total, fit) => total + fit.correlation, 0);
    // The further from the right blur, the less alike.
    if (sum <= most) break;
    most = sum;
    best = { ...best, blur, gain: median(fits.map(({ gain }) => gain)) };
  }
  return best;
}
