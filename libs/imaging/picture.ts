import sharp, { type Metadata, type Sharp, type SharpInput } from 'sharp';
import { PictureError } from './contract.js';

// A cache of decoded pictures would keep memory across tasks and never hit: no frame is decoded twice in a row.
sharp.cache(false);
// The pool runs a thread a core already.
sharp.concurrency(1);

/** Where to begin in a file of several pages, and how much to decode. */
export interface PictureOptions {
  /** Directory of a TIFF, from 0. */
  page?: number;
  /** Refuse to decode more px than this. */
  maxPixels?: number;
}

/**
 * A picture opened for decoding; nothing is read yet. Warnings that real cameras' files raise (padding,
 * odd markers, wrong EXIF) pass, while missing or damaged pixel data fails.
 */
export function openPicture(bytes: Uint8Array, { page, maxPixels }: PictureOptions = {}): Sharp {
  return sharp(bytes as SharpInput, {
    failOn: 'error',
    sequentialRead: true,
    ...(page === undefined ? {} : { page }),
    ...(maxPixels === undefined ? {} : { limitInputPixels: maxPixels }),
  });
}

/**
 * What a picture's header says. Costs no decoding, whatever the size.
 * @throws PictureError UNDECODABLE_IMAGE when the header cannot be read
 */
export function readHeader(bytes: Uint8Array, page?: number): Promise<Metadata> {
  return decoding(
    sharp(bytes as SharpInput, {
      failOn: 'none',
      limitInputPixels: false,
      ...(page === undefined ? {} : { page }),
    }).metadata(),
  );
}

/** Turns a decoder's refusal into UNDECODABLE_IMAGE. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PictureError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // Only one line: decoders append one for each damaged row, and that of HEIF tells first how it sought.
    const lines = reason.split('\n');
    throw new PictureError(
      'UNDECODABLE_IMAGE',
      `cannot be decoded: ${lines.find((line) => !line.includes('bad seek')) ?? lines[0]}`,
    );
  }
}
