import type { Homography, Point } from '../pixels/raster.js';

/** A reference page that the frame may show. */
export interface FrameCandidate {
  formId: string;
  pageNumber: number;
  /**
   * 0..1, smaller is closer; comparable between forms. 1 minus the share of the page's visible ink that the frame
   * shows.
   */
  score: number;
  /** Features that agree with the homography. */
  inliers: number;
  /** Takes px of the page (longest side PAGE_LONG_SIDE) to px of the frame as passed in. */
  homography: Homography;
  /** Agreeing places, px of the frame. */
  points: Point[];
  /** Size of the page as described, px. */
  pageWidth: number;
  pageHeight: number;
}

/** What the detector has to say of one frame. */
export interface FrameMatch {
  /** Closest first, at most one a reference page, at most six; empty when nothing resembles the frame. */
  candidates: FrameCandidate[];
  /**
   * Share of the closest candidate's print, 0..1, that the frame lacks in the midst of print that it shows, or of all
   * its ink, where much is not in its place: over 0.001 it may be another revision. Blur, folds and what lies on the
   * page take print away too.
   */
  missing: number;
  /** The part to look at with more px: a page may lie there, and it is not clear which; null where it is. */
  unclear: FramePart | null;
}

/** A part of a frame, its sides parallel to the frame's: bounds from 0 to 1. */
export interface FramePart {
  left: number;
  top: number;
  width: number;
  height: number;
}
