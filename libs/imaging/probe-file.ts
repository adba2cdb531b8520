import { PictureError, type FileProbe, type ImageLimits } from './contract.js';
import { sniffFormat, unsupported } from './file-format.js';
import { pdfPageCount } from './pdf-document.js';
import { decoding, openPicture, readHeader } from './picture.js';
import { readTiffPages } from './tiff-directory.js';

/** Side of the picture that a full decode is averaged into, in px: small, and still every row is needed for it. */
const CHECK_SIDE_PX = 16;

/**
 * Checks an uploaded file and says what it is, by its content. Limits are checked on headers, before
 * anything is decoded. A picture of one page is then decoded to its end, so that a truncated one is refused
 * here; pages of a TIFF or PDF with several, and HEIC and AVIF, are decoded when they are extracted.
 *
 * @throws PictureError UNSUPPORTED_IMAGE for any other format or an empty file; TOO_LARGE over a limit;
 * UNDECODABLE_IMAGE when truncated, damaged or encrypted
 */
export async function probeFile(bytes: Uint8Array, limits: ImageLimits): Promise<FileProbe> {
  const format = sniffFormat(bytes);
  if (format === null) throw unsupported(bytes);
  if (format === 'pdf') return { format, pages: await pdfPageCount(bytes, limits.maxPages) };

  if (format === 'tiff') {
    const pages = readTiffPages(bytes, limits.maxPages);
    for (const page of pages) checkPixels(page.width, page.height, limits);
    if (pages.length === 1) await checkDecodes(bytes, limits, pages[0]?.directory);
    return { format, pages: pages.length };
  }

  const header = await readHeader(bytes);
  if (header.format !== format)
    throw new PictureError('UNDECODABLE_IMAGE', `begins like ${format} but is none`);
  checkPixels(header.width, header.height, limits);
  if (format !== 'heif') await checkDecodes(bytes, limits);
  return { format, pages: 1 };
}

/** @throws PictureError TOO_LARGE */
export function checkPixels(width: number, height: number, limits: ImageLimits): void {
  if (width * height > limits.maxPixels)
    throw new PictureError('TOO_LARGE', `${width} x ${height} px is over ${limits.maxPixels} px`);
}

/** Decodes every pixel and keeps none. JPEG is shrunk while decoding, which still reads its whole data. */
async function checkDecodes(bytes: Uint8Array, limits: ImageLimits, page?: number): Promise<void> {
  const picture = openPicture(bytes, {
    maxPixels: limits.maxPixels,
    ...(page === undefined ? {} : { page }),
  });
  await decoding(
    picture.resize(CHECK_SIDE_PX, CHECK_SIDE_PX, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer(),
  );
}
