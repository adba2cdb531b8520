import { cv, toRaster, withMats } from '../pixels/opencv.js';
import type { Raster } from '../pixels/raster.js';

/** What is wider than this in both directions is no stroke, px of a page's copy: 0.22 inch. */
const STROKE = 11;

/**
 * Strokes and letters of ink, light on 0, as they stand out from what surrounds them: tints, shadows and large black areas are gone
 * (top-hat transform: Serra 1982). A page's ink and what a frame shows of it have to be at one scale for the same to be gone.
 */
export function strokesOf(ink: Raster): Raster {
  return withMats((scope) => {
    const out = scope.mat();
    const square = scope.own(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(STROKE, STROKE)));
    cv.morphologyEx(scope.fromRaster(ink), out, cv.MORPH_TOPHAT, square);
    return toRaster(out);
  });
}
