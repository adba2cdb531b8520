/**
 * What the service asks of its vision threads, and what it gets back. Everything here survives a
 * structured clone: plain data and byte arrays.
 */

import type { BarcodeSymbol, PageImage, PictureErrorCode } from '../imaging/contract.js';
import type { PictureNote } from '../vision/index.js';

export type {
  BarcodeSymbol,
  FileProbe,
  ImageFormat,
  ImageLimits,
  PageImage,
  PictureErrorCode,
} from '../imaging/contract.js';

/** What was done to a reference page's picture, or what whoever uploaded it should know. Documented in README.md. */
export type ReferenceNote =
  | PictureNote
  /** There is next to nothing on the page to know it by: frames are not recognized as it. */
  | 'blank';

/** A reference page as it is kept. */
export interface ReferencePicture {
  /** Null where it stays as it came. */
  picture: PageImage | null;
  notes: ReferenceNote[];
}

/** A reference page described for matching. */
export interface DescribedPage {
  /** Opaque bytes for the database; `decodeProfile` of libs/vision reads them. */
  profile: Uint8Array;
  /** Version of the algorithm that made the profile. */
  version: number;
  /** Whether there is next to nothing on the page to know it by. */
  isBlank: boolean;
}

/** A reference page that a frame may show. */
export interface MatchCandidate {
  formId: string;
  pageNumber: number;
  /** 0..1, smaller is closer; comparable between forms. */
  score: number;
  /** Feature correspondences that agree with one homography. */
  inliers: number;
}

/** Where a page lies in a frame, roughly. */
export interface PageLay {
  formId: string;
  pageNumber: number;
  /**
   * 3 x 3, row-major, up to scale: takes places of the page to places of the frame, both from (0, 0) at the outer upper
   * left corner to (1, 1) at the lower right one.
   */
  toFrame: number[];
}

/** What the detector has to say of one frame. */
export interface FrameMatch {
  /** Closest first, at most one a reference page; empty when nothing of the library resembles the frame. */
  candidates: MatchCandidate[];
  /** Where the closest candidate lies in the frame; null when there is none. */
  lay: PageLay | null;
  /**
   * Share of the closest candidate's print, 0..1, that the frame lacks in the midst of print that it shows, or of all
   * its ink, where much is not in its place; 0 without candidates.
   */
  missing: number;
  /** Where the thread's time went: `decode`, then the stages of matching as `MatchStage` of libs/vision names them. */
  timings: StageTiming[];
}

/** Time that a stage of a task took on its thread. */
export interface StageTiming {
  stage: string;
  ms: number;
}

/** Whether a frame shows another revision of a reference page than the one registered. */
export interface RevisionCheck {
  isOther: boolean;
  /** The thread's time: `revision` alone. */
  timings: StageTiming[];
}

/** A reference page as the normalizer wants it. */
export interface ReferencePage {
  /** The page's picture as stored; its density tells how large the paper is. */
  image: Uint8Array;
  /** Its profile; null where there is none of this version, and the thread describes the picture itself. */
  profile: Uint8Array | null;
  /** As `PageLay.toFrame`, where the detector has found this page in this frame. Verified; spares a search. */
  toFrame: number[] | null;
}

/** Something a reader of the normalized image has to know. Documented in README.md. */
export type NormalizationFlag =
  /** Reading will suffer: blurred, too coarse, glared over, or some of its content is cut off. */
  | 'low_quality'
  /** The form is known, but the frame could not be laid onto it; it was straightened by its own outline. */
  | 'unregistered'
  /** No page outline was found; the whole frame was kept and only light evened and rotation mended. */
  | 'no_page_found'
  /** Another sheet lies beside the one that stands out, whole and about as large: the frame was kept whole. */
  | 'several_sheets'
  /** The frame was flat already (a scan): deskewed and evened at most. */
  | 'already_flat'
  /**
   * The frame shows another revision of the form: print of the reference is missing, or replaced. The picture is laid
   * onto it all the same.
   */
  | 'other_revision';

/** A frame made to look as if it came from a scanner. */
export interface NormalizedImage {
  bytes: Uint8Array;
  contentType: 'image/jpeg';
  width: number;
  height: number;
  /** Density written into the file: px per inch of paper. */
  dpi: number;
  flag: NormalizationFlag | null;
}

/** A picture made on demand, as it is sent. */
export interface EncodedPicture {
  bytes: Uint8Array;
  contentType: 'image/jpeg' | 'image/png' | 'image/tiff';
}

/**
 * What a normalized image can be turned into: grey (JPEG), or two tones at one bit a px (PNG, or TIFF with CCITT Group
 * 4).
 */
export type PictureTone = 'gray' | 'bitonal-png' | 'bitonal-tiff';

/** To be raised with every change of what the same image is turned into: readers keep what they were given. */
export const TONE_VERSION = 3;

/** To be raised with every change of what the same picture is made small to: readers keep what they were given. */
export const THUMBNAIL_VERSION = 1;

/** Whether a frame shows a sheet that carries little but barcodes, and what they hold. */
export interface CoverSheet {
  isCoverSheet: boolean;
  /** Empty when it is none. */
  symbols: BarcodeSymbol[];
}

/**
 * Why a vision task gave nothing. What is wrong with the file, and TOO_COMPLEX, are the picture's fault and final; the
 * others are the service's own state, and a repeat may work.
 */
export type VisionErrorCode =
  | PictureErrorCode
  /** An uploaded file that takes longer to be drawn than it may, on a machine that had the time. */
  | 'TOO_COMPLEX'
  /** The task took longer than it may; its thread was ended. */
  | 'VISION_TIMEOUT'
  /** The thread died (memory, fault) or the pool is closed. */
  | 'VISION_UNAVAILABLE'
  /** The queue of work is full. */
  | 'VISION_BUSY';

/** The message is shown to callers, worded as that of a `PictureError`. */
export class VisionError extends Error {
  constructor(
    readonly code: VisionErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'VisionError';
  }
}
