export { resizeLinear, resizeScratch, mirrorMargin } from './pyramid';
export { scoreCorners, strongestCorners, harrisResponses } from './corners';
export { blurSeven } from './blur';
export { divideByMean } from './background';
export { halvePlane, blurBox, addDetail } from './sharpening';
export { warpCells } from './warp';
export { patchSums, patchTemplate, correlation } from './patches';
export { averageScratch, averageBoxes, averagePlane } from './reduction';
export { fitShiftsScratch, fitShifts } from './grid-fit';
export { nudgeSheet } from './cylinder';
export { solveBanded, addNormal } from './least-squares';
export { sobelScratch, sobel } from './gradient';
export { topHat, topHatScratch } from './strokes';
export { soften } from './soften';
export { reduceArea } from './area';
export { countAgreeing } from './agreement';
export { blockCorrelation } from './block-correlation';
export { pearson } from './pearson';
export { boxMeans } from './box-means';
export { viewPage } from './page-view';
export { viewWindow } from './window-view';
export { shareInk, goWithInk, movedError } from './shared-ink';
export { weighRows, weighColumns } from './gaussian';
export { inkScratch } from './ink-contexts';
export { encodeInk } from './ink-encoder';
export { decodeInk } from './ink-decoder';
export { layGainsScratch, layGains, tonePlane, toneColours, throughCurve } from './toning';
export { joinPlanes, thinPlanes } from './planes';
export { steepen, tellInk, dropSpecks } from './two-tones';
export { extremum } from './extremum';
export { paperCells } from './paper-cells';
export { ridges, darkest, darkRuns } from './ridges';
export { overRelax } from './over-relaxation';
export { directions, describe } from './brief';
export { searchTables, sortBySlot } from './hash-tables';
export { nearestOfPage } from './nearest';
export { nearestTwo, pairExpected } from './feature-pairs';

/** First address that belongs to the caller. */
export function heapBase(): usize {
  return __heap_base;
}
