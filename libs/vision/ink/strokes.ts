import type { FlatCopy } from '../features/orb-features.js';
import { cv, toRaster, withMats } from '../pixels/opencv.js';
import type { Raster } from '../pixels/raster.js';

/** What is wider than this in both directions is no stroke, px of a frame's flat copy and of a page's copy. */
const FRAME_STROKE = 17;
const PAGE_STROKE = 9;

/** Strokes and letters of a frame, dark on 255: tints, shadows and large black areas are gone. */
export function strokesOfFrame(flat: FlatCopy): FlatCopy {
  const { flat: grey } = flat;
  const darker = hat(grey, FRAME_STROKE, cv.MORPH_BLACKHAT);
  for (let i = 0; i < darker.data.length; i++) darker.data[i] = 255 - darker.data[i]!;
  return { ...flat, flat: darker };
}

/** The same of a page's copy, whose ink is light. */
export function strokesOfPage(copy: Raster): Raster {
  return hat(copy, PAGE_STROKE, cv.MORPH_TOPHAT);
}

/** Top-hat transform (Serra 1982) by a square of `side` px: how far px stand out from what surrounds them. */
function hat(grey: Raster, side: number, kind: number): Raster {
  return withMats((scope) => {
    const out = scope.mat();
    const square = scope.own(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(side, side)));
    cv.morphologyEx(scope.fromRaster(grey), out, kind, square);
    return toRaster(out);
  });
}
