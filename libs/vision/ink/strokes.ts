import { KernelMemory, kernels } from '../kernels/kernels.js';

/** Half of what is too wide in both directions to be a stroke, px of a page's copy: a stroke is at most 11 px wide, 0.22 inch. */
const RADIUS = 5;

/**
 * Strokes and letters of ink, light on 0, as they stand out from what surrounds them: tints, shadows and large black areas are gone
 * (top-hat transform: Serra 1982). A page's ink and what a frame shows of it have to be at one scale for the same to be gone.
 * @param picture address of a grey picture in the kernels' memory, ink light; `target` likewise, where the strokes are put
 */
export function topHat(picture: number, width: number, height: number, target: number): void {
  KernelMemory.borrow((memory) => {
    const scratch = memory.take(kernels.topHatScratch(width, height, RADIUS));
    kernels.topHat(picture, width, height, RADIUS, target, scratch);
  });
}
