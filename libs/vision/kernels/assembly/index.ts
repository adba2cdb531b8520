export { resizeLinear, resizeScratch, mirrorMargin } from './pyramid';
export { scoreCorners, strongestCorners, harrisResponses } from './corners';
export { blurSeven } from './blur';
export { divideByMean } from './background';
export { halvePlane, blurBox, addDetail } from './sharpening';
export { joinRow } from './planes';
export { inkScratch, encodeInk, decodeInk } from './ink-coder';
export { directions, describe } from './brief';

/** First address that belongs to the caller. */
export function heapBase(): usize {
  return __heap_base;
}
