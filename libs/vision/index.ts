export type { Homography, Point, Quad, Raster, Size } from './pixels/raster.js';
export { compose, project } from './geometry/projective.js';
export {
  PAGE_LONG_SIDE,
  PROFILE_VERSION,
  decodeProfile,
  describePage,
  encodeProfile,
  type PageProfile,
} from './features/page-profile.js';
export { FRAME_LONG_SIDE, isBlankPage } from './features/page-homography.js';
export { PageIndex } from './features/page-index.js';
export type { FrameCandidate, FrameMatch, FramePart } from './matching/frame-match.js';
export { matchFrame, type MatchStage } from './matching/match-frame.js';
export { foundInPart, surerMatch, WORTH_A_LOOK } from './matching/unclear-part.js';
export { inkedShare, sheetInk, type Region, type SheetInk } from './light/sheet-ink.js';
export { explainMatch, type ExplainedPlace, type MatchExplanation } from './matching/explain-match.js';
export { drawOverlay } from './matching/overlay.js';
export { pageDensity } from './outline/page-proportions.js';
export { toGrey } from './pixels/resample.js';
export { showsAnotherRevision } from './normalization/another-revision.js';
export { isPageAlone, laidFlat, type PictureNote } from './reference-picture.js';
export { normalizeFrame, type NormalizationReference, type NormalizedFrame } from './normalize.js';
