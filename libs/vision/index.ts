export type { Homography, Point, Quad, Raster } from './raster.js';
export {
  PAGE_LONG_SIDE,
  PROFILE_VERSION,
  decodeProfile,
  describePage,
  encodeProfile,
  type PageProfile,
} from './page-profile.js';
export { FRAME_LONG_SIDE, estimatePageHomography, type PageFit } from './page-homography.js';
export { PageIndex } from './page-index.js';
export { matchFrame, type FrameCandidate, type FrameMatch, type MatchStage } from './match-frame.js';
export { inkedShare, sheetInk, type Region, type SheetInk } from './sheet-ink.js';
export { explainMatch, type ExplainedPlace, type MatchExplanation } from './explain-match.js';
export { drawOverlay } from './overlay.js';
export { toGrey } from './resample.js';
export { normalizeFrame, type NormalizedFrame } from './normalize.js';
