import { KernelMemory, kernels } from '../kernels/kernels.js';

/**
 * Half of what is too wide in both directions to be a stroke, px of a page's copy: a stroke is at most 11 px wide, 0.22
 * inch.
 */
const STROKE_RADIUS = 5;

/**
 * Strokes and letters of ink, light on 0, as they stand out from what surrounds them: tints, shadows and large black
 * areas are gone (top-hat transform: Serra 1982). A page's ink and what a frame shows of it have to be at one scale for
 * the same to be gone.
 * @param picture address of a grey picture in the kernels' memory, ink light; `target` likewise, where the strokes are
 * put
 * @param radius half of what is too wide, px; at 50 px an inch if not given
 */
export function topHat(
  picture: number,
  width: number,
  height: number,
  target: number,
  radius = STROKE_RADIUS,
): void {
  KernelMemory.borrow((memory) => {
    const scratch = memory.take(kernels.topHatScratch(width, height, radius));
    kernels.topHat(picture, width, height, radius, target, scratch);
  });
}
