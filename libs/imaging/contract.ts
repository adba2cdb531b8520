/** Limits a picture must keep before anything large is allocated for it. */
export interface ImageLimits {
  /** Width x height of one page, in pixels. */
  maxPixels: number;
  /** Pages of one uploaded file (TIFF, PDF). */
  maxPages: number;
}

/** `heif` is the container of HEIC and AVIF. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heif' | 'tiff' | 'pdf';

/** What an uploaded file is, told by its bytes and never by its name. */
export interface FileProbe {
  format: ImageFormat;
  /** Number of pages; 1 for all but TIFF and PDF. */
  pages: number;
}

/** One page of an uploaded file, as it is stored. */
export interface PageImage {
  /** The stored bytes: a PNG for a page of a TIFF or PDF, a JPEG for HEIC and AVIF, else the upload itself. */
  bytes: Uint8Array;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff';
  /** Size in px as a viewer shows it, that is after EXIF orientation. */
  width: number;
  height: number;
}

/** A machine-readable symbol found on a frame. */
export interface BarcodeSymbol {
  /** zxing's name of the symbology: `Code128`, `QRCode`, `DataMatrix`, `PDF417` ... */
  type: string;
  value: string;
}

/** What is wrong with a file: its own fault, and final. */
export type PictureErrorCode =
  /** Not one of the formats accepted. */
  | 'UNSUPPORTED_IMAGE'
  /** One of the formats by its first bytes, but it cannot be decoded. */
  | 'UNDECODABLE_IMAGE'
  /** Over a limit of pixels or pages. */
  | 'TOO_LARGE';

/** The message is shown to callers: it goes on from the name of a file, without a capital and a full stop. */
export class PictureError extends Error {
  constructor(
    readonly code: PictureErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'PictureError';
  }
}
